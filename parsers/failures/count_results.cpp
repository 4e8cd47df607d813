#include "parsers/failures/count_results.hpp"
#include "parsers/failures/named_results.hpp"
#include "parsers/model/outermost.hpp"
#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_set>

namespace covey::parsers {
namespace {

bool is_beside_tests(const failure& one) {
  return one.kind == failure_kind::error && !one.has_result;
}

// Named errors come from hooks, and the tests that a hook prevented are counted with it. Unnamed ones come from loading, building
// or the process: if no test of the group has ended, the error prevented all of them.
void count_beside(finished_run& run) {
  std::map<std::string_view, std::unordered_set<std::string_view>> ended;
  std::map<std::string_view, std::uint64_t> never_began;
  for (const auto& one : run.results.failures)
    if (is_beside_tests(one)) ended[one.id.group];
  if (ended.empty()) return;
  for (const auto& test : run.results.tests)
    if (const auto found = ended.find(test.id.group); found != ended.end())
      found->second.insert(test.id.name);
  for (const auto& left : run.results.unrun) never_began[left.group] += left.count;
  for (auto& one : run.results.failures) {
    if (!is_beside_tests(one)) continue;
    auto tests = count_outermost(ended[one.id.group], one.id.separator);
    if (!one.id.name.empty()) tests += never_began[one.id.group];
    if (tests > 0 && run.scope != run_scope::whole) tests = failure::any_number;
    one.beside = static_cast<std::uint32_t>(std::min<std::uint64_t>(tests, failure::any_number));
  }
}

// "80", "87.5"
std::string percent_text(double value) {
  const auto tenths = std::llround(value * 10);
  const auto whole = std::to_string(tenths / 10);
  return tenths % 10 == 0 ? whole : whole + "." + std::to_string(tenths % 10);
}

std::string figure(std::uint32_t permille) {
  return std::to_string(permille / 10) + "." + std::to_string(permille % 10);
}

}  // namespace

void judge_thresholds(finished_run& run) {
  if (run.scope != run_scope::whole || run.coverage_follows) return;
  run.unmet.clear();
  const bool is_known = run.covered && run.covered->lines.found > 0 && !is_partial(run);
  for (const auto& one : run.results.thresholds) {
    const auto name = "coverage threshold " + percent_text(one.percent) + " (" + one.origin + ")";
    if (!is_known) {
      if (one.is_enforced) run.notes.push_back(name + " was not checked: the lines of all tests were not measured");
      continue;
    }
    const auto& lines = run.covered->lines;
    if (100.0 * static_cast<double>(lines.hit) >= one.percent * static_cast<double>(lines.found)) continue;
    auto text = name + " not met: " + figure(permille(lines));
    if (one.is_enforced)
      run.unmet.push_back(std::move(text));
    else
      run.notes.push_back(text + "; the project's test command does not measure, and so does not check it");
  }
}

void count_results(finished_run& run) {
  named_results tests;
  for (const auto& one : run.results.failures) tests.look_up(one.id);
  tests.read(run.results, 0);
  for (auto& one : run.results.failures) {
    const auto ended = tests.of(one).ended;
    one.results = std::max(ended, 1u);
    one.has_result = ended > 0;
  }
  count_beside(run);
}

}  // namespace covey::parsers
