#include "protocol/render/results.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/failure_list.hpp"
#include "protocol/render/still_failing.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <cstddef>

namespace covey::protocol {
namespace {

using parsers::failure;

constexpr std::size_t smallest_share = 256;
constexpr std::size_t max_each = 2048;  // a single failure may have more

std::string_view assertion_word(const assertion_words& words, std::string_view language) {
  const auto found = words.find(language);
  return found == words.end() ? std::string_view{} : found->second;
}

std::string what_failed(const failure& from, std::string_view assertion) {
  if (!assertion.empty() && from.kind == parsers::failure_kind::assertion && !from.message.empty())
    return std::string{assertion} + " " + from.message.substr(0, from.message.find('\n'));
  return parsers::full_name(from.id);
}

// The failure's context: a group of tests, or the file.
std::string context(const failure& from, std::string_view assertion) {
  if (!assertion.empty() && !from.id.name.empty()) return from.id.name;
  return from.id.group;
}

// The message with the difference, and other output of a crash or a build.
std::string error(const failure& from, std::size_t bytes) {
  const auto differs = parsers::difference_of(from, bytes / 2);
  std::string out{parsers::message_beside(from, differs)};
  const auto add = [&](std::string_view text) {
    if (!out.empty()) out += '\n';
    out += text;
  };
  if (parsers::is_shown_by_lines(from)) {
    if (!differs.legend.empty()) add("(" + differs.legend + ")");
    add(differs.text);
  } else if (!differs.text.empty()) {
    const bool sides = from.values == parsers::value_names::left_right;
    if (from.expected && !sides) add("Expected: " + *from.expected);
    if (from.actual) add((sides ? "left: " : "Got: ") + *from.actual);
    if (from.expected && sides) add("right: " + *from.expected);
  }
  if (from.kind != parsers::failure_kind::assertion && !from.output.empty() &&
      from.message.find(from.output) == std::string::npos)
    out += "\n" + from.output;
  return out;
}

json::object entry(const failure& from, std::string_view assertion, const source_lines& sources,
                   text_budget& budget) {
  json::object out{{"test", budget.take(what_failed(from, assertion))},
                   {"file", budget.take(place_text(from.where))},
                   {"error", budget.take(error(from, budget.left()))},
                   {"context", budget.take(context(from, assertion))},
                   {"kind", parsers::to_string(from.kind)}};
  if (const auto source = sources.at(from.where); !source.empty()) out["source"] = source;
  if (!from.raised_at.file.empty()) out["raised_at"] = budget.take(place_text(from.raised_at));
  if (const auto source = sources.at(from.raised_at, parsers::line_form::guarded); !source.empty()) out["raised_source"] = source;
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

entries entries_of(found_span all, std::uint64_t latest, const answer_view& view,
                   const assertion_words& words) {
  constexpr std::size_t around = 1024;  // of JSON beside the entries
  entries out;
  auto bytes = view.bytes - std::min(view.bytes, around);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (bytes < smallest_share) {
      out.left_out = all.size() - i;
      break;
    }
    const auto even = std::max(bytes / (all.size() - i), smallest_share);
    text_budget budget{all.size() == 1 ? even : std::min(even, max_each)};
    auto made = entry(*all[i].what, assertion_word(words, all[i].language), view.sources, budget);
    if (all[i].is_stale) made["stale"] = true;
    if (all[i].run_id != latest) made["found_in_run"] = all[i].run_id;
    bytes -= std::min(bytes, to_text(made).size() + 1);
    (is_assertion(all[i]) ? out.failures : out.errors).emplace_back(std::move(made));
  }
  return out;
}

void add_run(json::object& out, const parsers::finished_run& run) {
  out["status"] = parsers::to_string(parsers::status_of(run));
  out["language"] = run.language;
  out["run_id"] = run.id;
  if (run.results.not_run > 0) out["not_run"] = run.results.not_run;
  if (const auto end = early_end(run); !end.empty()) out["ended_early"] = end;
  if (!run.results.structured) out["message"] = "this runner's output cannot be read";
}

}  // namespace

const char* const results_schema =
    R"({"type":"object","required":["failures","errors","count"],"properties":{)"
    R"("failures":{"type":"array"},)"
    R"("errors":{"type":"array"},)"
    R"("count":{"type":"object"}}})";

tool_answer render_results(const parsers::finished_run* latest, const answer_view& view,
                           const assertion_words& words) {
  json::object out;
  std::vector<found_failure> all;
  if (latest != nullptr) {
    add_still_failing(out, *latest);
    all = all_failures(*latest, view.freshness.get());
  }
  auto found = entries_of(all, latest != nullptr ? latest->id : 0, view, words);
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
  return json_answer(std::move(out));
}

}  // namespace covey::protocol
