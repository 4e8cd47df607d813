#include "protocol/render/coverage/coverage.hpp"
#include "parsers/model/coverage.hpp"
#include "protocol/render/words.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace covey::protocol {

// --- the four coverage tools

namespace {

// Each half of an answer; what does not fit is counted.
constexpr std::size_t entry_bytes = 24;  // of JSON around a file's path
constexpr std::size_t notes_bytes = 4 * 1024;

json::value in_percent(std::int64_t tenths) {
  return number_value(static_cast<double>(tenths) / 10);
}

json::value percent(const parsers::found_and_hit& value) {
  return in_percent(parsers::permille(value));
}

json::object share(const parsers::found_and_hit& value) {
  return {{"percent", percent(value)}, {"found", value.found}, {"hit", value.hit}};
}

// Omitted if nothing was found: 0 of 0 is no percentage.
void add_share(json::object& out, std::string_view name, const parsers::found_and_hit& value) {
  if (value.found > 0) out[name] = share(value);
}

json::array diagnostics_json(const std::vector<parsers::diagnostic>& diagnostics) {
  json::array out;
  for (const auto& entry : diagnostics) {
    json::object item{{"what", entry.what}, {"count", entry.count}};
    if (entry.first_line > 0) item["firstLine"] = entry.first_line;
    if (!entry.first_at.empty()) item["firstAt"] = entry.first_at;
    out.push_back(std::move(item));
  }
  return out;
}

void add_source(json::object& out, const coverage_source& from) {
  out["source"] = clipped(from.name, 1024);
  if (!from.format.empty()) out["format"] = from.format;
  if (!from.diagnostics.empty()) out["malformed"] = diagnostics_json(from.diagnostics);
  if (from.freshness) out["freshness"] = freshness_object(*from.freshness);
  auto notes = from.notes;
  if (from.data) notes.insert(notes.end(), from.data->notes.begin(), from.data->notes.end());
  if (notes.empty()) return;
  text_budget budget{notes_bytes};
  out["notes"] = json_list(bounded_list(notes, budget));
}

std::string range_text(const parsers::line_range& range) {
  const auto first = std::to_string(range.first);
  return range.first == range.last ? first : first + "-" + std::to_string(range.last);
}

// As many ranges as fit the budget; then the number of the others.
json::array ranges_json(const std::vector<parsers::line_range>& ranges, text_budget& budget) {
  json::array out;
  for (const auto& range : ranges) {
    const auto text = range_text(range);
    if (budget.left() <= text.size()) {
      out.emplace_back("… " + std::to_string(ranges.size() - out.size()) + " ranges more");
      return out;
    }
    budget.take(text);
    out.emplace_back(text);
  }
  return out;
}

struct file_lists {
  json::object files, branches, uncovered, matched, ambiguous;
  json::array not_found, no_lines;
};

void add_found(file_lists& lists, const asked_file& file, bool lines, text_budget& budget) {
  lists.files[file.asked] = percent(file.totals.lines);
  if (file.totals.branches.found > 0) lists.branches[file.asked] = percent(file.totals.branches);
  if (!file.matched.empty()) lists.matched[file.asked] = budget.take(file.matched);
  if (file.totals.lines.found == 0) lists.no_lines.emplace_back(file.asked);
  if (lines) lists.uncovered[file.asked] = ranges_json(file.uncovered, budget);
}

// As many as fit.
json::array names_json(const std::vector<std::string>& names, text_budget& budget) {
  json::array out;
  for (const auto& name : names) {
    if (budget.left() < name.size()) break;
    out.emplace_back(budget.take(name));
  }
  return out;
}

// As many candidates as fit; then the number of the others.
json::array candidates_json(const asked_file& file, text_budget& budget) {
  auto out = names_json(file.candidates, budget);
  const auto left_out = std::max(file.candidates_in_all, file.candidates.size()) - out.size();
  if (left_out > 0) out.emplace_back("… [" + std::to_string(left_out) + " more]");
  return out;
}

// As many names as fit; the rest is counted under another key, so that every entry is a name.
void add_names(json::object& out, std::string_view key, const std::vector<std::string>& names,
               std::size_t bytes) {
  text_budget budget{bytes};
  auto listed = names_json(names, budget);
  const auto left_out = names.size() - listed.size();
  out[key] = std::move(listed);
  if (left_out > 0) out[std::string{key} + "LeftOut"] = left_out;
}

// The largest changes first, so that the entries that are left out matter least.
std::vector<std::pair<std::string_view, std::int32_t>> by_size(const parsers::snapshot_change& change) {
  std::vector<std::pair<std::string_view, std::int32_t>> out(change.files.begin(), change.files.end());
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
  return out;
}

}  // namespace

tool_answer render_overall_coverage(const parsers::coverage_totals& totals, const coverage_source& from) {
  json::object out{{"overall", percent(totals.lines)}};
  out["lines"] = share(totals.lines);
  add_share(out, "branches", totals.branches);
  add_share(out, "functions", totals.functions);
  add_share(out, "conditions", totals.conditions);
  add_source(out, from);
  return json_answer(std::move(out));
}

tool_answer render_file_coverage(const std::vector<asked_file>& files, bool lines,
                                 const coverage_source& from, std::size_t bytes) {
  file_lists lists;
  text_budget budget{bytes - std::min(bytes, notes_bytes)};
  std::size_t left_out = 0;
  for (const auto& file : files) {
    if (budget.left() < file.asked.size() + entry_bytes) {
      ++left_out;
      continue;
    }
    budget.take(file.asked + std::string(entry_bytes, ' '));
    switch (file.result) {
      case asked_file::outcome::found:
        add_found(lists, file, lines, budget);
        break;
      case asked_file::outcome::missing:
        lists.files[file.asked] = 0;
        lists.not_found.emplace_back(file.asked);
        break;
      case asked_file::outcome::ambiguous:
        lists.ambiguous[file.asked] = candidates_json(file, budget);
        break;
    }
  }
  json::object out{{"files", std::move(lists.files)}, {"notFound", std::move(lists.not_found)}};
  if (left_out > 0) out["filesLeftOut"] = left_out;
  if (!lists.ambiguous.empty()) out["ambiguous"] = std::move(lists.ambiguous);
  if (!lists.branches.empty()) out["branches"] = std::move(lists.branches);
  if (lines) out["uncovered"] = std::move(lists.uncovered);
  if (!lists.matched.empty()) out["matched"] = std::move(lists.matched);
  if (!lists.no_lines.empty()) out["noLines"] = std::move(lists.no_lines);
  add_source(out, from);
  return json_answer(std::move(out));
}

tool_answer render_snapshot(std::string_view id, const parsers::snapshot& taken,
                            const coverage_source& from) {
  json::object out{{"snapshotId", id},
                   {"timestamp", taken.taken},
                   {"overall", percent(taken.lines)},
                   {"fileCount", taken.files.size()}};
  add_source(out, from);
  return json_answer(std::move(out));
}

tool_answer render_coverage_change(const parsers::snapshot& before, const parsers::snapshot& after,
                                   const parsers::snapshot_change& change, const coverage_source& from,
                                   std::size_t bytes) {
  text_budget budget{bytes / 2};
  json::object files;
  for (const auto& [path, tenths] : by_size(change)) {
    constexpr std::size_t per_entry = 8;  // the number and what is around it
    if (budget.left() < path.size() + per_entry) break;
    budget.take(path);
    files[path] = in_percent(tenths);
  }
  const auto left_out = change.files.size() - files.size();
  json::object out{{"overallChange", in_percent(change.overall)}, {"fileChanges", std::move(files)}};
  if (left_out > 0) out["fileChangesLeftOut"] = left_out;
  add_names(out, "newFiles", change.added, bytes / 8);
  add_names(out, "removedFiles", change.removed, bytes / 8);
  out["before"] = percent(before.lines);
  out["after"] = percent(after.lines);
  add_source(out, from);
  return json_answer(std::move(out));
}

// --- tests_covering

namespace {

// The tests that tests_covering names: those that run the fewest lines first, of equals the fastest, for they tell most
// about the line that is asked for. Of a family (the subtests of one test, the parameters of one function) with more than
// three of them the family stands for all.

struct covering_entry {
  std::string name;       // of a test or a family; empty: all tests of the group stand as one
  std::size_t tests = 1;  // of a family: how many of its tests ran it
};

struct covering_group {
  std::string name;
  std::vector<covering_entry> entries;
};

struct covering_list {
  std::vector<covering_group> groups;  // the one with the first test first
  std::size_t shown = 0;               // tests
  std::size_t total = 0;
};

constexpr std::size_t max_siblings = 3;  // that are named one by one
constexpr std::size_t name_bytes = 1024;

struct candidate {
  std::string_view group;
  std::string_view name;
  std::uint32_t lines = 0;
  std::chrono::milliseconds duration{0};
  std::size_t tests = 1;
};

bool comes_before(const candidate& a, const candidate& b) {
  return std::tie(a.lines, a.duration, a.group, a.name) < std::tie(b.lines, b.duration, b.group, b.name);
}

std::string_view family_of(const parsers::coverage_unit& unit) {
  return unit.family == 0 ? std::string_view{} : std::string_view{unit.tests.front()}.substr(0, unit.family);
}

using test_key = std::pair<std::string_view, std::string_view>;  // group, name

struct key_hash {
  std::size_t operator()(const test_key& of) const {
    const std::hash<std::string_view> hash;
    return hash(of.first) * 31 + hash(of.second);
  }
};

class candidates {
 public:
  // `whole_units`: each stands for its tests.
  candidates(const std::vector<const parsers::coverage_unit*>& units, bool whole_units) {
    for (const auto* unit : units)
      if (const auto family = family_of(*unit); !family.empty()) ++members_[{unit->name, family}];
    std::erase_if(members_, [](const auto& family) { return family.second <= max_siblings; });
    if (whole_units)
      for (const auto* unit : units) members_[{unit->name, {}}] = unit->tests.size();
    tests_.reserve(units.size());
    all_.reserve(units.size());
    for (const auto* unit : units) {
      const auto family = whole_units ? std::string_view{} : family_of(*unit);
      const bool together = members_.contains({unit->name, family});
      for (const std::string_view test : unit->tests)
        if (tests_.insert({unit->name, test}).second)
          add({unit->name, together ? family : test, unit->lines, unit->duration});
    }
  }

  std::size_t tests() const { return tests_.size(); }

  // The first ones in their order.
  std::vector<candidate> first(std::size_t limit) && {
    const auto end = all_.begin() + static_cast<std::ptrdiff_t>(std::min(limit, all_.size()));
    std::partial_sort(all_.begin(), end, all_.end(), comes_before);
    all_.erase(end, all_.end());
    return std::move(all_);
  }

 private:
  // Into its family, if it has one here.
  void add(const candidate& one) {
    const auto [at, is_new] = members_.contains({one.group, one.name})
                                  ? places_.try_emplace({one.group, one.name}, all_.size())
                                  : std::pair{places_.end(), true};
    if (is_new) {
      all_.push_back(one);
      return;
    }
    auto& known = all_[at->second];
    ++known.tests;
    if (comes_before(one, known)) known.lines = one.lines, known.duration = one.duration;
  }

  boost::unordered_flat_set<test_key, key_hash>
      tests_;  // one may be told apart for some lines only, and is in two units
  std::unordered_map<test_key, std::size_t, key_hash> members_;  // of families that stand for their tests
  std::unordered_map<test_key, std::size_t, key_hash> places_;   // of these among all
  std::vector<candidate> all_;
};

// `limit`: tests and families, or where these are too many and only their files, packages … were told apart, those; `bytes`: of all names.
covering_list list_covering(const parsers::covered_by& covered, std::size_t limit, std::size_t bytes) {
  using parsers::attribution;
  std::size_t tests = 0;
  for (const auto* unit : covered.units) tests += unit->tests.size();
  const bool whole_units =
      covered.unit_kind != attribution::test && covered.unit_kind != attribution::run && tests > limit;
  constexpr std::size_t around = 24;  // blanks, quotes, the number of a family's tests
  candidates all{covered.units, whole_units};
  covering_list out;
  out.total = all.tests();
  std::map<std::string_view, std::size_t> places;
  for (const auto& one : std::move(all).first(limit)) {
    auto name = clipped(one.name, name_bytes);
    if (bytes < name.size() + around) break;
    bytes -= name.size() + around;
    const auto [at, is_new] = places.try_emplace(one.group, out.groups.size());
    if (is_new) out.groups.push_back({std::string{one.group}, {}});
    out.groups[at->second].entries.push_back({std::move(name), one.tests});
    out.shown += one.tests;
  }
  return out;
}

std::string asked(const covering_question& question) {
  const auto file = one_line(clipped(question.file, name_bytes));
  return question.line == 0 ? file : file + ":" + std::to_string(question.line);
}

// "run 4 measured no coverage (cancelled)"
std::string unmeasured(const covering_source& source) {
  return "run " + std::to_string(source.unmeasured) + " measured no coverage" +
         (source.unmeasured_why.empty() ? "" : " (" + source.unmeasured_why + ")");
}

// Which run the answer comes from, if another one is in progress; and why its coverage is limited.
std::string origin_lines(const covering_source& source) {
  std::string out;
  if (source.running > 0)
    out = "from run " + std::to_string(source.run_id) + ", " + ago(source.age) + "; run " +
          std::to_string(source.running) + " is still going";
  for (const auto& remark : coverage_remarks(source)) out += (out.empty() ? "" : "\n") + remark;
  if (source.dropped > 0)
    out += (out.empty() ? "" : "\n") + std::string{"what the tests of "} + std::to_string(source.dropped) +
           " earlier runs ran is no longer known: they are too many";
  return out;
}

// "2 of these last ran in run 7, 1 in run 9"; empty: all in one.
std::string by_run(const parsers::covered_by& covered) {
  std::string out;
  if (covered.tests.size() < 2) return out;
  for (const auto& [run, tests] : covered.tests)
    out += (out.empty() ? "" : ", ") + std::to_string(tests) + (out.empty() ? " of these last ran" : "") +
           " in run " + std::to_string(run);
  return out;
}

// What became of the line, or of the file, since; a sentence each.
std::vector<std::string> since_then(const covering_question& question, const parsers::covered_by& covered) {
  const auto what = question.line == 0 ? std::string{"the file"} : "line " + std::to_string(question.line);
  const auto run = [](std::uint64_t id) { return "run " + std::to_string(id); };
  std::vector<std::string> out;
  if (covered.added_since > 0)
    out.push_back(what + " is newer than " + run(covered.added_since) +
                  (covered.units.empty() ? "" : ": which of its tests run it is not known"));
  if (covered.edited_since > 0)
    out.push_back(what + " was edited after " + run(covered.edited_since) +
                  ": the tests of that run ran what it was then");
  if (covered.not_known_in > 0)
    out.push_back("lines are taken for those of " + run(covered.not_known_in) +
                  ", which could not be compared with the file as it is now");
  return out;
}

std::string attribution_line(parsers::attribution unit) {
  static constexpr std::array<std::string_view, 5> in_order{
      ", narrowest first", " — every test of a test file that ran it",
      " — every test of a package that ran it", " — every test of a test binary that ran it",
      " — every test of the run"};
  return "attribution: " + std::string{parsers::to_string(unit)} +
         std::string{in_order.at(static_cast<std::size_t>(unit))};
}

// Which run, and its age, comes with the freshness.
json::object describe(const covering_source& source, std::string_view status) {
  json::object out{{"status", status}};
  if (source.running > 0) out["running"] = source.running;
  if (!source.partial.empty()) out["partial"] = source.partial;
  if (source.unmeasured == 0) return out;
  out["unmeasured_run"] = source.unmeasured;
  if (!source.unmeasured_why.empty()) out["unmeasured_why"] = source.unmeasured_why;
  return out;
}

bool ran_at_load(const parsers::covered_by& covered) {
  return covered.unit_kind == parsers::attribution::test &&
         std::any_of(covered.units.begin(), covered.units.end(),
                     [](const auto* unit) { return unit->tests.empty(); });
}

std::string listing(const std::vector<covering_group>& groups, std::size_t left_out) {
  std::string out;
  for (const auto& group : groups) {
    const bool whole = group.entries.front().name.empty();
    out.append("\n")
        .append(one_line(group.name))
        .append(whole ? " (" + std::to_string(group.entries.front().tests) + " tests)\n" : ":\n");
    for (const auto& [name, tests] : group.entries)
      if (!whole)
        out += "  " + one_line(name) + (tests > 1 ? " (" + std::to_string(tests) + " tests)" : "") + "\n";
  }
  if (left_out > 0) out += "... (" + std::to_string(left_out) + " more truncated)\n";
  return out;
}

json::array groups_json(const std::vector<covering_group>& groups) {
  json::array out;
  for (const auto& group : groups) {
    if (const auto& first = group.entries.front(); first.name.empty()) {
      out.push_back(json::object{{"unit", group.name}, {"count", first.tests}});
      continue;
    }
    json::array tests;
    json::object families;
    for (const auto& [name, count] : group.entries) {
      tests.emplace_back(name);
      if (count > 1) families[name] = count;
    }
    json::object one{{"unit", group.name}, {"tests", std::move(tests)}};
    if (!families.empty()) one["of"] = std::move(families);
    out.push_back(std::move(one));
  }
  return out;
}

void add_since(json::object& out, const parsers::covered_by& covered) {
  if (covered.added_since > 0) out["added_since"] = covered.added_since;
  if (covered.edited_since > 0) out["edited_since"] = covered.edited_since;
  if (covered.not_known_in > 0) out["lines_of"] = covered.not_known_in;
}

tool_answer nothing_covers(const covering_question& question, const parsers::covered_by& covered,
                           const covering_source& source) {
  const bool loaded = ran_at_load(covered);
  const bool is_new = !loaded && covered.added_since > 0;
  tool_answer out{(loaded ? "" : "no coverage found for ") + asked(question),
                  describe(source, is_new || !covered.not_measured.empty() ? "not_known" : "not_covered"),
                  false};
  const auto since = since_then(question, covered);
  if (loaded) {
    out.text += ": it ran while the project was loaded, before or between tests; no single test covers it";
    out.structured["at_load"] = true;
  } else if (is_new) {
    out.text += ": " + since.front() + "; run the tests again, or ask for a line beside it that is older";
  } else if (!covered.not_measured.empty()) {
    out.text += ": " + std::string{covered.not_measured};
    out.structured["not_measured"] = covered.not_measured;
  } else if (question.line > 0) {
    out.text += "\na line on which no statement begins has none: ask for the one where it begins";
  }
  if (!is_new)
    for (const auto& sentence : since) out.text += "\n" + sentence;
  if (const auto lines = origin_lines(source); !lines.empty()) out.text += "\n" + lines;
  out.structured["unit"] = parsers::to_string(covered.unit_kind);
  add_since(out.structured, covered);
  return out;
}

}  // namespace

std::vector<std::string> coverage_remarks(const covering_source& source) {
  std::vector<std::string> out;
  const auto run = "run " + std::to_string(source.run_id);
  if (source.unmeasured > 0)
    out.push_back(unmeasured(source) + ": this is of " + run + ", " + ago(source.age));
  if (!source.partial.empty())
    out.push_back("the coverage of " +
                  (source.partial_run > 0 ? "run " + std::to_string(source.partial_run) : run) +
                  " is of a part of the tests only: " + source.partial);
  return out;
}

tool_answer render_no_coverage_yet(const covering_source& source) {
  tool_answer out{"no coverage data yet — run `run_tests` first", describe(source, "no_data"), false};
  if (source.unmeasured > 0) out.text += "\n" + unmeasured(source);
  if (source.running > 0) out.text += "\nrun " + std::to_string(source.running) + " is still going";
  return out;
}

tool_answer render_ambiguous_file(const covering_question& question,
                                  const std::vector<std::string>& candidates, std::size_t total,
                                  const covering_source& source, std::size_t bytes) {
  text_budget budget{bytes / 2};
  const auto files = bounded_list(candidates, budget);
  tool_answer out{
      asked({question.file, 0}) + " fits " + std::to_string(total) + " files, name one of them:\n",
      describe(source, "ambiguous"), false};
  for (const auto& file : files) out.text += "  " + one_line(file) + "\n";
  if (total > candidates.size()) out.text += "  … [" + std::to_string(total - candidates.size()) + " more]\n";
  if (const auto lines = origin_lines(source); !lines.empty()) out.text += lines + "\n";
  out.structured["total"] = total;
  out.structured["candidates"] = json_list(files);
  return out;
}

tool_answer render_covering(const covering_question& question, const parsers::covered_by& covered,
                            const covering_source& source, std::size_t bytes) {
  constexpr std::size_t around = 1024;  // of JSON beside the tests
  const auto [groups, shown, total] = list_covering(covered, question.limit, bytes - std::min(bytes, around));
  if (total == 0) return nothing_covers(question, covered, source);
  tool_answer out{
      std::to_string(total) + " test(s) cover " + asked(question) + ":\n" + listing(groups, total - shown),
      describe(source, "covered"), false};
  if (question.line > 0 && ran_at_load(covered)) {
    out.text += "\nit ran while the project was loaded, too, before or between tests\n";
    out.structured["at_load"] = true;
  }
  auto remarks = since_then(question, covered);
  remarks.push_back(by_run(covered));
  remarks.push_back(origin_lines(source));
  for (const auto& remark : remarks)
    if (!remark.empty()) out.text += "\n" + remark + "\n";
  out.text += "\n" + attribution_line(covered.unit_kind);
  out.structured["unit"] = parsers::to_string(covered.unit_kind);
  add_since(out.structured, covered);
  if (covered.tests.size() > 1) {
    json::object runs;
    for (const auto& [run, tests] : covered.tests) runs[std::to_string(run)] = tests;
    out.structured["runs"] = std::move(runs);
  }
  if (shown < total) {
    out.structured["total"] = total;
    out.structured["shown"] = shown;
  }
  out.structured["groups"] = groups_json(groups);
  return out;
}

}  // namespace covey::protocol
