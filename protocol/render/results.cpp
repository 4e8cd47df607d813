#include "protocol/render/results.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/failure.hpp"
#include "protocol/render/still_failing.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <cstddef>

namespace covey::protocol {
namespace {

using parsers::failure;

// Each half of an answer; the failures share it evenly.
constexpr std::size_t list_bytes = 192 * 1024;
constexpr std::size_t smallest_share = 256;

// Julia's people name an assertion by its expression: tests have no names of their own there.
std::string what_failed(const failure& from, std::string_view language) {
  if (language == "julia" && from.kind == parsers::failure_kind::assertion && !from.message.empty())
    return "@test " + from.message.substr(0, from.message.find('\n'));
  return parsers::full_name(from.id);
}

// Where it stands among the tests: a group of tests, or the file.
std::string context(const failure& from, std::string_view language) {
  if (language == "julia" && !from.id.name.empty()) return from.id.name;
  return from.id.group;
}

// The message with the two values, where it does not name them itself.
std::string error(const failure& from) {
  std::string out = from.message;
  const auto said = [&](const std::optional<std::string>& value) {
    return !value || from.message.find(*value) != std::string::npos;
  };
  const bool said_both = said(from.actual) && said(from.expected);
  const auto add = [&](std::string_view title, const std::optional<std::string>& value) {
    if (value && !said_both) out.append("\n").append(title).append(": ").append(*value);
  };
  if (from.values == parsers::value_names::left_right) {
    add("left", from.actual);
    add("right", from.expected);
  } else {
    add("Expected", from.expected);
    add("Got", from.actual);
  }
  if (!from.diff.empty() && from.message.find(from.diff) == std::string::npos) out += "\n" + from.diff;
  if (from.kind != parsers::failure_kind::assertion && !from.output.empty() &&
      from.message.find(from.output) == std::string::npos)
    out += "\n" + from.output;
  return out;
}

json::object entry(const failure& from, std::string_view language, text_budget& budget) {
  json::object out{{"test", budget.take(what_failed(from, language))},
                   {"file", budget.take(place_text(from.where))},
                   {"error", budget.take(error(from))},
                   {"context", budget.take(context(from, language))},
                   {"kind", parsers::to_string(from.kind)}};
  if (!from.raised_at.file.empty()) out["raised_at"] = budget.take(place_text(from.raised_at));
  return out;
}

struct entries {
  json::array failures;
  json::array errors;
  std::size_t left_out = 0;
};

bool is_assertion(const found_failure& one) {
  return one.what->kind == parsers::failure_kind::assertion;
}

entries entries_of(found_span all, std::uint64_t latest) {
  entries out;
  auto bytes = list_bytes;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (bytes < smallest_share) {
      out.left_out = all.size() - i;
      break;
    }
    const auto share = std::max(bytes / (all.size() - i), smallest_share);
    text_budget budget{share};
    auto made = entry(*all[i].what, all[i].language, budget);
    if (all[i].run_id != latest) made["found_in_run"] = all[i].run_id;
    (is_assertion(all[i]) ? out.failures : out.errors).emplace_back(std::move(made));
    bytes -= std::min(bytes, share - budget.left());
  }
  return out;
}

void add_run(json::object& out, const parsers::finished_run& run) {
  out["status"] = parsers::to_string(parsers::status_of(run));
  out["language"] = run.language;
  out["run_id"] = run.id;
  if (run.results.not_run > 0) out["not_run"] = run.results.not_run;
  if (auto end = early_end(run); !end.empty()) out["ended_early"] = std::move(end);
  if (!run.results.structured) out["message"] = "this runner's output cannot be read";
}

}  // namespace

const char* const results_schema = R"({
  "type": "object",
  "required": ["failures", "errors", "count"],
  "properties": {
    "failures": {
      "type": "array",
      "items": {"type": "object"},
      "description": "assertions that failed: {test, file: 'path:line', raised_at, error, context, kind}"
    },
    "errors": {
      "type": "array",
      "items": {"type": "object"},
      "description": "whatever else is red: exceptions, crashes, timeouts, builds"
    },
    "count": {
      "type": "object",
      "properties": {
        "failures": {"type": "integer"}, "errors": {"type": "integer"}, "total": {"type": "integer"}
      }
    },
    "still_failing": {"type": "string", "description": "failures of earlier runs that were not rerun; they are in the lists"},
    "not_rerun": {"type": "integer"},
    "not_run": {"type": "integer", "description": "tests that never began"},
    "left_out": {"type": "integer", "description": "failures and errors that did not fit into this answer"},
    "status": {"type": "string"},
    "language": {"type": "string"},
    "run_id": {"type": "integer"},
    "ended_early": {"type": "string", "description": "why, when the runner did not end by itself"},
    "message": {"type": "string"}
  }
})";

tool_answer render_results(const parsers::finished_run* latest) {
  json::object out;
  std::vector<found_failure> all;
  if (latest != nullptr) {
    add_still_failing(out, *latest);
    all = all_failures(*latest);
  }
  auto found = entries_of(all, latest != nullptr ? latest->id : 0);
  const auto assertions = std::count_if(all.begin(), all.end(), is_assertion);
  out["failures"] = std::move(found.failures);
  out["errors"] = std::move(found.errors);
  out["count"] = {{"failures", assertions},
                  {"errors", static_cast<std::ptrdiff_t>(all.size()) - assertions},
                  {"total", all.size()}};
  if (found.left_out > 0) out["left_out"] = found.left_out;
  if (latest != nullptr) {
    add_run(out, *latest);
  } else {
    out["status"] = "no_run";
    out["message"] = "no run_tests call yet in this session";
  }
  auto text = to_text(out);
  return {std::move(text), std::move(out), false};
}

}  // namespace covey::protocol
