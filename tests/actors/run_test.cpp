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

using parsers::run_status;

call_actor::behavior_type listener(call_actor::pointer, std::vector<run_progress>* heard) {
  return {
      [](const cancel_call&) {},
      [heard](const run_progress& news) { heard->push_back(news); },
  };
}

// A supervisor with the real run, detector and stores, over processes that the test plays.
struct fixture : tests::actor_fixture {
  tests::fake_launcher launcher;
  std::vector<run_progress> heard;
  detector_actor fake = system.spawn(detector, &tests::fake_language, &launcher);
  failure_store_actor failures = system.spawn(failure_store);
  coverage_index_actor coverage = system.spawn(coverage_index);
  call_actor caller = system.spawn(listener, &heard);
  supervisor_actor runs = system.spawn(
      supervisor,
      run_services{{{&tests::fake_language, fake}}, failures, coverage, &launcher, "/covey", "test"});

  ~fixture() {
    for (auto& child : launcher.children)
      if (!child->ended()) child->exit(1);
    run();
    end(runs);
    end(caller);
    end(fake);
    end(failures);
    end(coverage);
  }

  static start_run request(call_key key, bool only_failing = false) {
    return {key, "/", only_failing ? "" : "fake", only_failing, 50, 10'000, true};
  }

  auto start(call_key key, bool only_failing = false) {
    auto handle = self->request(runs, 3600s, request(key, only_failing), caller);
    run();
    return handle;
  }

  void answer_probe(std::string text = "ok") {
    launcher.last().print(std::move(text));
    launcher.last().exit(0);
    run();
  }

  // The run, or null with the error in last_error.
  template <class Handle>
  finished_run_ptr wait(Handle& handle) {
    run();
    finished_run_ptr out;
    handle.receive([&](const finished_run_ptr& got) { out = got; },
                   [&](caf::error& e) { last_error = std::move(e); });
    return out;
  }

  finished_run_ptr latest() { return ask<finished_run_ptr>(failures, latest_run{}).value_or(nullptr); }

  finished_run_ptr red_run() {
    auto handle = start(1);
    answer_probe();
    launcher.last().print("pass a\nfail b\nfail c\n");
    launcher.last().exit(1);
    return wait(handle);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(run_suite, fixture)

BOOST_AUTO_TEST_CASE(a_run_is_planned_run_recorded_and_answered) {
  const auto done = red_run();
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::failed));
  BOOST_TEST(done->results.totals.passed == 1u);
  BOOST_TEST(done->results.totals.failed == 2u);
  BOOST_TEST(done->out.text == "pass a\nfail b\nfail c\n");
  BOOST_TEST(latest() == done);
  BOOST_TEST(launcher.last().acknowledged == done->out.total);
}

BOOST_AUTO_TEST_CASE(every_process_of_a_run_carries_its_marker) {
  red_run();
  BOOST_REQUIRE_EQUAL(launcher.children.size(), 2u);
  for (const auto& child : launcher.children) {
    BOOST_REQUIRE(!child->request.set_env.empty());
    BOOST_TEST(child->request.set_env.back().first == "COVEY_RUN");
    BOOST_TEST(child->request.set_env.back().second == "test-1");
  }
}

BOOST_AUTO_TEST_CASE(output_in_any_split_gives_the_same_results) {
  auto handle = start(1);
  answer_probe();
  for (const char c : std::string{"pass a\nfail b\n"}) launcher.last().print(std::string(1, c));
  launcher.last().exit(1);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(done->results.totals.passed == 1u);
  BOOST_TEST(done->results.totals.failed == 1u);
}

BOOST_AUTO_TEST_CASE(progress_is_told_at_intervals_and_without_news) {
  auto handle = start(1);
  answer_probe();
  launcher.last().print("pass a\n");
  run();
  const auto before = heard.size();
  advance(150ms);
  launcher.last().print("fail b\n");
  run();
  BOOST_REQUIRE_EQUAL(heard.size(), before + 1);
  BOOST_TEST(heard.back().done == 2u);
  BOOST_TEST(heard.back().failed == 1u);
  BOOST_TEST(heard.back().current == "b");
  launcher.last().print("pass c\n");
  run();
  BOOST_TEST(heard.size() == before + 1);
  advance(1s);
  BOOST_TEST(heard.size() == before + 2);
  launcher.last().exit(1);
  wait(handle);
}

BOOST_AUTO_TEST_CASE(a_run_over_its_time_is_stopped_with_a_grace_and_keeps_what_it_has) {
  auto handle = start(1);
  answer_probe();
  launcher.last().print("pass a\n");
  run();
  advance(10s);
  BOOST_REQUIRE_EQUAL(launcher.last().stops.size(), 1u);
  BOOST_TEST((launcher.last().stops.front() == limits::timeout_grace));
  launcher.last().print("fail b\n");  // said while it was being stopped
  launcher.last().end({parsers::run_ending::kind_type::signalled, 15, 0, 0});
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::timed_out));
  BOOST_TEST(exit_code_of(*done) == 124);
  BOOST_TEST(done->results.totals.passed == 1u);
  BOOST_TEST(done->results.totals.failed == 1u);
}

BOOST_AUTO_TEST_CASE(time_that_runs_out_while_planning_is_a_timeout) {
  auto handle = start(1);
  advance(10s);
  BOOST_REQUIRE_EQUAL(launcher.last().stops.size(), 1u);
  launcher.last().end({parsers::run_ending::kind_type::signalled, 9, 0, 0});
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::timed_out));
  BOOST_TEST(done->notes.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_cancelled_run_keeps_what_it_has_and_says_so) {
  auto handle = start(7);
  answer_probe();
  launcher.last().print("fail a\n");
  self->send(runs, cancel_run{7});
  run();
  BOOST_REQUIRE_EQUAL(launcher.last().stops.size(), 1u);
  BOOST_TEST((launcher.last().stops.front() == limits::cancel_grace));
  launcher.last().end({parsers::run_ending::kind_type::signalled, 15, 0, 0});
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::cancelled));
  BOOST_TEST(latest() == done);
  BOOST_TEST(done->results.failures.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_run_cancelled_while_planning_kills_the_probe_and_leaves_no_trace) {
  auto handle = start(7);
  self->send(runs, cancel_run{7});
  run();
  BOOST_REQUIRE_EQUAL(launcher.last().stops.size(), 1u);
  launcher.last().end({parsers::run_ending::kind_type::signalled, 9, 0, 0});
  BOOST_TEST(!wait(handle));
  BOOST_TEST((last_error == fault::cancelled));
  BOOST_TEST(!latest());
}

BOOST_AUTO_TEST_CASE(a_refused_plan_is_an_error_with_its_reason) {
  auto handle = start(1);
  answer_probe("refuse");
  BOOST_TEST(!wait(handle));
  BOOST_TEST((last_error == fault::plan_refused));
  BOOST_TEST(context_of(last_error) == "the toolchain is too old");
}

BOOST_AUTO_TEST_CASE(a_program_that_does_not_start_is_an_error_that_names_it) {
  auto handle = start(1);
  answer_probe();
  launcher.last().end({parsers::run_ending::kind_type::not_started, ENOENT, 0, 0});
  BOOST_TEST(!wait(handle));
  BOOST_TEST((last_error == fault::could_not_start));
  BOOST_TEST(context_of(last_error) == "/bin/sh in /: No such file or directory");
}

BOOST_AUTO_TEST_CASE(a_rerun_needs_a_run_before_it) {
  auto handle = start(1, true);
  BOOST_TEST(!wait(handle));
  BOOST_TEST((last_error == fault::no_run_yet));
}

BOOST_AUTO_TEST_CASE(a_rerun_runs_what_failed_one_command_after_the_other) {
  red_run();
  auto handle = start(2, true);
  answer_probe();
  BOOST_TEST(launcher.last().request.argv.back() == "b");
  launcher.last().print("pass b\n");
  launcher.last().exit(0);
  run();
  BOOST_TEST(launcher.last().request.argv.back() == "c");
  launcher.last().print("fail c\n");
  launcher.last().exit(3);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(done->commands.size() == 2u);
  BOOST_TEST(done->ending.value == 3);
  BOOST_TEST(latest() == done);
  BOOST_TEST(done->id == 2u);
}

BOOST_AUTO_TEST_CASE(a_rerun_after_a_green_run_has_nothing_to_do) {
  auto first = start(1);
  answer_probe();
  launcher.last().print("pass a\n");
  launcher.last().exit(0);
  wait(first);
  auto handle = start(2, true);
  BOOST_TEST(!wait(handle));
  BOOST_TEST((last_error == fault::nothing_to_rerun));
  BOOST_TEST(context_of(last_error) == "fake");
}

BOOST_AUTO_TEST_SUITE_END()
