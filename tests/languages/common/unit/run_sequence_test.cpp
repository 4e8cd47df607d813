// Which command follows which, and what a stop means, without a process.
#include "parsers/languages/run_sequence.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

using namespace covey::parsers;
using action = run_sequence::action;
using meaning = run_sequence::meaning;
using ending = run_ending::kind_type;

namespace {

command named(std::string name, command_role role, std::size_t needed_by = 0, bool may_fail = false) {
  command out;
  out.argv = {std::move(name)};
  out.role = role;
  out.needed_by = needed_by;
  out.may_fail = may_fail;
  return out;
}

command tests(std::string name) {
  return named(std::move(name), command_role::tests);
}

// A sequence that has begun, and the names of what it started.
struct carried_out {
  explicit carried_out(std::vector<command> plan) : commands(std::move(plan)) {
    sequence.start(commands);
    note();
  }
  meaning exits(int code) { return ends(ending::exited, code); }
  meaning ends(ending kind, int value) {
    const auto out = sequence.command_ended(kind, value);
    note();
    return out;
  }
  void note() {
    if (const auto* one = sequence.current(); one != nullptr) started += one->argv.front() + " ";
  }

  std::vector<command> commands;
  run_sequence sequence;
  std::string started;
};

BOOST_AUTO_TEST_SUITE(run_sequences)

BOOST_AUTO_TEST_CASE(commands_run_one_after_the_other) {
  carried_out run{{tests("a"), tests("b"), named("print", command_role::print),
                   named("coverage", command_role::coverage)}};
  BOOST_TEST((run.exits(0) == meaning::tests_ended));
  BOOST_TEST((run.exits(1) == meaning::tests_ended));
  BOOST_TEST((run.exits(0) == meaning::passed));
  BOOST_TEST((run.exits(0) == meaning::passed));
  BOOST_TEST(run.started == "a b print coverage ");
  BOOST_TEST((run.sequence.current() == nullptr));
  BOOST_TEST(run.sequence.ran_tests());
  BOOST_TEST(run.sequence.ending().value == 1);
  BOOST_TEST((run.sequence.cancel() == action::none));
  BOOST_TEST((run.sequence.deadline() == action::none));
  BOOST_TEST(!run.sequence.is_stopped());
}

BOOST_AUTO_TEST_CASE(the_first_command_that_went_wrong_speaks_for_the_run) {
  carried_out run{{tests("a"), tests("b"), tests("c")}};
  run.exits(0), run.exits(3), run.exits(1);
  BOOST_TEST(run.sequence.ending().value == 3);
  carried_out good{{tests("a"), named("coverage", command_role::coverage)}};
  good.exits(0);
  BOOST_TEST((good.exits(7) == meaning::failed));
  BOOST_TEST((good.sequence.ending().kind == ending::exited));
  BOOST_TEST(good.sequence.ending().value == 0);
}

BOOST_AUTO_TEST_CASE(a_step_that_confirms_runs_only_after_what_passed) {
  auto confirms = named("confirm", command_role::step);
  confirms.after_pass = true;
  carried_out green{{tests("a"), confirms}};
  green.exits(0);
  BOOST_TEST((green.exits(3) == meaning::failed));
  BOOST_TEST(green.started == "a confirm ");
  BOOST_TEST(green.sequence.ending().value == 3);
  carried_out red{{tests("a"), tests("b"), confirms, named("coverage", command_role::coverage)}};
  red.exits(1), red.exits(0), red.exits(0);
  BOOST_TEST(red.started == "a b coverage ");
}

BOOST_AUTO_TEST_CASE(what_depends_on_a_step_that_failed_is_skipped) {
  carried_out run{{named("build", command_role::step, 2), tests("a"), tests("b"), tests("c")}};
  BOOST_TEST((run.exits(2) == meaning::failed));
  BOOST_TEST(run.started == "build c ");
  run.exits(0);
  BOOST_TEST(run.sequence.ending().value == 2);
  carried_out none{{named("build", command_role::step, 1), tests("a")}};
  none.exits(2);
  BOOST_TEST(!none.sequence.ran_tests());
  BOOST_TEST((none.sequence.current() == nullptr));
}

BOOST_AUTO_TEST_CASE(a_step_that_may_fail_changes_nothing) {
  carried_out run{{named("lint", command_role::step, 1, true), tests("a")}};
  BOOST_TEST((run.exits(1) == meaning::tolerated));
  run.exits(0);
  BOOST_TEST(run.started == "lint a ");
  BOOST_TEST(run.sequence.ending().value == 0);
}

BOOST_AUTO_TEST_CASE(after_killed_tests_only_what_makes_something_of_them_runs) {
  carried_out run{{tests("a"), tests("b"), named("coverage", command_role::coverage)}};
  BOOST_TEST((run.ends(ending::signalled, 9) == meaning::tests_ended));
  BOOST_TEST(run.started == "a coverage ");
  run.exits(0);
  BOOST_TEST((run.sequence.ending().kind == ending::signalled));
  carried_out step{{named("build", command_role::step), tests("a")}};
  step.ends(ending::signalled, 15);
  BOOST_TEST(step.started == "build a ");
}

BOOST_AUTO_TEST_CASE(a_cancelled_run_starts_nothing_more) {
  carried_out run{{tests("a"), named("coverage", command_role::coverage)}};
  BOOST_TEST((run.sequence.cancel() == action::stop_command));
  BOOST_TEST((run.sequence.cancel() == action::stop_command));  // with a shorter grace
  BOOST_TEST((run.sequence.deadline() == action::none));
  run.ends(ending::signalled, 15);
  BOOST_TEST(run.started == "a ");
  BOOST_TEST(run.sequence.ending().cancelled);
  BOOST_TEST(!run.sequence.ending().timed_out);
}

BOOST_AUTO_TEST_CASE(a_run_that_is_out_of_time_stays_that) {
  carried_out run{{named("build", command_role::step, 1), tests("a")}};
  BOOST_TEST((run.sequence.deadline() == action::stop_command));
  BOOST_TEST((run.sequence.deadline() == action::none));
  BOOST_TEST((run.sequence.cancel() == action::stop_command));
  BOOST_TEST((run.ends(ending::signalled, 15) == meaning::stopped));  // its output is no failure of the step
  BOOST_TEST(run.started == "build ");
  BOOST_TEST(run.sequence.ending().timed_out);
  BOOST_TEST(!run.sequence.ending().cancelled);
}

BOOST_AUTO_TEST_CASE(a_deadline_after_the_tests_keeps_their_outcome) {
  carried_out run{
      {tests("a"), named("print", command_role::print), named("coverage", command_role::coverage)}};
  run.exits(0);
  BOOST_TEST((run.sequence.deadline() == action::kill_command));
  BOOST_TEST((run.ends(ending::signalled, 9) == meaning::stopped));
  BOOST_TEST(run.started == "a print ");
  BOOST_TEST(!run.sequence.is_stopped());
  BOOST_TEST(run.sequence.ending().value == 0);
}

BOOST_AUTO_TEST_CASE(what_is_stopped_before_its_plan_starts_nothing) {
  const std::vector<command> plan{tests("a")};
  for (const bool by_time : {false, true}) {
    run_sequence early;
    BOOST_TEST(((by_time ? early.deadline() : early.cancel()) == action::cancel_plan));
    early.start(plan);
    BOOST_TEST((early.current() == nullptr));
    BOOST_TEST(early.ending().timed_out == by_time);
    BOOST_TEST(!early.ran_tests());
  }
  run_sequence nothing_to_do;
  nothing_to_do.start({});
  BOOST_TEST((nothing_to_do.current() == nullptr));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
