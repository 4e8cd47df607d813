#include "tests/actors/supervisor_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;

BOOST_FIXTURE_TEST_SUITE(supervisor_suite, tests::supervisor_fixture)

BOOST_AUTO_TEST_CASE(runs_of_one_tree_wait_for_each_other_in_order) {
  auto first = start(1);
  auto second = start(2);
  auto third = start(3);
  BOOST_TEST(launcher.children.size() == 1u);
  BOOST_TEST(status().running == 1u);
  BOOST_TEST(status().waiting == 2u);
  end_processes();
  BOOST_TEST(outcome_of(first) == "run 1");
  BOOST_TEST(outcome_of(second) == "run 2");
  BOOST_TEST(outcome_of(third) == "run 3");
  BOOST_TEST(status().running == 0u);
}

BOOST_AUTO_TEST_CASE(a_later_call_does_not_overtake_an_earlier_one_that_is_still_looking_for_its_project) {
  self->send(runs, expect_run{1});
  self->send(runs, expect_run{2});
  auto second = start(2);
  BOOST_TEST(launcher.children.empty());
  auto first = start(1);
  end_processes();
  BOOST_TEST(outcome_of(first) == "run 1");
  BOOST_TEST(outcome_of(second) == "run 2");
}

BOOST_AUTO_TEST_CASE(a_full_queue_behind_a_slow_call_moves_on_when_that_call_comes) {
  for (call_key key = 1; key <= 1 + limits::waiting_runs; ++key) self->send(runs, expect_run{key});
  std::vector<decltype(start(0))> later;
  for (call_key key = 2; key <= 1 + limits::waiting_runs; ++key) later.push_back(start(key));
  BOOST_TEST(launcher.children.empty());
  auto first = start(1);
  BOOST_TEST(launcher.children.size() == 1u);
  end_processes();
  BOOST_TEST(outcome_of(first) == "run 1");
  BOOST_TEST(outcome_of(later.front()) == "run 2");
  BOOST_TEST(outcome_of(later.back()) == "run 65");
}

BOOST_AUTO_TEST_CASE(a_call_that_finds_no_project_holds_nobody_up) {
  self->send(runs, expect_run{1});
  self->send(runs, expect_run{2});
  auto second = start(2);
  self->send(runs, unsubscribe{1});
  run();
  end_processes();
  BOOST_TEST(outcome_of(second) == "run 1");
}

BOOST_AUTO_TEST_CASE(runs_of_different_trees_go_side_by_side) {
  auto first = start(1, "/usr");
  auto second = start(2, "/tmp");
  BOOST_TEST(launcher.children.size() == 2u);
  end_processes();
  BOOST_TEST(outcome_of(first) == "run 1");
  BOOST_TEST(outcome_of(second) == "run 2");
}

BOOST_AUTO_TEST_CASE(runs_of_a_folder_and_of_one_in_it_wait_for_each_other) {
  auto inner = start(1, "/usr/share");
  auto outer = start(2, "/usr");
  auto other = start(3, "/usr-other");  // begins with the same letters, and lies elsewhere
  BOOST_TEST(launcher.children.size() == 2u);
  // It would overtake the run of the whole, and after it the next one.
  auto later = start(4, "/usr/lib");
  BOOST_TEST(launcher.children.size() == 2u);
  BOOST_TEST(status().waiting == 2u);
  end_processes();
  BOOST_TEST(outcome_of(inner) == "run 1");
  BOOST_TEST(outcome_of(other) == "run 2");
  BOOST_TEST(outcome_of(outer) == "run 3");
  BOOST_TEST(outcome_of(later) == "run 4");
}

BOOST_AUTO_TEST_CASE(a_full_queue_refuses_with_the_limit_and_the_remedy) {
  std::vector<decltype(start(0))> handles;
  for (call_key key = 1; key <= 1 + limits::waiting_runs; ++key) handles.push_back(start(key));
  auto one_more = start(1000);
  BOOST_TEST(outcome_of(one_more) == "queue full");
  BOOST_TEST(context_of(last_error) ==
             "64 runs are waiting, which is the limit: wait for one to end, or cancel some");
}

BOOST_AUTO_TEST_CASE(a_waiting_run_is_cancelled_without_having_started) {
  auto first = start(1);
  auto second = start(2);
  self->send(runs, unsubscribe{2});
  run();
  BOOST_TEST(outcome_of(second) == "cancelled");
  end_processes();
  BOOST_TEST(outcome_of(first) == "run 1");
  BOOST_TEST(launcher.children.size() == 2u);  // one probe, one run
}

BOOST_AUTO_TEST_CASE(cancelling_what_is_unknown_or_finished_changes_nothing) {
  self->send(runs, unsubscribe{99});
  auto first = start(1);
  end_processes();
  self->send(runs, unsubscribe{1});
  run();
  BOOST_TEST(outcome_of(first) == "run 1");
}

BOOST_AUTO_TEST_CASE(stopping_all_is_answered_when_the_last_process_has_ended) {
  auto first = start(1);
  BOOST_TEST(status().waiting == 0u);
  auto second = start(2);
  auto stopped = self->request(runs, 1s, stop_runs{});
  run();
  BOOST_TEST(outcome_of(second) == "shutting down");
  BOOST_REQUIRE(!launcher.last().stops.empty());
  end_processes();
  bool answered = false;
  stopped.receive([&](const runs_stopped&) { answered = true; }, [](const caf::error&) {});
  BOOST_TEST(answered);
  BOOST_TEST(outcome_of(first) == "cancelled");  // it was still planning
  auto late = start(3);
  BOOST_TEST(outcome_of(late) == "shutting down");
}

BOOST_AUTO_TEST_CASE(equal_calls_join_the_run_that_waits_or_goes_on) {
  auto first = start_equal(1);
  auto joined = start_equal(2);
  auto other = start(3);
  auto waiting = start(4);
  auto joined_waiting = ask_for(5, "/", 10s + 4ms);
  BOOST_TEST(status().waiting == 2u);
  end_processes();
  BOOST_TEST(outcome_of(first) == "run 1");
  BOOST_TEST(outcome_of(joined) == "run 1");
  BOOST_TEST(outcome_of(other) == "run 2");
  BOOST_TEST(outcome_of(waiting) == "run 3");
  BOOST_TEST(outcome_of(joined_waiting) == "run 3");
  auto later = start_equal(6);  // none goes on any more
  end_processes();
  BOOST_TEST(outcome_of(later) == "run 4");
}

BOOST_AUTO_TEST_CASE(a_run_that_is_being_stopped_is_not_joined) {
  auto first = start_equal(1);
  leave(1);
  auto second = start_equal(2);
  BOOST_TEST(status().waiting == 1u);
  end_processes();
  BOOST_TEST(outcome_of(first) == "cancelled");
  BOOST_TEST(outcome_of(second) == "run 2");
}

BOOST_AUTO_TEST_CASE(a_run_is_stopped_when_the_last_call_that_asked_for_it_leaves) {
  auto first = start_equal(1);
  auto second = start_equal(2);
  leave(1);
  BOOST_TEST(outcome_of(first) == "cancelled");
  BOOST_TEST(launcher.last().stops.empty());
  leave(2);
  BOOST_TEST(launcher.last().stops.size() == 1u);
  end_processes();
  BOOST_TEST(outcome_of(second) == "cancelled");
}

BOOST_AUTO_TEST_SUITE_END()
