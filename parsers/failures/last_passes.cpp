#include "parsers/failures/last_passes.hpp"
#include <algorithm>
#include <map>
#include <set>
#include <utility>

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

// `before` is null, or what it was when the test was first seen failing.
last_pass_ptr commit_of(const last_pass_ptr& before, bool is_new, const edited_files_ptr& edits) {
  last_pass out{0, nullptr, nullptr, edits};
  if (before && !is_new) {
    auto same = *edits;
    std::erase_if(same, [&](const auto& one) { return !before->edits->contains(one.first); });
    out.edits = std::make_shared<const edited_files>(std::move(same));
  }
  return std::make_shared<const last_pass>(std::move(out));
}

}  // namespace

void remember_passes(const finished_run& last, finished_run& run) {
  if (!is_alike(last, run)) return;
  run.whole_pass = last.whole_pass;
  auto now = pass_of(last);
  if (last.scope == run_scope::whole && !is_partial(last)) {
    last_pass whole = *now;
    for (const auto& one : last.results.failures) whole.failing.push_back(one.id);
    std::sort(whole.failing.begin(), whole.failing.end());
    now = run.whole_pass = std::make_shared<const last_pass>(std::move(whole));
  }
  const auto nothing =
      std::make_shared<const last_pass>(last_pass{0, nullptr, nullptr, std::make_shared<edited_files>()});
  std::map<test_id, last_pass_ptr> failing;
  for (const auto& one : last.results.failures) failing.emplace(one.id, one.passed);
  for (const auto& one : last.still_failing) failing.emplace(one.what->id, one.what->passed);
  std::set<test_id> wanted, passed;
  for (const auto& one : run.results.failures) wanted.insert(one.id);
  for (const auto& test : last.results.tests)
    if (test.result == outcome::passed && wanted.contains(test.id)) passed.insert(test.id);
  for (auto& one : run.results.failures) {
    const auto before = failing.find(one.id);
    if (before != failing.end())
      one.passed = before->second ? before->second : nothing;
    else if (passed.contains(one.id))
      one.passed = now;
    else if (run.whole_pass &&
             !std::binary_search(run.whole_pass->failing.begin(), run.whole_pass->failing.end(), one.id))
      one.passed = run.whole_pass;
  }
}

bool wants_commit(const finished_run* last, const finished_run& run) {
  if (last != nullptr && !is_alike(*last, run)) return false;
  const auto& all = run.results.failures;
  return std::any_of(all.begin(), all.end(), [](const auto& one) {
    return !one.passed || (one.passed->edits && !one.passed->edits->empty());
  });
}

void remember_commit(finished_run& run, const edited_files_ptr& edits) {
  std::map<std::pair<last_pass_ptr, bool>, last_pass_ptr> now;
  for (auto& one : run.results.failures) {
    if (one.passed && !one.passed->edits) continue;
    // A test that was not committed was red before what it tests was written.
    const bool is_new = one.passed && 
                        (one.passed->edits->contains(std::string_view{one.where.file}) ||
                         one.passed->edits->contains(std::string_view{one.id.group}));
    auto& commit = now[{one.passed, is_new}];
    if (!commit) commit = commit_of(one.passed, is_new, edits);
    one.passed = commit;
  }
}

}  // namespace covey::parsers
