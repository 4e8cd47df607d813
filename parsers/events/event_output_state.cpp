#include "parsers/events/event_output_state.hpp"
#include <algorithm>
#include <iterator>

namespace covey::parsers {
namespace {

constexpr std::size_t max_failures = 50;

}  // namespace

void expected_tests::know(const shared_text& group, std::uint64_t count, bool with_skipped) {
  auto& state = groups_[group];
  state.is_done = false;
  if (count == 0) return;
  state.counted = true;
  state.with_skipped = with_skipped;
  state.expected = state.ended + count;
}

void expected_tests::test_ended(const shared_text& group, bool began_or_ran) {
  if (groups_.empty()) return;
  const auto it = groups_.find(group);
  if (it != groups_.end() && (began_or_ran || it->second.with_skipped)) ++it->second.ended;
}

void expected_tests::done(const shared_text& group, std::uint64_t not_run) {
  auto& state = groups_[group];
  state.is_done = true;
  state.not_run = not_run;
}

std::vector<unrun_tests> expected_tests::not_run() const {
  std::vector<unrun_tests> out;
  for (const auto& [group, state] : groups_) {
    const auto count = state.is_done ? state.not_run : state.expected - std::min(state.expected, state.ended);
    if (count > 0) out.push_back({group, count});
  }
  return out;
}

std::string expected_tests::never_began() const {
  if (expected_groups_ > groups_.size())
    return std::to_string(expected_groups_ - groups_.size()) + " of " + std::to_string(expected_groups_) +
           " test files never began: how many tests they hold is not known";
  constexpr std::size_t max = 10;
  std::string names;
  std::size_t count = 0;
  for (const auto& [group, state] : groups_)
    if (!state.is_done && !state.counted && !state.began && state.ended == 0 && ++count <= max)
      names += (names.empty() ? "" : ", ") + group.string();
  if (count == 0) return {};
  if (count > max) names += " and " + std::to_string(count - max) + " more";
  return "never began, and how many tests they hold is not known: " + names;
}

void open_tests::begin(test_id id, reporter_event& event) {
  const auto [first, last] = tests_.equal_range(identity_of(event));
  const auto waiting = std::find_if(first, last, [](const auto& test) { return test.waits; });
  std::vector<failure> failures;
  if (waiting != last) failures = std::move(tests_.extract(waiting).value().failures);
  tests_.insert({std::move(id), std::string{event.key}, std::move(event.place), ++begun_,
                 std::move(event.selections), std::move(failures)});
}

void open_tests::pause(const reporter_event& event) {
  const auto test = tests_.find(identity_of(event));
  if (test != tests_.end()) tests_.erase(test);
}

void open_tests::wait(const reporter_event& event) {
  const auto test = tests_.find(identity_of(event));
  if (test == tests_.end()) return;
  test->waits = true;
  if (test->failures.empty()) tests_.erase(test);
}

void open_tests::fail(test_id id, reporter_event& event) {
  auto test = tests_.find(identity_of(event));
  if (test == tests_.end()) {
    test = tests_.insert({std::move(id), std::string{event.key}, {}, ++begun_, event.selections});
    test->waits = true;
  }
  if (test->failures.size() < max_failures)
    std::move(event.failures.begin(), event.failures.end(), std::back_inserter(test->failures));
}

std::optional<open_test> open_tests::take(const reporter_event& event) {
  const auto [first, last] = tests_.equal_range(identity_of(event));
  auto test = std::find_if(first, last, [&](const auto& twin) {
    return event.place.line > 0 && twin.defined.line == event.place.line &&
           twin.defined.file == event.place.file;
  });
  if (test == last) test = first == last ? tests_.end() : first;
  if (test == tests_.end())
    test = tests_.find(identity{event.group, event.name});  // its key was not known yet
  if (test == tests_.end()) return {};
  return std::move(tests_.extract(test).value());
}

const open_test* open_tests::stopped(const reporter_event& event) const {
  auto test = tests_.find(identity_of(event));
  if (test == tests_.end()) test = tests_.find(identity{event.group, event.name});
  return test != tests_.end() && test->order <= begun_before_stop_ ? &*test : nullptr;
}

const open_test* open_tests::oldest() const {
  const open_test* out = nullptr;
  for (const auto& test : tests_)
    if (!test.waits && (out == nullptr || test.order < out->order)) out = &test;
  return out;
}

std::vector<open_test> open_tests::take_all() {
  std::vector<open_test> out;
  while (!tests_.empty()) out.push_back(std::move(tests_.extract(tests_.begin()).value()));
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.order < b.order; });
  return out;
}

}  // namespace covey::parsers
