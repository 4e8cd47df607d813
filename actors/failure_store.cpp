#include "actors/failure_store.hpp"
#include "actors/limits.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/failures/known_failures.hpp"
#include <algorithm>
#include <set>
#include <utility>

namespace covey::actors {
namespace {

using parsers::finished_run;

std::size_t bytes_of(const parsers::failure& one) {
  const auto values = one.expected.value_or("").size() + one.actual.value_or("").size();
  return sizeof one + one.id.name.size() + one.key.size() + one.message.size() + one.diff.size() +
         one.output.size() + values;
}

std::size_t bytes_of(const parsers::cause& one) {
  auto out = sizeof one + 2 * one.members.size() * sizeof(std::size_t) +
             one.parts.size() * sizeof(parsers::cause_part);
  for (const auto& each : one.suspects.found) out += sizeof each + each.file.size() + each.function.size();
  return out;
}

// Without the paths, which it shares with the states before and after it.
std::size_t bytes_of(const parsers::fingerprint& tree) {
  return tree.files.size() * sizeof(parsers::file_content);
}

// Of what an answer about an earlier run can show; without the failures that it shares.
std::size_t bytes_of(const finished_run& run) {
  std::size_t out =
      run.out.text.size() + run.err.text.size() + run.results.tests.size() * sizeof(parsers::test_record);
  if (run.fingerprints.before) out += bytes_of(*run.fingerprints.before);
  if (run.fingerprints.after != run.fingerprints.before && run.fingerprints.after)
    out += bytes_of(*run.fingerprints.after);
  for (const auto& one : run.results.failures) out += bytes_of(one);
  for (const auto& one : run.causes) out += bytes_of(one);
  for (const auto& test : run.results.tests) out += test.id.name.size();
  return out + run.still_failing.size() * sizeof(parsers::known_failure);
}

// A million tests take 300 MB, and no answer about an earlier run names those that passed.
constexpr std::size_t max_test_bytes = limits::kept_run_bytes / limits::kept_runs;

finished_run_ptr without_passed_tests(const finished_run& run) {
  auto out = std::make_shared<finished_run>(run);
  out->selected.clear();  // it points into the tests
  auto& tests = out->results.tests;
  if (tests.size() * sizeof(parsers::test_record) <= max_test_bytes) return out;
  std::erase_if(tests, [](const auto& test) { return test.result == parsers::outcome::passed; });
  tests.shrink_to_fit();
  out->notes.emplace_back("the tests that passed are kept of the latest run only: suites count the others");
  return out;
}

}  // namespace

failure_store_state::known_root failure_store_state::of(const std::string& workspace) const {
  const auto found = std::ranges::find(roots, workspace, [](const auto& one) { return one.latest->root; });
  return found == roots.end() ? known_root{} : *found;
}

finished_run_ptr failure_store_state::latest() const {
  if (root.empty()) return roots.empty() ? nullptr : roots.back().latest;
  return of(root).latest;
}

std::size_t failure_store_state::earlier_bytes() const {
  std::set<const parsers::failure*> counted;
  if (const auto now = latest())
    for (const auto& known : now->still_failing) counted.insert(known.what.get());
  std::size_t out = 0;
  for (const auto& run : earlier) {
    out += bytes_of(*run);
    for (const auto& known : run->still_failing)
      if (counted.insert(known.what.get()).second) out += bytes_of(*known.what);
  }
  return out;
}

finished_run_ptr failure_store_state::record(const std::shared_ptr<finished_run>& run) {
  const auto known = of(run->root);
  const bool again = known.latest && known.latest->id == run->id;
  const auto last = again ? known.before_told : known.latest;
  if (last) {
    carry_over(*last, *run, parsers::is_source);
    run->fingerprints.written_before = written_during(last->fingerprints);
  }
  keep(run, run->coverage_follows ? last : nullptr);
  return run;
}

void failure_store_state::keep(const finished_run_ptr& run, finished_run_ptr before_told) {
  const auto known = of(run->root);
  if (known.latest) std::erase_if(roots, [&](const auto& one) { return one.latest == known.latest; });
  if (known.latest && known.latest->id != run->id) earlier.push_back(without_passed_tests(*known.latest));
  roots.push_back({run, std::move(before_told)});
  drop_oldest();
}

void failure_store_state::drop_oldest() {
  while (roots.size() > limits::known_roots) {
    const bool is_here = roots.front().latest == latest();
    earlier.push_back(roots[is_here ? 1 : 0].latest);
    roots.erase(roots.begin() + (is_here ? 1 : 0));
  }
  while (!earlier.empty() &&
         (earlier.size() + roots.size() > limits::kept_runs || earlier_bytes() > limits::kept_run_bytes))
    earlier.pop_front();
}

void failure_store_state::keep_lost(lost_run run) {
  lost.push_back(std::move(run));
  if (lost.size() > limits::kept_runs) lost.pop_front();
}

void failure_store_state::move_to(const std::string& workspace) {
  if (const auto left = latest(); left && left->root != workspace)
    for (auto& one : roots)
      if (one.latest == left) one.latest = without_passed_tests(*left);
  root = workspace;
}

found_run failure_store_state::find(std::uint64_t id) const {
  found_run out;
  for (const auto& run : earlier) {
    out.known.push_back(run->id);
    if (run->id == id) out.run = run;
  }
  for (const auto& one : roots) {
    out.known.push_back(one.latest->id);
    if (one.latest->id == id) out.run = one.latest;
  }
  if (id == 0) out.run = latest();
  for (const auto& one : lost) {
    out.known.push_back(one.id);
    const bool is_latest =
        id == 0 && (root.empty() || one.root == root) && (!out.run || one.id > out.run->id);
    if (one.id == id || is_latest) out.lost = one;
  }
  std::sort(out.known.begin(), out.known.end());
  return out;
}

failure_store_actor::behavior_type failure_store(
    failure_store_actor::stateful_pointer<failure_store_state> self) {
  return {
      [self](const record_run& message) { return state_of(self).record(message.run); },
      [self](const move_stores& message) { state_of(self).move_to(message.root); },
      [self](const latest_run&) { return state_of(self).latest(); },
      [self](const find_run& asked) { return state_of(self).find(asked.id); },
      [self](const lost_run& run) { state_of(self).keep_lost(run); },
  };
}

}  // namespace covey::actors
