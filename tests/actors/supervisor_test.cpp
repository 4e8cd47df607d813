#include "tests/support/actor_fixture.hpp"
#include "tests/support/fake_language.hpp"
#include "tests/support/fake_process.hpp"
#include "actors/coverage_index.hpp"
#include "actors/detector.hpp"
#include "actors/failure_store.hpp"
#include "actors/limits.hpp"
#include "actors/supervisor.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;

namespace {

call_actor::behavior_type deaf(call_actor::pointer) {
  return {[](const cancel_call&) {}, [](const run_progress&) {}};
}

struct fixture : tests::actor_fixture {
  tests::fake_launcher launcher;
  detector_actor fake = tests::spawn_fake_detector(system, &launcher);
  failure_store_actor failures = system.spawn(failure_store);
  coverage_index_actor coverage = system.spawn(coverage_index);
  call_actor caller = system.spawn(deaf);
  supervisor_actor runs =
      system.spawn(supervisor, run_services{.languages = {{&tests::fake_language, fake}},
                                            .failures = failures,
                                            .coverage = coverage,
                                            .launcher = &launcher,
                                            .self = "/covey",
                                            .session = "test",
                                            .spawn_files = [this] { return system.spawn(run_files); }});

  ~fixture() {
    self->send(runs, stop_runs{});
    run();
    end_processes();
    for (auto& actor : {runs}) end(actor);
    end(caller);
    end(fake);
    end(failures);
    end(coverage);
  }

  // Ends what runs, and what starts because of it.
  void end_processes() {
    for (std::size_t i = 0; i < launcher.children.size(); ++i) {
      if (!launcher.children[i]->ended()) launcher.children[i]->exit(0);
      run();
    }
  }

  auto ask_for(call_key key, std::string root, std::chrono::milliseconds timeout) {
    auto handle = self->request(
        runs, 1s, start_run{.key = key, .root = std::move(root), .language = "fake", .timeout = timeout},
        caller);
    run();
    return handle;
  }

  // No two are equal: each has a time of its own.
  auto start(call_key key, std::string root = "/") { return ask_for(key, std::move(root), 10s + 1ms * key); }
  auto start_equal(call_key key) { return ask_for(key, "/", 10s); }

  run_news_ptr look(std::uint64_t id, std::size_t since = 0) {
    return ask<run_news_ptr>(runs, look_at_run{id, since}).value_or(nullptr);
  }
  run_news_ptr hand_out(call_key key) { return ask<run_news_ptr>(runs, hand_out_run{key}).value_or(nullptr); }
  void leave(call_key key) {
    self->send(runs, leave_run{key});
    run();
  }
  void end_probe() {
    launcher.last().exit(0);
    run();
  }

  template <class Handle>
  std::string outcome_of(Handle& handle) {
    std::string out;
    handle.receive(
        [&](const finished_run_ptr& run) { out = "run " + std::to_string(run->id); },
        [&](const caf::error& e) {
          for (auto f : {fault::queue_full, fault::cancelled, fault::shutting_down, fault::abandoned})
            if (e == f) out = to_string(f);
          last_error = e;
        });
    return out;
  }

  supervisor_status status() { return ask<supervisor_status>(runs, runs_status{}).value(); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(supervisor_suite, fixture)

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
  self->send(runs, leave_run{1});
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
  self->send(runs, leave_run{2});
  run();
  BOOST_TEST(outcome_of(second) == "cancelled");
  end_processes();
  BOOST_TEST(outcome_of(first) == "run 1");
  BOOST_TEST(launcher.children.size() == 2u);  // one probe, one run
}

BOOST_AUTO_TEST_CASE(cancelling_what_is_unknown_or_finished_changes_nothing) {
  self->send(runs, leave_run{99});
  auto first = start(1);
  end_processes();
  self->send(runs, leave_run{1});
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

BOOST_AUTO_TEST_CASE(a_run_whose_id_was_told_outlives_its_calls_until_it_is_cancelled) {
  auto first = start_equal(1);
  end_probe();
  const auto news = hand_out(1);
  BOOST_REQUIRE(news);
  BOOST_TEST(news->id == 1u);
  BOOST_TEST(!news->waiting);
  leave(1);
  BOOST_TEST(launcher.last().stops.empty());
  BOOST_TEST(status().running == 1u);
  auto joined = start_equal(2);
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
  auto first = start(1);
  auto second = start(2);
  auto third = start(3);
  const auto news = hand_out(3);
  BOOST_REQUIRE(news);
  BOOST_TEST(news->waiting);
  BOOST_TEST(news->id == 2u);
  leave(3);
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

BOOST_AUTO_TEST_SUITE_END()
