#include "parsers/model/last_passes.hpp"
#include <map>
#include <set>

namespace covey::parsers {
namespace {

using last_pass_ptr = std::shared_ptr<const last_pass>;

// A run of another language, or with other options, says nothing of these tests.
bool is_alike(const finished_run& last, const finished_run& run) {
  return last.language == run.language && same_options(last.options, run.options);
}

last_pass_ptr pass_of(const finished_run& run) {
  return std::make_shared<const last_pass>(last_pass{run.id, run.fingerprints.before, run.lines});
}

}  // namespace

void remember_passes(const finished_run& last, finished_run& run) {
  if (!is_alike(last, run)) return;
  run.whole_pass = last.whole_pass;
  const auto now = pass_of(last);
  // Where something failed then, it is not known which of the tests passed later did.
  if (last.scope == run_scope::whole && !is_partial(last))
    run.whole_pass = last.results.failures.empty() ? now : nullptr;
  std::map<test_id, last_pass_ptr> failing;
  for (const auto& one : last.results.failures) failing.emplace(one.id, one.passed);
  for (const auto& one : last.still_failing) failing.emplace(one.what->id, one.what->passed);
  std::set<test_id> wanted, passed;
  for (const auto& one : run.results.failures) wanted.insert(one.id);
  for (const auto& test : last.results.tests)
    if (test.result == outcome::passed && wanted.contains(test.id)) passed.insert(test.id);
  for (auto& one : run.results.failures) {
    const auto before = failing.find(one.id);
    one.passed = before != failing.end() ? before->second : passed.contains(one.id) ? now : run.whole_pass;
  }
}

}  // namespace covey::parsers
