#include "parsers/events/expected_tests.hpp"
#include <algorithm>
#include <string>

namespace covey::parsers {

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

}  // namespace covey::parsers
