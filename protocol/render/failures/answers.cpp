#include "protocol/render/failures/answers.hpp"
#include "protocol/render/words.hpp"
#include "protocol/render/failures/views.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <array>
#include <cstddef>

namespace covey::protocol {

// --- last_test_failures

namespace {

using parsers::finished_run;
using parsers::run_status;

constexpr const char* no_run = "no run_tests call yet in this session";

tool_answer not_read(const finished_run& run, std::chrono::milliseconds age) {
  return {"no structured failures available for " + run.language + " (last run_tests " + ago(age) + ")",
          {{"status", "unsupported"}, {"language", run.language}, {"age_seconds", age_seconds(age)}},
          false};
}

// A warning that the list may be incomplete.
std::string note(const finished_run& run) {
  if (early_end(run).empty()) {
    const auto missing = run.results.not_run;
    return missing == 0 ? "" : std::to_string(missing) + " test(s) of that run never began";
  }
  const auto open = run.results.unfinished.size();
  return "that run did not come to its end: " + early_end(run) +
         (open > 0 ? "; " + std::to_string(open) + " test(s) had begun and not ended" : "");
}

// The heading of the list.
std::string title(const finished_run& run, std::size_t total, std::chrono::milliseconds age) {
  const auto earlier = run.still_failing.size();
  std::string out = std::to_string(total - earlier) + " test failure(s) from last run_tests call (" +
                    run.language + ", " + ago(age) + ")";
  if (earlier > 0) out += ", " + std::to_string(earlier) + " from earlier runs";
  return out;
}

// The requested part of all known failures.
struct selection {
  std::vector<found_failure> failures;
  std::string of;       // "of cause r1c2", "that match 'x'"; empty: all
  std::string problem;  // a sentence if there is no such cause
};

// The text that the query is matched against: names and files.
std::string searched(const found_failure& one) {
  auto out = parsers::full_name(one.what->id);
  for (const auto* where : {&one.what->where, &one.what->raised_at})
    if (!where->file.empty()) out.append(" ").append(where->file.string());
  return out;
}

selection selected(const finished_run& run, const failures_question& asked, const run_freshness* freshness) {
  selection out{all_failures(run, freshness), "", ""};
  if (!asked.group.empty()) {
    const auto own = own_failures(run);
    const cause_index by_cause{own, run};
    auto members = by_cause.members_of(asked.group);
    const auto count = by_cause.causes().size();
    if (!members)
      out.problem =
          "no cause " + one_line(clipped(asked.group, 100)) + " in run " + std::to_string(run.id) +
          (count == 0 ? ": it found no failure"
                      : ": its causes are " + by_cause.id_of(0) + " to " + by_cause.id_of(count - 1));
    out.failures = members ? std::move(*members) : std::vector<found_failure>{};
    out.of = " of cause " + asked.group;
  }
  if (asked.matches) {
    std::vector<std::string> texts;
    for (const auto& one : out.failures) texts.push_back(searched(one));
    std::vector<found_failure> found;
    for (const auto index : asked.matches(texts)) found.push_back(out.failures[index]);
    out.failures = std::move(found);
    out.of += " that match '" + one_line(clipped(asked.filter, 200)) + "'";
  }
  return out;
}

// The number of remaining entries, and how to get them.
std::string rest_line(std::size_t left, const list_page& page, std::size_t shown, bool by_limit) {
  if (left == 0) return "";
  return "(" + std::to_string(left) + " more entries truncated; pass " +
         (by_limit ? "a larger limit" : "offset " + std::to_string(page.offset + shown)) + " to see them)\n";
}

// For a run without failures. A run that was cut short does not prove that there are none.
std::string headline(const finished_run& run, std::chrono::milliseconds age) {
  const std::string when = run.language + ", " + ago(age) + ")";
  const auto passed = std::to_string(run.results.totals.passed) + " tests passed";
  if (!run.unreached.empty() && parsers::own_status_of(run) == run_status::passed)
    return "nothing is known to fail (" + passed + " in the last run, " + when;
  switch (parsers::own_status_of(run)) {
    case run_status::passed:
      return "last run_tests had no failures (" + passed + ", " + when;
    case run_status::no_tests:
      return "last run_tests ran no tests (" + when;
    case run_status::failed:
      if (run.results.not_run > 0)
        return "last run_tests left " + std::to_string(run.results.not_run) + " test(s) out (" + passed +
               ", " + when;
      return "last run_tests failed and named no failure (" + when;
    case run_status::timed_out:
    case run_status::cancelled:
    case run_status::crashed:
      break;
  }
  return "last run_tests did not come to its end: " + early_end(run) + " (until then " + passed +
         " and none failed, " + when;
}

// Details that the headline does not say.
std::string note_of_no_failures(const finished_run& run) {
  if (!run.unmet.empty()) return run.unmet.front();
  const auto open = run.results.unfinished.size();
  if (open > 0) return std::to_string(open) + " test(s) had begun and not ended";
  if (parsers::own_status_of(run) == run_status::failed && run.results.not_run == 0)
    return run.language + " exited with " + std::to_string(parsers::exit_code_of(run)) +
           " but named no failure; what it printed is in the answer of that run";
  return "";
}

void add_list(tool_answer& out, const selection& from, const finished_run& run,
              const failures_question& asked, std::chrono::milliseconds age, const answer_view& view) {
  const auto& failures = from.failures;
  const auto prefix = common_prefix(failures);
  const failure_style style{view.sources, run.id, prefix, view.detail};
  const list_page page{asked.offset, asked.limit, !from.of.empty(), true};
  const auto room = view.bytes - std::min(view.bytes, out.text.size() + 1024);
  const auto listed = list_failures(failures, page, style, room);
  const auto shown = listed.shown.size();
  const auto rest = failures.size() - std::min(failures.size(), page.offset + shown);
  const auto all = run.results.failures.size() + run.still_failing.size();
  out.text += from.of.empty() ? title(run, failures.size(), age)
                              : std::to_string(failures.size()) + " of " + title(run, all, age) + from.of;
  out.text +=
      prefix_remark(prefix) + ":\n\n" + text_of(listed) + rest_line(rest, page, shown, shown == asked.limit);
  out.structured["total"] = failures.size();
  if (view.detail || shown < failures.size()) out.structured["shown"] = shown;
  if (page.offset > 0) out.structured["offset"] = page.offset;
  add_failures(out.structured, listed);
}

}  // namespace

tool_answer render_failures(const parsers::finished_run* run, const failures_question& asked,
                            std::chrono::milliseconds age, const answer_view& view) {
  if (run == nullptr) return {no_run, {{"status", "no_run"}}, false};
  if (!run->results.structured) return not_read(*run, age);
  const auto wanted = selected(*run, asked, view.freshness.get());
  if (!wanted.problem.empty()) return tool_error("last_test_failures: " + wanted.problem);
  const bool none = run->results.failures.empty() && run->still_failing.empty();
  tool_answer out;
  if (auto line = still_failing_line(*run); !line.empty()) out.text = line + "\n\n";
  add_still_failing(out.structured, *run);
  out.structured["status"] = parsers::to_string(parsers::status_of(*run));
  if (view.detail || none) out.structured["language"] = run->language;
  if (view.detail || !view.freshness) out.structured["run_id"] = run->id;  // which freshness says
  if (view.detail || !view.freshness) out.structured["age_seconds"] = age_seconds(age);
  if (view.detail || none) out.structured["passed"] = run->results.totals.passed;
  if (run->results.not_run > 0) out.structured["not_run"] = run->results.not_run;
  if (none) {
    out.text += headline(*run, age);
  } else {
    add_list(out, wanted, *run, asked, age, view);
  }
  auto text = none ? note_of_no_failures(*run) : note(*run);
  if (text.empty()) text = unreached_line(*run);
  if (!text.empty()) {
    out.text += (none ? "\nnote: " : "note: ") + text;
    out.structured["note"] = text;
  }
  return out;
}

// --- get_testresults

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
  if (const auto source = sources.at(from.raised_at, parsers::line_form::guarded); !source.empty())
    out["raised_source"] = source;
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
    out["message"] = no_run;
  }
  return json_answer(std::move(out));
}

// --- suspects

namespace {

constexpr std::size_t name_bytes = 200;

std::string title_of(const parsers::finished_run& run, const parsers::cause& cause) {
  const auto& example = run.results.failures[cause.example()];
  const auto name = one_line(clipped(parsers::full_name(example.id), name_bytes));
  const auto count = cause.members.size();
  return count == 1 ? name : std::to_string(count) + " like " + name;
}

std::string_view counted_in(const parsers::suspect_list& all) {
  static constexpr std::array<std::string_view, 5> in_order{
      "", "counted are test files: every test of a file has run what one of them ran",
      "counted are packages: every test of a package has run what one of them ran",
      "counted are test binaries: every test of one has run what one of them ran",
      "counted is the whole run: lines are not told apart by test"};
  return in_order.at(static_cast<std::size_t>(all.unit));
}

// One list, under its title.
void add_list(tool_answer& out, json::object object, const std::string& title,
              const parsers::suspect_list& all, std::size_t limit) {
  const auto shown = first_of(all, limit);
  out.text += title + "\n";
  if (shown.found.empty()) {
    out.text += "   " + why_none(all) + "\n";
    object["why_none"] = why_none(all);
  }
  for (std::size_t i = 0; i < shown.found.size(); ++i)
    out.text += "   " + std::to_string(i + 1) + ". " + suspect_line(all, shown.found[i]) + "\n";
  object["failing"] = all.all.failing;
  object["passing"] = all.all.passing;
  const bool any_edited =
      std::any_of(shown.found.begin(), shown.found.end(), [](const auto& one) { return one.edited; });
  if (all.edited_since > 0)
    object["edited_since"] = all.edited_since;
  else if (any_edited)
    object["edited_since"] = "HEAD";
  object["suspects"] = array_of(shown);
  out.structured["lists"].as_array().emplace_back(std::move(object));
}

tool_answer without(const parsers::finished_run& run, std::string_view status, std::string why) {
  return {std::move(why), {{"status", status}, {"run_id", run.id}}, false};
}

tool_answer ranked(const parsers::finished_run& run) {
  return {"", {{"status", "ranked"}, {"run_id", run.id}, {"lists", json::array{}}}, false};
}

void add_unit(tool_answer& out, const parsers::suspect_list& said) {
  const auto unit = counted_in(said);
  if (unit.empty()) return;
  out.text.append("\n").append(unit).append("\n");
  out.structured["unit"] = parsers::to_string(said.unit);
}

}  // namespace

named_failures failures_named(const parsers::finished_run& run, const std::vector<std::string>& names) {
  named_failures out;
  const auto& all = run.results.failures;
  const auto is_named = [](const parsers::test_id& id, std::string_view name) {
    const auto full = one_line(parsers::full_name(id));  // as answers have it
    const bool ends = full.ends_with(name);
    return ends &&
           (full.size() == name.size() || one_line(id.name) == name ||
            std::string_view{"/:> "}.find(full[full.size() - name.size() - 1]) != std::string_view::npos);
  };
  for (const auto& name : names) {
    const auto before = out.found.size();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (is_named(all[i].id, one_line(name))) out.found.push_back(i);
    if (out.found.size() == before && out.unknown.empty()) out.unknown = name;
  }
  std::sort(out.found.begin(), out.found.end());
  out.found.erase(std::unique(out.found.begin(), out.found.end()), out.found.end());
  return out;
}

namespace {

tool_answer of_named(const parsers::finished_run& run, const suspects_asked& asked,
                     const parsers::suspect_list* of_tests) {
  const auto id = "run " + std::to_string(run.id);
  const auto named = failures_named(run, asked.tests);
  if (!named.unknown.empty())
    return tool_error("suspects: no test that " + id + " found failing is called '" +
                      one_line(clipped(named.unknown, name_bytes)) + "'");
  if (of_tests == nullptr)
    return without(
        run, "not_measured",
        "the coverage of " + id + " is not there, or its sources could not be read in time: run_tests again");
  tool_answer out = ranked(run);
  add_list(out, {}, std::to_string(named.found.size()) + " failure(s) of these tests:", *of_tests,
           asked.limit.value_or(parsers::kept_suspects));
  add_unit(out, *of_tests);
  return out;
}

void add_rest(tool_answer& out, const std::string& next) {
  out.text +=
      "the next causes did not fit, from " + next + " on: name one in `group`, or give a smaller limit\n";
  out.structured["next_group"] = next;
}

// Each of all, or the one that was asked for; as many as fit.
tool_answer of_causes(const parsers::finished_run& run, const suspects_asked& asked,
                      const cause_index& by_cause, std::size_t bytes) {
  const auto& causes = by_cause.causes();
  auto out = ranked(run);
  const parsers::suspect_list* said = nullptr;
  for (std::size_t i = 0; i < causes.size(); ++i) {
    const auto cause_id = by_cause.id_of(i);
    const auto& all = causes[i].suspects;
    if (!asked.group.empty() && cause_id != asked.group) continue;
    if (asked.group.empty() && all.all == parsers::run_by{} && i >= parsers::max_causes) continue;
    const auto limit = asked.limit.value_or(asked.group.empty() ? first_suspects : parsers::kept_suspects);
    auto longer = out;
    add_list(longer, {{"cause", cause_id}}, "[" + cause_id + "] " + title_of(run, causes[i]), all, limit);
    const bool fits = std::max(longer.text.size(), to_text(longer.structured).size()) <= bytes;
    if (said != nullptr && !fits) {
      add_rest(out, cause_id);
      break;
    }
    out = std::move(longer);
    said = &all;
  }
  if (said == nullptr)
    return tool_error("suspects: no cause " + one_line(clipped(asked.group, 100)) + " in run " +
                      std::to_string(run.id) + ": its causes are " + by_cause.id_of(0) + " to " +
                      by_cause.id_of(causes.size() - 1));
  add_unit(out, *said);
  return out;
}

}  // namespace

tool_answer render_suspects(const parsers::finished_run* run, const suspects_asked& asked,
                            const parsers::suspect_list* of_tests, const answer_view& view) {
  if (run == nullptr) return {no_run, {{"status", "no_run"}}, false};
  const auto own = own_failures(*run, view.freshness.get());
  const auto id = "run " + std::to_string(run->id);
  if (own.empty()) return without(*run, "nothing_failed", id + " found no failure");
  if (!asked.tests.empty()) return of_named(*run, asked, of_tests);
  const cause_index by_cause{own, *run};
  const auto& causes = by_cause.causes();
  const auto is_measured = [](const auto& one) { return one.suspects.all != parsers::run_by{}; };
  if (std::none_of(causes.begin(), causes.end(), is_measured))
    return without(*run, "not_measured",
                   "nothing is known of the lines that the failing tests of " + id +
                       " ran: no coverage of them was measured; or name some in `tests`");
  return of_causes(*run, asked, by_cause, view.bytes);
}

}  // namespace covey::protocol
