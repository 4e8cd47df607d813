#include "parsers/failures/unmeasured.hpp"
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

bool passes(const run_results& run, const test_id& id) {
  return !fails(run, id) && std::ranges::any_of(run.tests, [&](const auto& one) { return one.result == outcome::passed && one.id == id; });
}

bool is_in(const failure& one, const shared_text& group) {
  return one.id.group == group || std::ranges::find(one.also_failed, group.string()) != one.also_failed.end();
}

// A test has to pass; of a hook, a build or a file that did not load, all groups have to have tests that ran, or none at all.
bool is_gone(const run_results& plain, const failure& one, bool is_test) {
  if (is_test) return passes(plain, one.id);
  const auto ran = [&](const std::string& group) {
    return std::ranges::any_of(plain.tests, [&](const auto& test) { return test.result != outcome::skipped && test.id.group == group; }) ||
           std::ranges::any_of(plain.testless, [&](const auto& testless) { return testless == group; });
  };
  return !fails(plain, one.id) && ran(one.id.group) && std::ranges::all_of(one.also_failed, ran);
}

// Of no test, or of one that ended its process before others.
bool kept_others_from_running(const run_results& told, const failure& one) {
  return !has(told, one.id) || std::ranges::any_of(told.unrun, [&](const auto& left) { return is_in(one, left.group); });
}

// The tests of its groups as they are without coverage.
void replace_tests(run_results& told, const run_results& plain, const failure& taken) {
  for (const auto& one : plain.failures) {
    if (!is_in(taken, one.id.group) || has(told, one.id) || fails(told, one.id)) continue;
    ++(is_of_a_test(one) ? told.totals.failed : told.totals.errors);
    told.failures.push_back(one);
  }
  for (const auto& one : plain.tests) {
    if (!is_in(taken, one.id.group) || has(told, one.id)) continue;
    if (one.result != outcome::failed) ++(one.result == outcome::passed ? told.totals.passed : told.totals.skipped);
    told.tests.push_back(one);
  }
  std::erase_if(told.unfinished, [&](const auto& id) { return is_in(taken, id.group) && has(told, id); });
  std::erase_if(told.unrun, [&](const auto& left) {
    if (is_in(taken, left.group)) told.not_run -= std::min(told.not_run, left.count);
    return is_in(taken, left.group);
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
  std::vector<failure> taken;
  std::erase_if(told.failures, [&](const failure& one) {
    if (!told.affected.contains(one.id.group) || !is_gone(plain, one, has(told, one.id)) || !fails(measured, one.id))
      return false;
    --(is_of_a_test(one) ? told.totals.failed : told.totals.errors);
    taken.push_back(one);
    return true;
  });
  for (auto& one : told.tests) {  // a parent failed with its parts, and has no failure of its own
    if (taken.empty() || one.result != outcome::failed || fails(told, one.id) || !passes(plain, one.id)) continue;
    one.result = outcome::passed;
    ++told.totals.passed;
  }
  std::string names;
  for (const auto& one : taken) {
    if (kept_others_from_running(told, one)) replace_tests(told, plain, one);
    if (&one - taken.data() < static_cast<std::ptrdiff_t>(max_named)) names += (names.empty() ? "" : ", ") + full_name(one.id);
  }
  if (taken.size() > max_named) names += " and " + std::to_string(taken.size() - max_named) + " more";
  if (taken.empty()) return {};
  return std::to_string(taken.size()) +
         " failure(s) come of measuring coverage and do not count: without it they are gone, with it they are back: " + names;
}

}  // namespace covey::parsers
