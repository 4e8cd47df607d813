#include "parsers/coverage/measured_runs.hpp"
#include "parsers/model/test.hpp"
#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace covey::parsers {
namespace {

using test_key = std::pair<std::string_view, std::string_view>;  // group, name

using subtest_counts = decltype(measured_run::subtests);

subtest_counts count_subtests(const run_results& results) {
  std::set<test_key> all;
  for (const auto& test : results.tests) all.insert({test.id.group, test.id.name});
  subtest_counts out;
  const auto separator = separator_of(results);
  for (const auto& [group, name] : all)
    for (auto at = name.find(separator); at != std::string_view::npos; at = name.find(separator, at + 1))
      if (const auto parent = name.substr(0, at); all.contains({group, parent}))
        ++out[{std::string{group}, std::string{parent}}];
  return out;
}

std::size_t count_in(const subtest_counts& all, std::string_view group, std::string_view test) {
  const auto found = all.find(std::pair{std::string{group}, std::string{test}});
  return found == all.end() ? 0 : found->second;
}

// Of which tests a run says what they ran.
class measured_tests {
 public:
  explicit measured_tests(const added_run& of) : subtests_(of.run.subtests) {
    std::set<std::string_view> groups;
    for (const auto& unit : of.run.data->units) {
      groups.insert(unit.name);
      if (unit.tests.empty()) loaded_.insert(unit.name);
      for (const auto& test : unit.tests) tests_.insert({unit.name, test});
    }
    if (of.is_complete) {
      loaded_ = groups;
      for (const auto& test : of.results.tests)
        if (test.result != outcome::skipped && groups.contains(test.id.group))
          tests_.insert({test.id.group, test.id.name});
    }
    loaded_.erase("");  // the whole project's: a run of some tests loads a part of it
  }

  // What the run did not measure of the unit; nothing is left: all of it was.
  std::optional<coverage_unit> left_of(const coverage_unit& unit, const measured_run& in) const {
    if (unit.tests.empty()) return loaded_.contains(unit.name) ? std::nullopt : std::optional{unit};
    auto out = unit;
    std::erase_if(out.tests, [&](const auto& test) { return has_all_of(unit.name, test, in); });
    return out.tests.empty() ? std::nullopt : std::optional{std::move(out)};
  }

 private:
  // What subtests ran may count as their parent's: it is measured if as many of them ran as then.
  bool has_all_of(std::string_view group, std::string_view test, const measured_run& then) const {
    if (!tests_.contains({group, test})) return false;
    const auto before = then.subtests.empty() ? 0 : count_in(then.subtests, group, test);
    return before == 0 || count_in(subtests_, group, test) >= before;
  }

  std::set<test_key> tests_;
  std::set<std::string_view> loaded_;
  const subtest_counts& subtests_;
};

void take_out(measured_run& from, const measured_tests& newer) {
  for (std::uint32_t number = 0; number < from.data->units.size(); ++number) {
    const auto* unit = from.unit(number);
    if (unit == nullptr) continue;
    auto left = newer.left_of(*unit, from);
    if (!left || left->tests.size() < unit->tests.size()) from.left.insert_or_assign(number, std::move(left));
  }
}

bool is_replaced(const measured_run& known, const added_run& by) {
  return by.is_whole && by.is_complete && known.language == by.run.language &&
         same_options(known.options, by.run.options);
}

// With the lines that could run (two bytes each), but without branches and functions.
std::shared_ptr<const coverage> what_units_ran(const coverage& of) {
  auto out = std::make_shared<coverage>();
  out->unit_kind = of.unit_kind;
  out->units = of.units;
  out->aliases = of.aliases;
  out->lines = of.lines;
  out->unmeasured = of.unmeasured;
  for (const auto& [path, file] : of.files) out->files.emplace(path, what_units_ran(file));
  return out;
}

std::size_t count_tests(const measured_run& of) {
  std::size_t out = 0;
  for (std::uint32_t number = 0; number < of.data->units.size(); ++number)
    if (const auto* unit = of.unit(number)) out += unit->tests.size();
  return out;
}

void drop_one(measured_runs& of) {
  auto least = of.runs.begin() + 1;
  auto fewest = count_tests(*least);
  for (auto it = least + 1; it != of.runs.end(); ++it)
    if (const auto tests = count_tests(*it); least->is_whole || (tests <= fewest && !it->is_whole)) {
      least = it;
      fewest = tests;
    }
  ++of.dropped[least->language];
  of.runs.erase(least);
}

}  // namespace

file_coverage what_units_ran(const file_coverage& of, bool with_units) {
  file_coverage out;
  if (with_units) out.lines = of.lines, out.by_unit = of.by_unit;
  out.of_tests = of.of_tests;
  out.aside = of.aside;
  out.holds_tests = of.holds_tests;
  out.documented = of.documented;
  return out;
}

measured_run without_units(const measured_run& of) {
  auto data = std::make_shared<coverage>();
  data->unit_kind = of.data->unit_kind;
  data->lines = of.data->lines;
  for (const auto& [path, file] : of.data->files) {
    auto& to = data->files.emplace(path, what_units_ran(file)).first->second;
    to.by_unit = {};
  }
  auto out = of;
  out.data = std::move(data);
  out.files = nullptr;
  out.subtests.clear();
  out.left.clear();
  return out;
}

bool has_reported_files(const coverage& data) {
  return std::any_of(data.files.begin(), data.files.end(), [](const auto& one) { return !one.second.aside; });
}

const coverage_unit* measured_run::unit(std::uint32_t number) const {
  const auto changed = left.find(number);
  if (changed == left.end()) return number < data->units.size() ? &data->units[number] : nullptr;
  return changed->second ? &*changed->second : nullptr;
}

bool measured_run::has_units() const {
  return left.size() < data->units.size() ||
         std::any_of(left.begin(), left.end(), [](const auto& one) { return one.second.has_value(); });
}

std::vector<measured_run> left_after(const measured_runs& before, added_run& added) {
  added.run.subtests = count_subtests(added.results);
  added.run.is_whole = added.is_whole && added.is_complete;
  std::vector<measured_run> out;
  const measured_tests newer{added};
  for (const auto& known : before.runs) {
    if (is_replaced(known, added)) continue;
    auto kept = known;
    if (kept.language == added.run.language) take_out(kept, newer);
    // What no test's name has of a run of all, its files that nothing ran included, counts until the next one.
    const bool is_over =
        !kept.is_whole || (added.run.is_whole && !added.run.options && kept.language == added.run.language);
    if (kept.has_units() || !is_over) out.push_back(std::move(kept));
  }
  return out;
}

measured_runs with_run(const measured_runs& before, added_run added) {
  measured_runs out;
  out.dropped = before.dropped;
  if (added.is_whole && added.is_complete) out.dropped.erase(added.run.language);
  out.runs = left_after(before, added);
  if (!out.runs.empty() && out.runs.front().id == before.runs.front().id) {
    auto& latest = out.runs.front();
    latest.data = what_units_ran(*latest.data);
    latest.files = std::make_shared<const file_index>(*latest.data, added.root, "", indexed_files::all);
  }
  out.runs.insert(out.runs.begin(), std::move(added.run));
  if (out.runs.size() > max_measured_runs) drop_one(out);
  return out;
}

}  // namespace covey::parsers
