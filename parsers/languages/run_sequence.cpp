#include "parsers/languages/run_sequence.hpp"
#include <algorithm>

namespace covey::parsers {
namespace {

using ending_kind = run_ending::kind_type;

bool is_pass(ending_kind kind, int value) {
  return kind == ending_kind::exited && value == 0;
}

}  // namespace

bool is_helper(const command& one) {
  return one.role == command_role::print || one.role == command_role::coverage;
}

void run_sequence::start(std::span<const command> commands) {
  commands_ = commands;
  if (is_stopped() || commands.empty()) return finish();
  enter(0);
}

const command* run_sequence::current() const {
  const bool runs = phase_ == phase::running || phase_ == phase::stopping;
  return runs && at_ < commands_.size() ? &commands_[at_] : nullptr;
}

bool run_sequence::only_coverage_is_left() const {
  if (current() == nullptr) return false;
  const auto left = commands_.subspan(at_);
  return std::all_of(left.begin(), left.end(),
                     [](const auto& one) { return one.role == command_role::coverage; });
}

run_sequence::meaning run_sequence::command_ended(ending_kind kind, int value) {
  const auto& ended = commands_[at_];
  const bool passed = is_pass(kind, value);
  const auto out = meaning_of(ended, passed);
  if (ended.role == command_role::tests) note_ending(kind, value);
  if (ended.role == command_role::step) {
    const bool counts = !passed && !ended.may_fail;
    note_ending(counts ? kind : ending_kind::exited, counts ? value : 0);
    if (out == meaning::failed) skip_ = ended.needed_by;
  }
  advance(kind == ending_kind::exited || ended.role == command_role::step);
  return out;
}

run_sequence::meaning run_sequence::meaning_of(const command& ended, bool passed) const {
  if (ended.role == command_role::tests) return meaning::tests_ended;
  if (passed) return meaning::passed;
  if (is_stopped() || (is_helper(ended) && helpers_cut_)) return meaning::stopped;
  return ended.role == command_role::step && ended.may_fail ? meaning::tolerated : meaning::failed;
}

void run_sequence::note_ending(ending_kind kind, int value) {
  if (has_ending_ && !is_pass(ending_.kind, ending_.value)) return;
  has_ending_ = true;
  ending_.kind = kind;
  ending_.value = value;
}

void run_sequence::advance(bool tests_may_follow) {
  if (is_stopped() || helpers_cut_) return finish();
  for (auto next = at_ + 1; next < commands_.size(); ++next) {
    if (skip_ > 0) {
      --skip_;
      continue;
    }
    if (commands_[next].after_pass && has_ending_ && !is_pass(ending_.kind, ending_.value)) continue;
    if (tests_may_follow || commands_[next].role != command_role::tests) return enter(next);
  }
  finish();
}

void run_sequence::enter(std::size_t index) {
  phase_ = phase::running;
  at_ = index;
  ran_tests_ = ran_tests_ || commands_[index].role == command_role::tests;
}

run_sequence::action run_sequence::cancel() {
  if (phase_ == phase::over) return action::none;
  ending_.cancelled = !ending_.timed_out;
  if (phase_ == phase::planning) return action::cancel_plan;
  phase_ = phase::stopping;
  return action::stop_command;
}

run_sequence::action run_sequence::deadline() {
  if (phase_ != phase::planning && phase_ != phase::running) return action::none;
  if (phase_ == phase::running && is_helper(commands_[at_])) {
    helpers_cut_ = true;
    return action::kill_command;
  }
  ending_.timed_out = true;
  if (phase_ == phase::planning) return action::cancel_plan;
  phase_ = phase::stopping;
  return action::stop_command;
}

}  // namespace covey::parsers
