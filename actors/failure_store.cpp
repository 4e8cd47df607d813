#include "actors/failure_store.hpp"
#include "actors/limits.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/model/known_failures.hpp"
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

void failure_store_state::keep_earlier(const finished_run& run) {
  earlier.push_back(without_passed_tests(run));
}

std::size_t failure_store_state::earlier_bytes() const {
  std::set<const parsers::failure*> counted;
  if (latest)
    for (const auto& known : latest->still_failing) counted.insert(known.what.get());
  std::size_t out = 0;
  for (const auto& run : earlier) {
    out += bytes_of(*run);
    for (const auto& known : run->still_failing)
      if (counted.insert(known.what.get()).second) out += bytes_of(*known.what);
  }
  return out;
}

finished_run_ptr failure_store_state::record(const std::shared_ptr<finished_run>& run) {
  const bool again = latest && latest->id == run->id;
  const auto last = again ? std::exchange(before_told, nullptr) : latest;
  if (last && last->root == run->root) {
    carry_over(*last, *run, parsers::is_source);
    run->fingerprints.written_before = written_during(last->fingerprints);
  }
  if (run->coverage_follows) before_told = last;
  again ? void(latest = run) : keep(run);
  return run;
}

void failure_store_state::keep(finished_run_ptr run) {
  if (!root.empty() && run->root != root) {
    keep_earlier(*run);
  } else {
    if (latest) keep_earlier(*latest);
    latest = std::move(run);
  }
  while (earlier.size() + (latest ? 1 : 0) > limits::kept_runs ||
         (!earlier.empty() && earlier_bytes() > limits::kept_run_bytes))
    earlier.pop_front();
}

void failure_store_state::keep_lost(lost_run run) {
  lost.push_back(std::move(run));
  if (lost.size() > limits::kept_runs) lost.pop_front();
}

void failure_store_state::move_to(const std::string& workspace) {
  if (latest) keep_earlier(*latest);
  latest = before_told = nullptr;
  root = workspace;
}

found_run failure_store_state::find(std::uint64_t id) const {
  found_run out;
  for (const auto& run : earlier) {
    out.known.push_back(run->id);
    if (run->id == id) out.run = run;
  }
  if (latest) {
    out.known.push_back(latest->id);
    if (id == 0 || latest->id == id) out.run = latest;
  }
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
      [self](const forget_runs& message) { state_of(self).move_to(message.root); },
      [self](const latest_run&) { return state_of(self).latest; },
      [self](const find_run& asked) { return state_of(self).find(asked.id); },
      [self](const lost_run& run) { state_of(self).keep_lost(run); },
  };
}

}  // namespace covey::actors
