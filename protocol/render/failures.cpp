#include "protocol/render/failures.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/failure.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

// Together below a sixth of the 8 MiB that a line may have: a byte can need six as an escape.
constexpr std::size_t text_bytes = 384 * 1024;
constexpr std::size_t structured_bytes = 768 * 1024;

tool_answer without_run(std::string_view language, std::chrono::milliseconds age) {
  json::object structured{{"status", "no_run"}, {"total", 0}, {"shown", 0}, {"failures", json::array{}}};
  if (language.empty()) return {"no run_tests call yet in this session", std::move(structured), false};
  structured["status"] = "unsupported";
  structured["language"] = language;
  structured["age_seconds"] = age_seconds(age);
  return {
      "no structured failures available for " + std::string{language} + " (last run_tests " + ago(age) + ")",
      std::move(structured), false};
}

// What must not be read past: the list may be incomplete, or empty although something went wrong.
std::string note(const parsers::finished_run& run) {
  if (const auto end = early_end(run); !end.empty()) {
    const auto open = run.results.unfinished.size();
    return "that run did not come to its end: " + end +
           (open > 0 ? "; " + std::to_string(open) + " test(s) had begun and not ended" : "");
  }
  if (parsers::status_of(run) == parsers::run_status::failed && run.results.failures.empty())
    return run.language + " exited with " + std::to_string(parsers::exit_code_of(run)) +
           " but named no failure; what it printed is in the answer of that run";
  return "";
}

std::string listing(const parsers::finished_run& run, std::size_t shown, std::chrono::milliseconds age) {
  const auto& failures = run.results.failures;
  std::string out = std::to_string(failures.size()) + " test failure(s) from last run_tests call (" +
                    run.language + ", " + ago(age) + "):\n\n" +
                    failure_blocks(failure_span{failures}.first(shown), text_bytes);
  if (shown < failures.size())
    out += "(" + std::to_string(failures.size() - shown) +
           " more entries truncated; pass a larger limit to see them)\n";
  return out;
}

std::string headline(const parsers::finished_run& run, std::chrono::milliseconds age) {
  const std::string when = run.language + ", " + ago(age) + ")";
  if (parsers::status_of(run) == parsers::run_status::no_tests) return "last run_tests ran no tests (" + when;
  return "last run_tests had no failures (" + std::to_string(run.results.totals.passed) + " tests passed, " +
         when;
}

}  // namespace

const char* const failures_schema = R"({
  "type": "object",
  "required": ["status", "total", "shown", "failures"],
  "properties": {
    "status": {
      "type": "string",
      "enum": ["passed", "failed", "no_tests", "timed_out", "cancelled", "crashed", "no_run", "unsupported"],
      "description": "how the latest run ended; unsupported: its runner's output cannot be read"
    },
    "language": {"type": "string"},
    "run_id": {"type": "integer"},
    "age_seconds": {"type": "integer", "description": "since that run ended"},
    "passed": {"type": "integer"},
    "total": {"type": "integer", "description": "failures of that run"},
    "shown": {"type": "integer", "description": "of these, in this answer"},
    "failures": {
      "type": "array",
      "items": {
        "type": "object",
        "required": ["name", "kind"],
        "properties": {
          "name": {"type": "string", "description": "group/test, or the group where it failed as a whole"},
          "group": {"type": "string", "description": "Go: the import path"},
          "test": {"type": "string"},
          "kind": {"type": "string", "enum": ["assertion", "panic", "crash", "timeout", "error"]},
          "file": {"type": "string", "description": "relative to the workspace, or absolute outside of it"},
          "line": {"type": "integer"},
          "raised_at": {"type": "string", "description": "path:line of the cause, where it is elsewhere in the project"},
          "message": {"type": "string"},
          "expected": {"type": "string"},
          "actual": {"type": "string"},
          "left": {"type": "string", "description": "for actual and expected, where nothing says which is which"},
          "right": {"type": "string"},
          "diff": {"type": "string"},
          "output": {"type": "string", "description": "what the test printed"},
          "also_failed": {
            "type": "array",
            "items": {"type": "string"},
            "description": "other groups that could not run for the same reason"
          }
        }
      }
    },
    "note": {"type": "string", "description": "why the list may be incomplete"}
  }
})";

tool_answer render_failures(const parsers::finished_run* run, std::string_view language, std::size_t limit,
                            std::chrono::milliseconds age) {
  if (run == nullptr) return without_run(language, age);
  if (!run->results.structured) return without_run(run->language, age);
  const auto& failures = run->results.failures;
  const auto shown = std::min(limit, failures.size());
  tool_answer out;
  out.text = failures.empty() ? headline(*run, age) : listing(*run, shown, age);
  out.structured = {{"status", parsers::to_string(parsers::status_of(*run))},
                    {"language", run->language},
                    {"run_id", run->id},
                    {"age_seconds", age_seconds(age)},
                    {"passed", run->results.totals.passed},
                    {"total", failures.size()},
                    {"shown", shown},
                    {"failures", failures_json(failure_span{failures}.first(shown), structured_bytes)}};
  if (const auto text = note(*run); !text.empty()) {
    out.text += (failures.empty() ? "\nnote: " : "note: ") + text;
    out.structured["note"] = text;
  }
  return out;
}

}  // namespace covey::protocol
