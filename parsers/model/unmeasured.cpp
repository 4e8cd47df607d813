#include "parsers/model/unmeasured.hpp"
#include <algorithm>
#include <set>
#include <utility>

namespace covey::parsers {
namespace {

constexpr std::size_t max_named = 3;
constexpr std::size_t max_failures = 1'000;  // of more, no one looks for such a cause

bool fails(const run_results& run, const test_id& id) {
  return std::ranges::any_of(run.failures, [&](const auto& one) { return one.id == id; });
}

bool has(const run_results& run, const test_id& id) {
  return std::ranges::any_of(run.tests, [&](const auto& one) { return one.id == id; });
}

// A test has to pass; of a hook or a file that did not load, the group has to have tests that do.
bool passes(const run_results& run, const test_id& id, bool is_test) {
  return !fails(run, id) && std::ranges::any_of(run.tests, [&](const auto& one) {
    return one.result == outcome::passed && (is_test ? one.id == id : one.id.group == id.group);
  });
}

// The tests of a group as they are without coverage, for what failed in it of no test.
void replace_tests(run_results& told, const run_results& plain, const shared_text& group) {
  for (const auto& one : plain.tests) {
    if (one.id.group != group || has(told, one.id) || one.result == outcome::failed) continue;
    ++(one.result == outcome::passed ? told.totals.passed : told.totals.skipped);
    told.tests.push_back(one);
  }
  std::erase_if(told.unrun, [&](const auto& left) {
    if (left.group == group) told.not_run -= std::min(told.not_run, left.count);
    return left.group == group;
  });
}

}  // namespace

std::vector<rerun_test> affected_groups(run_results& told, std::string_view own_folder) {
  std::vector<rerun_test> out;
  if (told.failures.size() > max_failures) return out;
  std::set<std::pair<shared_text, std::string>> known;  // a file may be of several commands
  for (const auto& one : told.failures) {
    for (const auto& text : {one.message, one.diff, one.output, one.expected.value_or(""), one.actual.value_or("")})
      if (text.find(own_folder) != std::string::npos) told.affected.insert(one.id.group);
    if (!told.affected.contains(one.id.group) || !known.emplace(one.id.group, one.runner).second) continue;
    auto& group = out.emplace_back(one);
    group.kind = failure_kind::error;
    group.id.name = group.key = {};
  }
  return out;
}

std::string take_back(run_results& told, const run_results& plain, const run_results& measured) {
  std::vector<test_id> taken;
  std::erase_if(told.failures, [&](const failure& one) {
    if (!told.affected.contains(one.id.group) || !passes(plain, one.id, has(told, one.id)) || !fails(measured, one.id))
      return false;
    --(is_of_a_test(one) ? told.totals.failed : told.totals.errors);
    taken.push_back(one.id);
    return true;
  });
  for (auto& one : told.tests) {  // a parent failed with its parts, and has no failure of its own
    if (taken.empty() || one.result != outcome::failed || fails(told, one.id) || !passes(plain, one.id, true)) continue;
    one.result = outcome::passed;
    ++told.totals.passed;
  }
  std::string names;
  for (const auto& id : taken) {
    if (!has(told, id)) replace_tests(told, plain, id.group);
    if (&id - taken.data() < static_cast<std::ptrdiff_t>(max_named)) names += (names.empty() ? "" : ", ") + full_name(id);
  }
  if (taken.size() > max_named) names += " and " + std::to_string(taken.size() - max_named) + " more";
  if (taken.empty()) return {};
  return std::to_string(taken.size()) +
         " failure(s) come of measuring coverage and do not count: without it they are gone, with it they are back: " + names;
}

}  // namespace covey::parsers
