// The state machine of a run, without its processes: which command of a plan runs when, and how the whole
// run ended. The driver of the sequence starts current(), reports how it ended, and does what cancel() and
// deadline() return.
//
//                 start(plan)             the last command ended
//   ┌──────────┐               ┌─────────┐                      ┌──────┐
//   │ planning │ ────────────► │ running │ ───────────────────► │ over │
//   └──────────┘               └─────────┘                      └──────┘
//        │ cancel, deadline         │ cancel, deadline             ▲  ▲
//        │                          ▼                              │  │
//        │                     ┌──────────┐  the command ended     │  │
//        │                     │ stopping │ ───────────────────────┘  │
//        │                     └──────────┘                           │
//        └────────────── start(plan) or finish() ─────────────────────┘
// Design: docs/design/02-run-sequence.md
#pragma once

#include "parsers/languages/plan.hpp"
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace covey::parsers {

class run_sequence {
 public:
  // What a stop asks of the driver.
  enum class action : std::uint8_t {
    none,          // it is too late: the run is over
    cancel_plan,   // nothing runs yet
    stop_command,  // with a grace period; its output still counts
    kill_command   // at once: the tests are done, and only their coverage or report would follow
  };

  // What the end of a command means.
  enum class meaning : std::uint8_t {
    tests_ended,
    passed,     // a step or a helper succeeded
    tolerated,  // a step failed, and its may_fail is set
    failed,     // a step failed, or the output of a helper is missing
    stopped     // the run was stopped: how the command ended says nothing
  };

  // Starts nothing if the run was cancelled or timed out before. The commands must outlive the sequence.
  void start(std::span<const command> commands);

  // The running command, or the one to start next; null: none.
  const command* current() const;
  std::size_t index() const { return at_; }  // of current()
  bool only_coverage_is_left() const;        // what follows tells nothing more of the tests

  // If a build step fails, the commands that depend on it are skipped: they would test stale output. After
  // tests that were killed or did not start, no other tests run.
  meaning command_ended(run_ending::kind_type kind, int value);

  action cancel();    // a run that has timed out stays timed out
  action deadline();  // once the tests are done, the run keeps its outcome
  void finish() { phase_ = phase::over; }
  void take_ending(const run_ending& ending) { ending_ = ending; }  // of the same tests, run again
  void give_up_in_time() { ending_.timed_out = true; }  // the runner's own limit ended the tests

  bool is_stopped() const { return ending_.cancelled || ending_.timed_out; }
  bool ends_early() const { return is_stopped() || helpers_cut_; }  // no command may follow
  bool ran_tests() const { return ran_tests_; }
  // The first tests or needed step that failed decide the run's ending.
  const run_ending& ending() const { return ending_; }

 private:
  enum class phase : std::uint8_t { planning, running, stopping, over };

  meaning meaning_of(const command& ended, bool passed) const;
  void note_ending(run_ending::kind_type kind, int value);
  void advance(bool tests_may_follow);
  void enter(std::size_t index);

  phase phase_ = phase::planning;
  std::span<const command> commands_;
  std::size_t at_ = 0;
  std::size_t skip_ = 0;      // how many of the next commands depend on a failed step
  bool ran_tests_ = false;    // some were started
  bool has_ending_ = false;   // ending_ is that of a command
  bool helpers_cut_ = false;  // the deadline came when only helpers were left
  run_ending ending_;
};

// A command that follows up on ended tests: it prints their report, or writes their coverage.
bool is_helper(const command& one);

}  // namespace covey::parsers
