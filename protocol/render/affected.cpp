#include "protocol/render/affected.hpp"
#include "protocol/json.hpp"
#include "protocol/render/words.hpp"
#include "protocol/text.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

using parsers::affected_by;
using parsers::all_because;

constexpr std::size_t max_named = 5;

std::string counted(std::size_t count, std::string_view one) {
  return std::to_string(count) + " " + std::string{one} + (count == 1 ? "" : "s");
}

std::string place_of(const parsers::affected_reason& why) {
  auto out = one_line(why.file);
  if (why.lines.first > 0)
    out += ":" + std::to_string(why.lines.first) + "-" + std::to_string(why.lines.last);
  return why.block.empty() ? out : out + " " + one_line(why.block) + "()";
}

// `may_read`: nothing says who reads what.
std::string words_of(const parsers::affected_reason& why, bool may_read) {
  switch (why.kind) {
    case affected_by::ran_changed:
      return "ran " + place_of(why);
    case affected_by::loads_changed:
      return "loads " + place_of(why) + (why.block.empty() ? " (outside of functions)" : "");
    case affected_by::reads_changed:
      if (why.file.empty()) return "asks whether files are there";
      return (may_read ? "may read " : "reads ") + place_of(why);
    case affected_by::failing:
      return "failed when it last ran";
    case affected_by::uncertain:
      return "not all that it runs is known; changed: " + place_of(why);
    case affected_by::rule:
      return "by rule: " + place_of(why);
  }
  return {};
}

std::string why_all(const parsers::affected_tests& from, const std::string& language) {
  const auto detail = one_line(from.detail);
  switch (*from.all) {
    case all_because::nothing_known:
      return "no run of all is on record of " + language +
             " tests here: the next run of all with coverage is kept";
    case all_because::environment:
      return "since they ran, what is installed or set is another: " + detail;
    case all_because::configuration:
      return detail + " decides how tests run";
    case all_because::reads:
      return "any test may read " + detail + ", which is another or new";
    case all_because::unseen:
      return "a part of the workspace could not be looked at: " + detail;
  }
  return {};
}

std::string names_of(const std::vector<parsers::changed_file>& changed) {
  std::string out;
  for (std::size_t i = 0; i < std::min(changed.size(), max_named); ++i)
    out += (i == 0 ? "" : ", ") + one_line(changed[i].path);
  return changed.size() <= max_named ? out
                                     : out + " and " + std::to_string(changed.size() - max_named) + " more";
}

std::string not_seen(const parsers::affected_tests& from) {
  auto out = std::string{
      "not seen: network, clock, what tests leave to each other, files that git ignores or that lie elsewhere"};
  if (from.starting > 0)
    out += ", processes that " + counted(from.starting, "test") + " start (these are included)";
  return out;
}

std::string headline(const affected_view& from) {
  const auto& all = from.affected;
  const auto changed =
      all.changed.empty() ? std::string{"no change"} : counted(all.changed.size(), "changed file");
  auto out = std::to_string(all.tests.size()) + " of " + counted(all.known, "test") +
             (all.tests.size() == 1 ? " is" : " are") + " affected by " + changed + " since the run " +
             ago(from.age) + " (" + from.language + ")";
  if (all.known_time.count() > 0) out += "; " + seconds(all.time) + " of " + seconds(all.known_time);
  return out + ".";
}

json::object reason_object(const parsers::affected_reason& why) {
  json::object out{{"kind", parsers::to_string(why.kind)}};
  if (!why.file.empty()) out["file"] = why.file;
  if (why.lines.first > 0) out["lines"] = json::array{why.lines.first, why.lines.last};
  if (!why.block.empty()) out["block"] = why.block;
  return out;
}

json::array changed_array(const std::vector<parsers::changed_file>& changed) {
  constexpr std::string_view kinds[] = {"modified", "new", "deleted"};
  constexpr std::size_t max_files = 50;
  json::array out;
  for (const auto& file : changed) {
    if (out.size() == max_files) break;
    json::object one{{"file", file.path}, {"kind", kinds[static_cast<std::size_t>(file.kind)]}};
    if (!file.blocks.empty()) one["blocks"] = json::array(file.blocks.begin(), file.blocks.end());
    if (file.frame) one["frame"] = true;
    out.push_back(std::move(one));
  }
  return out;
}

json::object summary_object(const affected_view& from) {
  const auto& all = from.affected;
  const bool is_none = all.tests.empty() && from.fresh.empty() && !all.all;
  json::object out{{"status", all.all   ? "all"
                              : is_none ? "none"
                                        : "selected"},
                   {"affected", all.tests.size()},
                   {"total", all.known}};
  if (all.all) out["why_all"] = json::object{{"kind", parsers::to_string(*all.all)}, {"detail", all.detail}};
  if (all.since > 0) out["base"] = json::object{{"age_s", age_seconds(from.age)}};
  if (all.known_time.count() > 0) {
    out["seconds"] = static_cast<double>(all.time.count()) / 1000;
    out["total_seconds"] = static_cast<double>(all.known_time.count()) / 1000;
  }
  if (!all.changed.empty()) out["changed"] = changed_array(all.changed);
  if (!all.notes.empty()) out["notes"] = json::array(all.notes.begin(), all.notes.end());
  return out;
}

void add_notes(std::string& text, const parsers::affected_tests& from) {
  for (const auto& note : from.notes) text += "\nnote: " + one_line(note);
}

}  // namespace

tool_answer render_affected(const affected_view& from) {
  const auto& all = from.affected;
  if (all.tests.empty() && from.fresh.empty() && !all.all) return render_nothing_affected(from);
  tool_answer out{{}, summary_object(from), false};
  auto& text = out.text;
  text = all.all ? (all.known > 1 ? "All " + counted(all.known, "test") + " are affected: "
                                  : "All tests are affected: ") +
                       why_all(all, from.language) + "."
                 : headline(from);
  if (!all.changed.empty()) text += "\nchanged: " + names_of(all.changed);
  text += "\n";
  json::array tests;
  const std::string* group = nullptr;
  for (const auto& test : all.tests) {
    if (tests.size() == from.limit || text.size() > from.bytes * 3 / 4) break;
    json::array reasons;
    std::string why;
    for (const auto& reason : test.reasons) {
      reasons.push_back(reason_object(reason));
      if (why.empty()) why = words_of(reason, all.all == all_because::reads);
    }
    tests.push_back(
        json::object{{"group", test.group}, {"name", test.name}, {"reasons", std::move(reasons)}});
    if (group == nullptr || *group != test.group) text += "\n" + one_line(test.group) + ":\n";
    group = &test.group;
    text += "  " + one_line(test.name.empty() ? "(all)" : test.name) + (why.empty() ? "" : "  " + why) + "\n";
  }
  const auto more = all.tests.size() - tests.size();
  if (more > 0) text += "… (" + std::to_string(more) + " more; pass a larger limit)\n";
  if (more > 0) out.structured["more"] = more;
  out.structured["tests"] = std::move(tests);
  if (!from.fresh.empty()) {
    text += "\nmay hold new tests:";
    for (std::size_t i = 0; i < std::min(from.fresh.size(), max_named); ++i)
      text += " " + one_line(from.fresh[i]);
    text += "\n";
    out.structured["may_hold_new"] = json::array(from.fresh.begin(), from.fresh.end());
  }
  text += "\n" + not_seen(all);
  add_notes(text, all);
  return out;
}

tool_answer render_nothing_affected(const affected_view& from) {
  const auto& all = from.affected;
  tool_answer out{{}, summary_object(from), false};
  out.structured["status"] = "nothing_affected";
  out.text =
      "No test is affected: " +
      (all.changed.empty() ? "nothing that tests run or load has changed"
                           : "no test on record runs or loads what has changed in " + names_of(all.changed)) +
      " since the run " + ago(from.age) + " (" + from.language + ", " + counted(all.known, "test") +
      "). Nothing was run: this is no pass.\n" + not_seen(all);
  add_notes(out.text, all);
  return out;
}

std::vector<std::string> selection_lines(const affected_view& from, bool ran_all) {
  const auto& all = from.affected;
  std::vector<std::string> out;
  const auto left = all.known - std::min(all.known, all.tests.size());
  if (ran_all) {
    const auto why = all.all ? why_all(all, from.language)
                             : "those that the edits affect take most of the time, or cannot run alone";
    out.push_back("all tests ran: " + why);
  } else {
    auto line = "not run: " + counted(left, "test") + " that these edits cannot reach";
    if (all.known_time > all.time) line += " (" + seconds(all.known_time - all.time) + ")";
    out.push_back(line + "; run_tests before you finish");
  }
  for (const auto& note : all.notes) out.push_back("note: " + one_line(note));
  return out;
}

void add_selection(json::object& to, const affected_view& from, bool ran_all) {
  const auto& all = from.affected;
  to["selection"] = summary_object(from);
  if (!ran_all)
    to["not_run"] = json::object{{"tests", all.known - std::min(all.known, all.tests.size())},
                                 {"reason", "not affected"}};
}

std::vector<std::string> missed_by(const parsers::affected_tests& affected,
                                   const parsers::finished_run& run) {
  std::vector<std::string> out;
  const auto has = [&](const parsers::test_id& id) {
    const auto whole = parsers::full_name(id);
    return std::ranges::any_of(affected.tests, [&](const auto& one) {
      const bool is_grouped = !one.group.empty() || id.group.empty();  // else its group is a part of its name
      const std::string_view name = is_grouped ? id.name : whole;
      if (is_grouped && one.group != id.group.string()) return false;
      if (name.empty()) return true;  // with none of its tests it could run
      return name.starts_with(one.name) && (name.size() == one.name.size() ||
                                            name.substr(one.name.size()).starts_with(id.separator.string()));
    });
  };
  for (const auto& failure : run.results.failures) {
    const auto& id = failure.id;
    const bool is_new = std::ranges::binary_search(affected.with_new_tests, id.group.string());
    if (!affected.all && !is_new && !has(id)) out.push_back(parsers::full_name(id));
  }
  return out;
}

std::string history_words(const parsers::failure_history& of, bool fails_otherwise) {
  const auto count = of.explained_by.size();
  const auto others =
      count < 2 ? std::string{}
                : " and " + counted(count - 1, "other") + (count < parsers::max_reasons ? "" : " at least");
  switch (of.state) {
    case parsers::failure_state::known:
      if (!fails_otherwise || of.explained_by.empty()) return "known";
      return "known, but fails otherwise: " + words_of(of.explained_by.front(), false) + others;
    case parsers::failure_state::flaky:
      return "flaky: passed " + std::to_string(of.passed) + " and failed " + counted(of.failed, "time") +
             " with the same code";
    case parsers::failure_state::not_explained:
      return "not explained: nothing that covey sees it run or read has changed since it passed";
    case parsers::failure_state::fresh:
      break;
  }
  if (!of.explained_by.empty()) return "new: " + words_of(of.explained_by.front(), false) + others;
  return of.detail.empty() ? "new" : "new: " + one_line(of.detail) + " has changed";
}

void add_history(json::object& to, const parsers::failure_history& of, bool fails_otherwise) {
  to["history"] = parsers::to_string(of.state);
  if (of.state == parsers::failure_state::known && !fails_otherwise) return;
  json::array why;
  for (const auto& one : of.explained_by) why.emplace_back(place_of(one));
  if (why.empty() && !of.detail.empty()) why.emplace_back(one_line(of.detail));
  if (!why.empty()) to["explained_by"] = std::move(why);
  if (of.state != parsers::failure_state::flaky) return;
  to["passed_before"] = of.passed;
  to["failed_before"] = of.failed;
}

std::string history_line(const parsers::finished_run& run) {
  using parsers::failure_state;
  std::string out;
  bool has_named = run.results.failures.size() > max_named;  // else each says it where it is listed
  for (const auto state :
       {failure_state::fresh, failure_state::not_explained, failure_state::flaky, failure_state::known}) {
    std::size_t count = 0;
    std::string names;
    const bool is_named = state == failure_state::flaky || state == failure_state::not_explained;
    for (const auto& one : run.results.failures) {
      if (!one.history || one.history->state != state) continue;
      if (is_named && count < max_named)
        names += (count == 0 ? ": " : ", ") + one_line(clipped(parsers::full_name(one.id), 200));
      ++count;
    }
    if (count == 0) continue;
    has_named = has_named || is_named;
    const auto word = state == failure_state::not_explained ? "not explained" : parsers::to_string(state);
    out += (out.empty() ? "history: " : "; ") + std::to_string(count) + " " + std::string{word} + names;
    if (is_named && count > max_named) out += " and " + std::to_string(count - max_named) + " more";
  }
  return has_named ? out : std::string{};
}

void add_history(json::object& to, const parsers::finished_run& run) {
  json::object counts;
  for (const auto& one : run.results.failures)
    if (one.history) {
      auto& count = counts[parsers::to_string(one.history->state)];
      count = count.is_null() ? 1 : count.to_number<std::int64_t>() + 1;
    }
  if (!counts.empty()) to["counts_by_state"] = std::move(counts);
}

}  // namespace covey::protocol
