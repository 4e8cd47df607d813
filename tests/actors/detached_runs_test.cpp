// Runs that outlive the calls that asked for them, and questions about them.
#include "tests/actors/supervisor_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;

BOOST_FIXTURE_TEST_SUITE(detached_runs, tests::supervisor_fixture)

BOOST_AUTO_TEST_CASE(a_run_whose_id_was_told_outlives_its_calls_until_it_is_cancelled) {
  start_equal(1);
  end_probe();
  const auto partial = detach(1);
  BOOST_REQUIRE(partial);
  BOOST_TEST(partial->id == 1u);
  BOOST_TEST(!partial->waiting);
  leave(1, true);
  BOOST_TEST(launcher.last().stops.empty());
  BOOST_TEST(status().running == 1u);
  start_equal(2);
  leave(2);
  BOOST_TEST(launcher.last().stops.empty());
  auto watched = self->request(runs, 1s, watch_run{3, 1}, caller);
  self->send(runs, cancel_run{1});
  run();
  BOOST_TEST(launcher.last().stops.size() == 1u);
  end_processes();
  BOOST_TEST(outcome_of(watched) == "run 1");
  BOOST_TEST(!look(1));
}

BOOST_AUTO_TEST_CASE(a_run_goes_on_for_a_while_after_its_client_had_no_more_time) {
  auto first = ask_for(1, "/", 300s);
  end_probe();
  leave_in_haste(1);
  BOOST_TEST(outcome_of(first) == "cancelled");
  advance(limits::lingering - 1s);
  BOOST_TEST(launcher.last().stops.empty());
  BOOST_TEST(status().running == 1u);
  advance(1s);
  BOOST_TEST(launcher.last().stops.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_run_that_is_asked_for_again_or_whose_id_was_told_goes_on_to_its_end) {
  ask_for(1, "/", 300s);
  end_probe();
  leave_in_haste(1);
  ask_for(2, "/", 300s);  // the same run
  advance(limits::lingering);
  BOOST_TEST(launcher.last().stops.empty());
  BOOST_REQUIRE(detach(2));
  leave(2, true);
  advance(limits::lingering);
  BOOST_TEST(launcher.last().stops.empty());
  BOOST_TEST(status().running == 1u);
}

BOOST_AUTO_TEST_CASE(a_run_that_somebody_came_back_for_is_not_ended) {
  ask_for(1, "/", 300s);
  end_probe();
  leave_in_haste(1);
  advance(limits::lingering - 1s);
  ask_for(2, "/", 300s);
  leave_in_haste(2);  // anew
  advance(2s);
  BOOST_TEST(launcher.last().stops.empty());
  BOOST_REQUIRE(look(1));
  advance(limits::lingering);
  BOOST_TEST(launcher.last().stops.empty());
  leave(2);
}

BOOST_AUTO_TEST_CASE(a_run_that_waits_for_its_turn_lingers_too) {
  ask_for(1, "/", 300s);
  end_probe();
  auto second = ask_for(2, "/", 299s);
  leave_in_haste(2);
  BOOST_TEST(outcome_of(second) == "cancelled");
  BOOST_TEST(status().waiting == 1u);
  advance(limits::lingering);
  BOOST_TEST(status().waiting == 0u);
  BOOST_TEST(status().running == 1u);
}

BOOST_AUTO_TEST_CASE(a_call_that_only_watches_never_stops_the_run) {
  auto first = start_equal(1);
  auto watched = self->request(runs, 1s, watch_run{2, 1}, caller);
  run();
  leave(2);
  BOOST_TEST(outcome_of(watched) == "cancelled");
  BOOST_TEST(launcher.last().stops.empty());
  auto unknown = self->request(runs, 1s, watch_run{3, 99}, caller);
  run();
  unknown.receive([](const finished_run_ptr&) { BOOST_ERROR("a run that is not there was watched"); },
                  [](const caf::error& e) { BOOST_TEST((e == fault::not_going_on)); });
  end_processes();
  BOOST_TEST(outcome_of(first) == "run 1");
}

BOOST_AUTO_TEST_CASE(a_run_that_goes_on_tells_what_it_has_found_since) {
  auto first = start_equal(1);
  end_probe();
  launcher.last().print("pass a\nfail b\nfail c\n");
  run();
  const auto all = look(0);
  BOOST_REQUIRE(all);
  BOOST_TEST(all->done == 3u);
  BOOST_TEST(all->failed == 2u);
  BOOST_TEST_REQUIRE(all->failures.size() == 2u);
  BOOST_TEST(all->failures.front().id.name == "b");
  BOOST_TEST(all->next == 2u);
  launcher.last().print("fail d\n");
  run();
  const auto later = look(1, all->next);
  BOOST_REQUIRE(later);
  BOOST_TEST_REQUIRE(later->failures.size() == 1u);
  BOOST_TEST(later->failures.front().id.name == "d");
  end_processes();
  BOOST_TEST(outcome_of(first) == "run 1");
}

BOOST_AUTO_TEST_CASE(a_waiting_run_has_an_id_as_soon_as_somebody_asks) {
  start(1);
  auto second = start(2);
  start(3);
  const auto partial = detach(3);
  BOOST_REQUIRE(partial);
  BOOST_TEST(partial->waiting);
  BOOST_TEST(partial->id == 2u);
  leave(3, true);
  BOOST_TEST(status().waiting == 2u);
  self->send(runs, cancel_run{2});
  run();
  BOOST_TEST(status().waiting == 1u);
  end_processes();
  BOOST_TEST(outcome_of(second) == "run 3");
}

BOOST_AUTO_TEST_CASE(the_latest_runs_are_kept_by_their_ids) {
  for (call_key key = 1; key <= limits::kept_runs + 2; ++key) {
    auto handle = start(key);
    end_processes();
    outcome_of(handle);
  }
  const auto found = ask<found_run>(failures, find_run{3}).value();
  BOOST_TEST(found.known.size() == limits::kept_runs);
  BOOST_REQUIRE(found.run);
  BOOST_TEST(found.run->id == 3u);
  BOOST_TEST(!ask<found_run>(failures, find_run{2}).value().run);
  BOOST_TEST(ask<found_run>(failures, find_run{0}).value().run->id == limits::kept_runs + 2);
}

BOOST_AUTO_TEST_CASE(a_run_that_somebody_follows_by_its_id_outlives_the_call_that_asked_for_it) {
  auto first = start_equal(1);
  end_probe();
  BOOST_REQUIRE(look(0));  // which tells the id
  leave(1);
  BOOST_TEST(outcome_of(first) == "cancelled");
  BOOST_TEST(launcher.last().stops.empty());
  end_processes();
  auto second = ask_for(2, "/", 20s);
  end_probe();
  auto watched = self->request(runs, 1s, watch_run{3, 2}, caller);
  run();
  leave(2);
  BOOST_TEST(outcome_of(second) == "cancelled");
  BOOST_TEST(launcher.last().stops.empty());
  end_processes();
  BOOST_TEST(outcome_of(watched) == "run 2");
}

BOOST_AUTO_TEST_CASE(what_goes_on_is_said_of_its_own_workspace) {
  start(1, "/one");
  start(2, "/two");
  start(3, "/two");
  const auto at = [&](const std::string& root) {
    return ask<supervisor_status>(runs, runs_status{root}).value();
  };
  BOOST_TEST(at("/one").running == 1u);
  BOOST_TEST(at("/one").waiting == 0u);
  BOOST_TEST(at("/two").running == 2u);
  BOOST_TEST(at("/two").waiting == 1u);
  BOOST_TEST(at("/three").running == 0u);
  BOOST_TEST(at("").waiting == 1u);
}

BOOST_AUTO_TEST_CASE(what_runs_know_of_earlier_failures_counts_as_theirs) {
  failure_store_state store;
  const auto known_to = [&](std::uint64_t id, std::shared_ptr<const parsers::failure> what) {
    auto run = std::make_shared<parsers::finished_run>();
    run->id = id;
    run->still_failing.push_back({std::move(what), "fake"});
    store.keep(run);
  };
  parsers::failure large;
  large.message.resize(limits::kept_run_bytes / 4);
  for (std::uint64_t id = 1; id <= 8; ++id) known_to(id, std::make_shared<const parsers::failure>(large));
  BOOST_TEST(store.find(0).known.size() == 4u);
  const auto one = std::make_shared<const parsers::failure>(large);
  for (std::uint64_t id = 9; id <= 20; ++id) known_to(id, one);
  BOOST_TEST(store.find(0).known.size() > 12u);
}

BOOST_AUTO_TEST_CASE(what_became_of_a_run_without_results_is_kept_under_its_id) {
  auto first = start(1);
  start(2);
  BOOST_REQUIRE(detach(2));
  leave(2, true);
  self->send(runs, cancel_run{2});
  run();
  const auto found = ask<found_run>(failures, find_run{2}).value();
  BOOST_TEST(!found.run);
  BOOST_REQUIRE(found.lost);
  BOOST_TEST(found.lost->cancelled);
  BOOST_TEST(found.lost->why == "cancelled before it had begun");
  end_processes();
  BOOST_TEST(outcome_of(first) == "run 1");
  // The latest is the one that was asked for last, not the last that has results.
  BOOST_TEST(ask<found_run>(failures, find_run{0}).value().lost->id == 2u);
}

BOOST_AUTO_TEST_CASE(a_question_behind_a_call_that_will_ask_for_a_run_is_about_that_run) {
  self->send(runs, expect_run{1});
  auto question = self->request(runs, 10s, look_at_run{2, "/", 0, 0});
  run();
  auto first = start_equal(1);
  partial_run_ptr partial;
  question.receive([&](const partial_run_ptr& got) { partial = got; }, [](const caf::error&) {});
  BOOST_REQUIRE(partial);
  BOOST_TEST(partial->id == 1u);
  self->send(runs, expect_run{3});
  auto other = self->request(runs, 10s, look_at_run{4, "/elsewhere", 0, 0});
  run();
  leave(3);  // it asks for none after all
  other.receive([&](const partial_run_ptr& got) { partial = got; }, [](const caf::error&) {});
  BOOST_TEST(!partial);  // the run that goes on is of another workspace
  end_processes();
  BOOST_TEST(outcome_of(first) == "run 1");
}

BOOST_AUTO_TEST_CASE(a_full_queue_refuses_no_run_whose_id_was_told) {
  start(1);
  for (call_key key = 2; key <= limits::waiting_runs; ++key) start(key);
  start(100);
  BOOST_REQUIRE(detach(100));
  leave(100, true);
  auto between = start(50 + limits::waiting_runs);  // earlier in the order, later in time
  BOOST_TEST(outcome_of(between) == "queue full");
  BOOST_TEST(status().waiting == limits::waiting_runs);
}

BOOST_AUTO_TEST_CASE(a_waiting_run_that_is_cancelled_lets_those_behind_it_begin) {
  start(1, "/tree/x");
  start(2, "/tree");
  auto other = start(3, "/tree/y");
  BOOST_TEST(status().waiting == 2u);
  leave(2);
  BOOST_TEST(status().waiting == 0u);
  end_processes();
  BOOST_TEST(outcome_of(other) == "run 2");
}

BOOST_AUTO_TEST_CASE(what_is_known_of_a_workspace_is_known_again_in_it) {
  failure_store_state store;
  const auto run_in = [&](const std::string& root, std::uint64_t id, bool fails) {
    auto run = std::make_shared<parsers::finished_run>();
    run->id = id;
    run->root = root;
    run->ending.kind = parsers::run_ending::kind_type::exited;
    run->scope = id == 1 ? parsers::run_scope::whole : parsers::run_scope::selected;
    if (fails) run->results.failures.emplace_back().id = {"a", "red"};
    return store.record(run);
  };
  store.move_to("/a");
  run_in("/a", 1, true);
  store.move_to("/b");
  BOOST_TEST(!store.latest());
  run_in("/b", 2, false);
  BOOST_TEST(store.latest()->still_failing.empty());
  run_in("/a", 3, false);  // one that was still going on
  BOOST_TEST(store.latest()->id == 2u);
  store.move_to("/a");
  BOOST_TEST(store.latest()->id == 3u);
  BOOST_TEST(store.latest()->still_failing.size() == 1u);
  for (std::uint64_t id = 4; id < 4 + limits::known_roots; ++id) run_in("/" + std::to_string(id), id, false);
  BOOST_TEST(store.latest()->id == 3u);  // of where the session is
  BOOST_TEST(store.roots.size() == limits::known_roots);
}

BOOST_AUTO_TEST_CASE(a_run_of_another_workspace_keeps_its_id_and_is_not_the_latest) {
  self->send(failures, move_stores{"/elsewhere"});
  auto first = start_equal(1);
  end_processes();
  BOOST_TEST(outcome_of(first) == "run 1");
  BOOST_TEST(ask<found_run>(failures, find_run{1}).value().run->id == 1u);
  BOOST_TEST(!ask<found_run>(failures, find_run{0}).value().run);
  BOOST_TEST(!ask<finished_run_ptr>(failures, latest_run{}).value());
}

BOOST_AUTO_TEST_SUITE_END()
