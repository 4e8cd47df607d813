// How a command is ended, and what it leaves behind.
#include "tests/process/run_command.hpp"
#include "tests/support/processes.hpp"
#include <boost/test/unit_test.hpp>
#include <csignal>

using namespace covey::testing;
using namespace std::chrono_literals;
using ending_kind = covey::parsers::run_ending::kind_type;

namespace {

const std::string marker = "COVEY_RUN=stop-test-" + std::to_string(::getpid());

// Started, and so far that it has said "ready".
struct ready_command : command {
  explicit ready_command(const std::string& behaviours) : command(behaving(behaviours)) {
    request.set_env = {{"COVEY_RUN", marker.substr(marker.find('=') + 1)}};
    start();
    until([this] { return so_far().out.find("ready\n") != std::string::npos; });
  }

  command_result stop(milliseconds grace) {
    const auto asked = clock::now();
    child().stop(grace);
    auto result = finish();
    result.took = since(asked);
    return result;
  }
};

volatile std::sig_atomic_t broken_pipes = 0;

void expect_none_alive() {
  const auto left = processes_with(marker);
  BOOST_CHECK_MESSAGE(left.empty(), "still alive: " << describe(left));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stop)

BOOST_AUTO_TEST_CASE(a_command_that_obeys_ends_at_once_and_not_at_the_end_of_the_grace) {
  const auto result = ready_command{"trap-exit,say:ready,hang"}.stop(10s);
  BOOST_TEST((result.ending.kind == ending_kind::exited));
  BOOST_TEST(result.ending.value == 0);
  BOOST_TEST(result.out == "ready\nbye\n");
  BOOST_TEST(result.took.count() < 5000);
  expect_none_alive();
}

BOOST_AUTO_TEST_CASE(a_stubborn_command_is_killed_when_the_grace_is_over) {
  const auto result = ready_command{"ignore-term,say:ready,hang"}.stop(300ms);
  BOOST_TEST((result.ending.kind == ending_kind::signalled));
  BOOST_TEST(result.ending.value == SIGKILL);
  BOOST_TEST(result.took.count() >= 300);
  BOOST_TEST(result.took.count() < 5000);
  expect_none_alive();
}

// A second one cuts short what a program says on the first: faulthandler's stack, what Julia does at its end.
BOOST_AUTO_TEST_CASE(a_command_is_asked_once) {
  for (int again = 0; again < 10; ++again) {  // two signals at once may arrive as one
    const auto result = ready_command{"report-term,say:ready,hang"}.stop(10s);
    BOOST_TEST(result.out == "ready\nterm\n");
  }
}

BOOST_AUTO_TEST_CASE(what_has_left_the_group_is_asked_once_too) {
  const auto result = ready_command{"daemonise-reporting,trap-exit,say:ready,hang"}.stop(10s);
  const auto at = result.out.find("term\n");
  BOOST_TEST(at != std::string::npos);
  BOOST_TEST(result.out.find("term\n", at + 1) == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_stopped_command_is_woken_up_to_end) {
  const auto result = ready_command{"say:ready,stop-self,hang"}.stop(10s);
  BOOST_TEST((result.ending.kind == ending_kind::signalled));
  BOOST_TEST(result.ending.value == SIGTERM);
  BOOST_TEST(result.took.count() < 5000);
  expect_none_alive();
}

BOOST_AUTO_TEST_CASE(asked_again_the_shorter_grace_counts) {
  ready_command stubborn{"ignore-term,say:ready,hang"};
  stubborn.child().stop(1min);
  const auto result = stubborn.stop(0ms);
  BOOST_TEST(result.ending.value == SIGKILL);
  BOOST_TEST(result.took.count() < 5000);
}

BOOST_AUTO_TEST_CASE(a_stop_before_the_start_has_come_through_ends_it_too) {
  command early{behaving("hang")};
  early.start();
  early.child().stop(10s);
  const auto result = early.finish();
  BOOST_TEST((result.ending.kind == ending_kind::signalled));
  BOOST_TEST(result.took.count() < 5000);
}

BOOST_AUTO_TEST_CASE(a_stop_after_the_end_does_nothing) {
  command over{behaving("exit:4")};
  over.finish();
  over.child().stop(0ms);
  over.child().acknowledge(1);
  over.until([&] { return over.context().stopped() || over.ended(); });
  BOOST_TEST(over.so_far().ending.value == 4);
}

BOOST_AUTO_TEST_CASE(a_kill_that_comes_after_the_guard_has_ended_does_no_harm) {
  ready_command quick{"trap-exit,say:ready,hang"};
  const auto guard = children_of(::getpid());
  BOOST_REQUIRE(guard.size() == 1u);
  const auto old = ::signal(SIGPIPE, [](int) { broken_pipes = 1; });
  quick.child().stop(100ms);
  const auto asked = clock::now();
  quick.context().poll();  // says stop; what the guard answers and the end of the grace stay unseen
  BOOST_TEST(eventually([&] { return !is_alive(guard.front()) && since(asked) > 100ms; }, 10s));
  BOOST_TEST((quick.finish().ending.kind == ending_kind::exited));
  ::signal(SIGPIPE, old);
  BOOST_TEST(broken_pipes == 0);
}

BOOST_AUTO_TEST_CASE(a_stop_reaches_the_children_and_a_daemon_that_ignores_sigterm) {
  const auto result = ready_command{"spawn:3,daemonise,say:ready,hang"}.stop(300ms);
  BOOST_TEST(result.took.count() < 5000);
  // What a stop ends was not left behind.
  BOOST_TEST(result.ending.leaked == 0u);
  BOOST_TEST(result.ending.reparented == 0u);
  expect_none_alive();
}

BOOST_AUTO_TEST_CASE(children_that_go_on_after_the_command_are_ended_and_counted_as_leaked) {
  const auto result = ready_command{"spawn:3,say:ready,exit:5"}.finish();
  BOOST_TEST((result.ending.kind == ending_kind::exited));
  BOOST_TEST(result.ending.value == 5);
  BOOST_TEST(result.ending.leaked == 3u);
  BOOST_TEST(result.ending.reparented == 0u);
  BOOST_TEST(result.took.count() < 5000);
  expect_none_alive();
}

BOOST_AUTO_TEST_CASE(a_child_that_only_holds_the_output_open_does_not_delay_the_end) {
  const auto result = ready_command{"leak-stdout:60,say:ready,exit:0"}.finish();
  BOOST_TEST(result.ending.leaked == 1u);
  BOOST_TEST(result.took.count() < 5000);
  expect_none_alive();
}

BOOST_AUTO_TEST_CASE(a_child_that_ends_soon_after_the_command_is_waited_for_and_not_counted) {
  const auto result = ready_command{"leak-stdout:0.05,say:ready,exit:0"}.finish();
  BOOST_TEST(result.ending.leaked == 0u);
  BOOST_TEST(result.ending.reparented == 0u);
}

BOOST_AUTO_TEST_CASE(a_daemon_in_a_session_of_its_own_is_killed_and_counted_as_escaped) {
  const auto result = ready_command{"daemonise,say:ready,exit:3"}.finish();
  BOOST_TEST((result.ending.kind == ending_kind::exited));
  BOOST_TEST(result.ending.value == 3);
  BOOST_TEST(result.ending.leaked == 0u);
  BOOST_TEST(result.ending.reparented == 1u);
  expect_none_alive();
}

BOOST_AUTO_TEST_CASE(a_deep_tree_of_processes_that_ignore_sigterm_is_killed_whole) {
  command deep{{"/bin/sh", "-c",
                "f() { if [ $1 -gt 0 ]; then f $(($1 - 1)) & fi; trap '' TERM; "
                "if [ $1 -eq 0 ]; then echo ready; fi; while :; do sleep 1; done; }; f 6"}};
  deep.request.set_env = {{"COVEY_RUN", marker.substr(marker.find('=') + 1)}};
  deep.start();
  deep.until([&] { return deep.so_far().out == "ready\n"; });
  deep.child().stop(200ms);
  BOOST_TEST(deep.finish().took.count() < 10000);
  expect_none_alive();
}

BOOST_AUTO_TEST_SUITE_END()
