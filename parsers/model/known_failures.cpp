#include "parsers/model/known_failures.hpp"
#include "parsers/model/unreached.hpp"
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace covey::parsers {
namespace {

using test_name = std::pair<std::string_view, std::string_view>;  // group and name

test_name name_of(const test_id& id) {
  return {id.group, id.name};
}

// What a run says of the tests and groups that were known to fail. Only these are looked up, because a run
// can have a million tests.
class verdicts {
 public:
  verdicts(const std::vector<known_failure>& before, const finished_run& run) : run_(run) {
    for (const auto& known : before) {
      tests_.insert(name_of(known.what.id));
      groups_.insert(known.what.id.group);
      for (const auto& group : known.what.also_failed) groups_.insert(group);
    }
    for (const auto& test : run.results.tests) add(test);
    const auto& failures = run.results.failures;
    for (std::size_t i = 0; i + run.unmet_requests < failures.size(); ++i) add(failures[i]);
  }

  // Its test ran again, and did not fail.
  bool fixes(const known_failure& known) const {
    if (known.language != run_.language || failed_.contains(name_of(known.what.id))) return false;
    return known.what.id.name.empty() ? settles(known) : passed_.contains(name_of(known.what.id));
  }

  bool fails(const test_id& id) const { return failed_.contains(name_of(id)); }

  bool settles(const known_failure& known) const {
    if (known.language != run_.language) return false;
    const auto& what = known.what;
    if (failed_.contains(name_of(what.id))) return true;  // it is among the run's own failures
    if (!what.id.name.empty() && passed_.contains(name_of(what.id))) return true;
    switch (run_.scope) {
      case run_scope::whole:
        // A failed build or load kept tests from running, and an empty run judges nothing.
        return came_to_its_end() && broken_.empty() && has_run();
      case run_scope::failing:
        return is_no_verdict(what) && came_to_its_end() && groups_hold(what, &verdicts::is_sound);
      case run_scope::selected:
        return what.kind == failure_kind::error && groups_hold(what, &verdicts::has_passed);
    }
    return false;
  }

 private:
  void add(const test_record& test) {
    if (test.result != outcome::passed || !groups_.contains(test.id.group)) return;
    passed_groups_.insert(test.id.group);
    if (tests_.contains(name_of(test.id))) passed_.insert(name_of(test.id));
  }

  void add(const failure& one) {
    failed_.insert(name_of(one.id));
    if (!one.id.name.empty()) return;
    broken_.insert(one.id.group);
    broken_.insert(one.also_failed.begin(), one.also_failed.end());
  }

  // A build, a set-up, or a group as a whole.
  static bool is_no_verdict(const failure& what) {
    return what.id.name.empty() || what.kind == failure_kind::error;
  }

  bool came_to_its_end() const {
    return !is_partial(run_) && (run_.results.structured || run_.ending.value == 0);
  }
  bool has_run() const { return !run_.results.structured || run_.results.totals.tests() > 0; }
  bool is_broken(std::string_view group) const { return broken_.contains(group); }
  bool is_sound(std::string_view group) const { return !is_broken(group); }
  bool has_passed(std::string_view group) const {
    return passed_groups_.contains(group) && !is_broken(group);
  }
  bool groups_hold(const failure& what, bool (verdicts::*holds)(std::string_view) const) const {
    return (this->*holds)(what.id.group) &&
           std::all_of(what.also_failed.begin(), what.also_failed.end(),
                       [&](const auto& group) { return (this->*holds)(group); });
  }

  const finished_run& run_;
  std::set<test_name> tests_;          // known to fail
  std::set<std::string_view> groups_;  // the groups of these
  std::set<test_name> passed_, failed_;
  std::set<std::string_view> passed_groups_, broken_;
};

}  // namespace

std::vector<known_failure> known_failures(const finished_run& run) {
  const auto& own = run.results.failures;
  std::vector<known_failure> out;
  out.reserve(own.size() + run.still_failing.size());
  for (std::size_t i = 0; i + run.unmet_requests < own.size(); ++i)
    out.push_back({own[i], run.language, run.id, run.began, run.trees.before});
  out.insert(out.end(), run.still_failing.begin(), run.still_failing.end());
  return out;
}

std::vector<rerun_test> rerun_set(const std::vector<known_failure>& known, std::string_view language,
                                  std::size_t limit) {
  std::vector<rerun_test> out;
  for (const auto& one : known) {
    if (out.size() >= limit) break;
    if (one.language == language) out.emplace_back(one.what);
  }
  return out;
}

namespace {

// Those of the tests that failed now that passed in the run before.
std::set<test_name> passed_in(const finished_run& last, const run_results& results) {
  std::set<test_name> wanted, out;
  for (const auto& one : results.failures) wanted.insert(name_of(one.id));
  for (const auto& test : last.results.tests)
    if (test.result == outcome::passed && wanted.contains(name_of(test.id))) out.insert(name_of(test.id));
  return out;
}

run_changes changes_of(const std::vector<known_failure>& before, const verdicts& said,
                       const finished_run& last, const finished_run& run) {
  run_changes out;
  std::set<test_name> failed_before;
  for (const auto& known : before) {
    if (known.language != run.language || !failed_before.insert(name_of(known.what.id)).second) continue;
    if (said.fails(known.what.id)) ++out.still;
    if (said.fixes(known)) out.fixed.push_back(known.what.id);
  }
  const bool all_ran =
      std::find(run.whole_before.begin(), run.whole_before.end(), run.language) != run.whole_before.end();
  const auto passed = all_ran ? std::set<test_name>{} : passed_in(last, run.results);
  const auto& failures = run.results.failures;
  for (std::size_t i = 0; i + run.unmet_requests < failures.size(); ++i) {
    const auto name = name_of(failures[i].id);
    if (!failed_before.contains(name) && (all_ran || passed.contains(name))) out.newly.push_back(i);
  }
  out.compared = all_ran || out.still + out.fixed.size() + out.newly.size() > 0;
  return out;
}

std::vector<std::string> whole_after(const finished_run& last) {
  auto out = last.whole_before;
  const bool whole = last.scope == run_scope::whole && !is_cut(last) && last.results.structured &&
                     last.results.totals.tests() > 0;
  if (whole && std::find(out.begin(), out.end(), last.language) == out.end()) out.push_back(last.language);
  return out;
}

}  // namespace

void carry_over(const finished_run& last, finished_run& run) {
  const auto before = known_failures(last);
  run.unreached = unreached_after(last, run);
  run.whole_before = whole_after(last);
  run.known_before = before.size();
  run.still_failing.clear();
  const verdicts said{before, run};
  run.changes = changes_of(before, said, last, run);
  std::copy_if(before.begin(), before.end(), std::back_inserter(run.still_failing),
               [&](const auto& known) { return !said.settles(known); });
}

}  // namespace covey::parsers
