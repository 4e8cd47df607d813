#include "protocol/render/run.hpp"
#include "protocol/render/age.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/failure.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

using parsers::finished_run;

constexpr std::size_t shown_failures = 50;
constexpr std::size_t failure_bytes = 60 * 1024;
constexpr std::size_t list_bytes = 16 * 1024;

failure_span shown(const finished_run& run) {
  const failure_span all{run.results.failures};
  return all.first(std::min(all.size(), shown_failures));
}

std::size_t left_out(const finished_run& run) {
  return run.results.failures.size() - shown(run).size();
}

double percent(const parsers::coverage_totals& value) {
  return parsers::permille(value.lines) / 10.0;
}

void add_line(std::string& out, std::string_view line) {
  out += line;
  if (!line.empty() && line.back() != '\n') out += '\n';
}

// What the runner cannot have said: that a test which was to run again did not, or was left out. A rerun that
// looks green for such a reason must not read so.
std::string left_unsaid(const finished_run& run) {
  if (run.scope == parsers::run_scope::whole) return "";
  std::string out;
  text_budget budget{list_bytes};
  for (const auto& failure : run.results.failures)
    if (failure.kind == parsers::failure_kind::error)
      add_line(out, "error: " + budget.take(parsers::full_name(failure.id) + ": " + failure.message));
  for (const auto& note : run.notes) add_line(out, "note: " + budget.take(note));
  return out;
}

// What both texts end with.
std::string last_lines(const finished_run& run) {
  std::string out;
  add_line(out, early_end(run));
  if (!run.results.structured)
    add_line(out, "this runner's output cannot be read: counts and failures are not known");
  else if (run.results.totals.tests() == 0 && run.results.unfinished.empty())
    add_line(out, "no tests were run");
  return out + "exit: " + std::to_string(parsers::exit_code_of(run));
}

std::string raw_text(const finished_run& run) {
  std::string out;
  add_line(out, run.out.text);
  if (!run.err.text.empty()) {
    add_line(out, "--- stderr ---");
    add_line(out, run.err.text);
  }
  return out + left_unsaid(run) + last_lines(run);
}

std::string processes_line(const finished_run& run) {
  if (run.leaked + run.escaped == 0) return "";
  std::string out =
      std::to_string(run.leaked + run.escaped) + " process(es) outlived the runner and were killed";
  if (run.escaped > 0) out += ", " + std::to_string(run.escaped) + " of them outside its session";
  return out;
}

std::vector<std::string> names(const std::vector<parsers::test_id>& tests) {
  std::vector<std::string> out;
  for (const auto& test : tests) out.push_back(parsers::full_name(test));
  return out;
}

std::string counts_text(const parsers::counts& value) {
  return std::to_string(value.passed) + " passed, " + std::to_string(value.failed) + " failed, " +
         std::to_string(value.skipped) + " skipped, " + std::to_string(value.errors) + " errors";
}

void add_list(std::string& out, std::string_view title, const std::vector<std::string>& texts) {
  text_budget budget{list_bytes};
  for (const auto& text : bounded_list(texts, budget))
    add_line(out, std::string{title} + std::string{std::string_view{text.get_string()}});
}

std::string summary_text(const finished_run& run) {
  std::string out = std::string{parsers::to_string(parsers::status_of(run))} + " (" + run.language +
                    ", run " + std::to_string(run.id) + "): " + counts_text(run.results.totals) + " in " +
                    seconds(run.duration) + "\n";
  if (run.covered)
    out += "coverage: " + to_text(number_value(percent(*run.covered))) + "% of lines (" +
           std::to_string(run.covered->lines.hit) + " of " + std::to_string(run.covered->lines.found) + ")\n";
  if (const auto& failures = run.results.failures; !failures.empty()) {
    out += "\n" + std::to_string(failures.size()) + " test failure(s):\n\n" +
           failure_blocks(shown(run), failure_bytes);
    if (left_out(run) > 0)
      out +=
          "(" + std::to_string(left_out(run)) + " more failures left out; last_test_failures lists them)\n";
  }
  add_list(out, "not ended: ", names(run.results.unfinished));
  add_line(out, processes_line(run));
  add_list(out, "note: ", run.notes);
  add_list(out, "note: ", run.results.notes);
  return out + last_lines(run);
}

json::array commands(const finished_run& run) {
  text_budget budget{list_bytes};
  json::array out;
  for (const auto& argv : run.commands) {
    if (budget.left() == 0) break;
    out.emplace_back(bounded_list(argv, budget));
  }
  return out;
}

json::array choices(const finished_run& run) {
  text_budget budget{list_bytes};
  json::array out;
  for (const auto& choice : run.choices)
    out.emplace_back(json::object{{"part", budget.take(choice.part)},
                                  {"chosen", budget.take(choice.chosen)},
                                  {"why", budget.take(choice.why)}});
  return out;
}

json::array notes(const finished_run& run) {
  text_budget budget{list_bytes};
  auto out = bounded_list(run.notes, budget);
  for (auto& note : bounded_list(run.results.notes, budget)) out.emplace_back(std::move(note));
  return out;
}

json::object structured(const finished_run& run) {
  const auto& totals = run.results.totals;
  text_budget budget{list_bytes};
  json::object out{{"run_id", run.id},
                   {"status", parsers::to_string(parsers::status_of(run))},
                   {"language", run.language},
                   {"root", run.root},
                   {"choices", choices(run)},
                   {"commands", commands(run)},
                   {"counts",
                    {{"passed", totals.passed},
                     {"failed", totals.failed},
                     {"skipped", totals.skipped},
                     {"errors", totals.errors}}},
                   {"duration_ms", run.duration.count()},
                   {"exit_code", parsers::exit_code_of(run)},
                   {"timed_out", run.ending.timed_out},
                   {"cancelled", run.ending.cancelled},
                   {"truncated", {{"stdout", run.out.truncated}, {"stderr", run.err.truncated}}},
                   {"failures", failures_json(shown(run), failure_bytes)},
                   {"failures_left_out", left_out(run)},
                   {"unfinished", bounded_list(names(run.results.unfinished), budget)},
                   {"leaked", run.leaked},
                   {"escaped", run.escaped},
                   {"notes", notes(run)}};
  if (run.covered)
    out["coverage"] = {{"percent", number_value(percent(*run.covered))},
                       {"lines_found", run.covered->lines.found},
                       {"lines_hit", run.covered->lines.hit}};
  if (auto end = early_end(run); !end.empty()) out["ended_early"] = std::move(end);
  return out;
}

}  // namespace

const char* const run_schema = R"({
  "type": "object",
  "required": ["status"],
  "properties": {
    "status": {"type": "string", "enum": ["passed", "failed", "no_tests", "timed_out",
                                         "cancelled", "crashed", "no_run", "nothing_to_rerun"]},
    "run_id": {"type": "integer"},
    "language": {"type": "string"},
    "root": {"type": "string"},
    "choices": {
      "type": "array",
      "items": {"type": "object"},
      "description": "toolchain, runner and the like: {part, chosen, why}"
    },
    "commands": {
      "type": "array",
      "items": {"type": "array", "items": {"type": "string"}},
      "description": "the argument vectors that were run"
    },
    "counts": {
      "type": "object",
      "description": "passed: parents beside subtests; failed: by themselves; errors: packages, not tests",
      "properties": {
        "passed": {"type": "integer"}, "failed": {"type": "integer"},
        "skipped": {"type": "integer"}, "errors": {"type": "integer"}
      }
    },
    "duration_ms": {"type": "integer"},
    "exit_code": {"type": "integer", "description": "124 after a timeout, 128 + n after signal n"},
    "timed_out": {"type": "boolean"},
    "cancelled": {"type": "boolean"},
    "truncated": {
      "type": "object",
      "description": "whether the text shows less than the runner printed",
      "properties": {"stdout": {"type": "boolean"}, "stderr": {"type": "boolean"}}
    },
    "failures": {"type": "array", "items": {"type": "object"}, "description": "as in last_test_failures"},
    "failures_left_out": {"type": "integer"},
    "unfinished": {"type": "array", "items": {"type": "string"}},
    "coverage": {
      "type": "object",
      "properties": {
        "percent": {"type": "number"}, "lines_found": {"type": "integer"}, "lines_hit": {"type": "integer"}
      }
    },
    "leaked": {"type": "integer", "description": "processes that outlived the runner and were ended"},
    "escaped": {"type": "integer", "description": "the same, but they had left the runner's session"},
    "ended_early": {"type": "string", "description": "why, when the runner did not end by itself"},
    "notes": {"type": "array", "items": {"type": "string"}}
  }
})";

tool_answer render_run(const finished_run& run, run_output output) {
  return {output == run_output::raw ? raw_text(run) : summary_text(run), structured(run),
          parsers::status_of(run) == parsers::run_status::crashed};
}

}  // namespace covey::protocol
