#include "tests/support/run_fixture.hpp"
#include "actors/limits.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;
using parsers::run_status;

BOOST_FIXTURE_TEST_SUITE(run_suite, tests::run_fixture)

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

BOOST_AUTO_TEST_CASE(a_runner_with_a_limit_of_its_own_is_told_when_that_is_over) {
  const auto began = system.clock().now();
  auto handle = start(1);
  advance(1s);
  answer_probe("limited");
  launcher.last().exit(0);
  BOOST_REQUIRE(wait(handle));
  const auto& set_env = launcher.last().request.set_env;
  const auto told = std::find_if(set_env.begin(), set_env.end(),
                                 [](const auto& variable) { return variable.first == "COVEY_DEADLINE"; });
  BOOST_REQUIRE((told != set_env.end()));
  const auto expected = std::chrono::ceil<std::chrono::milliseconds>((began + 9s).time_since_epoch());
  BOOST_TEST(told->second == std::to_string(expected.count()));
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

BOOST_AUTO_TEST_CASE(time_that_runs_out_during_a_step_names_it) {
  auto handle = start(1);
  answer_probe("steps");
  advance(10s);
  launcher.last().end({parsers::run_ending::kind_type::signalled, 15, 0, 0});
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::timed_out));
  BOOST_TEST_REQUIRE(done->notes.size() == 1u);
  BOOST_TEST(done->notes.front().starts_with("the time ran out during the step `"));
}

BOOST_AUTO_TEST_CASE(a_cancelled_run_keeps_what_it_has_and_says_so) {
  auto handle = start(7);
  answer_probe();
  launcher.last().print("fail a\n");
  self->send(runs, unsubscribe{7});
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

BOOST_AUTO_TEST_CASE(a_program_that_does_not_start_is_an_error_that_names_it) {
  auto handle = start(1);
  answer_probe();
  launcher.last().end({parsers::run_ending::kind_type::not_started, ENOENT, 0, 0});
  BOOST_TEST(!wait(handle));
  BOOST_TEST((last_error == fault::could_not_start));
  BOOST_TEST(context_of(last_error) == "/bin/sh in /: No such file or directory");
}

BOOST_AUTO_TEST_CASE(a_runner_reports_over_its_private_channel_and_helpers_follow_it) {
  auto handle = start(1);
  answer_probe("channel");
  const auto& tests = launcher.last().request;
  BOOST_TEST(std::filesystem::is_fifo(tests.events));
  BOOST_TEST(
      (std::find(tests.set_env.begin(), tests.set_env.end(),
                 std::pair<std::string, std::string>{"COVEY_EVENTS", tests.events}) != tests.set_env.end()));
  const auto reporter = std::filesystem::path{tests.events}.parent_path() / "reporters/fake";
  BOOST_TEST(std::filesystem::file_size(reporter) == 8u);
  launcher.last().print("pass a\n", parsers::stream::events);
  launcher.last().print("shown\n");
  launcher.last().exit(1);
  run();
  BOOST_TEST(launcher.last().request.argv.back() == "report");
  BOOST_TEST(launcher.last().request.events.empty());
  launcher.last().print("fail b\n");
  launcher.last().exit(0);
  run();
  BOOST_TEST(launcher.last().request.argv.back() == "measure");
  launcher.last().print("pass c\n");
  launcher.last().print("no profile\n", parsers::stream::err);
  launcher.last().exit(3);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(done->results.totals.passed == 1u);
  BOOST_TEST(done->results.totals.failed == 1u);
  BOOST_TEST(done->out.text == "shown\n");
  BOOST_TEST(done->ending.value == 1);
  BOOST_TEST(done->decisions.size() == 1u);
  BOOST_REQUIRE(done->notes.size() == 2u);
  BOOST_TEST(done->notes[0] ==
             "no-such-program was not found on PATH; what it would have measured is missing");
  BOOST_TEST(done->notes[1] ==
             "the coverage of this run is missing or incomplete: /bin/sh failed: no profile");
  BOOST_TEST(!std::filesystem::exists(reporter));
}

BOOST_AUTO_TEST_CASE(steps_run_before_the_tests_and_print_no_results) {
  auto handle = start(1);
  answer_probe("steps");
  launcher.last().exit(4);
  run();
  BOOST_TEST(launcher.last().request.argv.back() == "build");
  launcher.last().print("fail built\n");
  launcher.last().exit(0);
  run();
  launcher.last().print("pass a\n");
  launcher.last().exit(0);
  run();
  BOOST_TEST(launcher.last().request.argv.back() == "other");
  launcher.last().exit(0);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::passed));
  BOOST_TEST(done->results.totals.passed == 1u);
  BOOST_TEST(done->results.failures.empty());
  BOOST_TEST(done->out.text == "fail built\npass a\n");
  BOOST_REQUIRE(done->notes.size() == 1u);
  BOOST_TEST(done->notes[0] == "prepare failed (4); its script goes on all the same");
}

BOOST_AUTO_TEST_CASE(a_step_that_its_language_does_not_diagnose_fails_by_what_it_printed) {
  auto handle = start(1);
  answer_probe("plain steps");
  launcher.last().print("no such header\n");
  launcher.last().exit(2);
  run();
  launcher.last().exit(0);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_REQUIRE(done->results.failures.size() == 1u);
  BOOST_TEST(done->results.failures[0].id.group == "build");
  BOOST_TEST(done->results.failures[0].message == "build ended with exit code 2:\nno such header");
}

BOOST_AUTO_TEST_CASE(tests_whose_step_fails_do_not_run) {
  auto handle = start(1);
  answer_probe("steps");
  launcher.last().exit(0);
  run();
  launcher.last().print("a.ts(3,1): error TS1: x\n");
  launcher.last().exit(2);
  run();
  BOOST_TEST(launcher.last().request.argv.back() == "other");
  launcher.last().exit(1);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::failed));
  BOOST_TEST(done->ending.value == 2);
  BOOST_TEST(done->results.totals.errors == 2u);
  BOOST_REQUIRE(done->results.failures.size() == 2u);
  BOOST_TEST(done->results.failures[0].id.group == "build");
  BOOST_TEST(done->results.failures[0].where.line == 3u);
  BOOST_TEST(done->results.failures[1].id.group == "other");
  BOOST_REQUIRE(done->notes.size() == 1u);
  BOOST_TEST(done->notes[0] == "build failed: the tests that come after it in its script were not run");
}

BOOST_AUTO_TEST_CASE(time_that_runs_out_after_the_tests_is_no_timeout_of_theirs) {
  auto handle = start(1);
  answer_probe("channel");
  launcher.last().print("pass a\n", parsers::stream::events);
  launcher.last().exit(0);
  run();
  advance(10s);
  BOOST_REQUIRE_EQUAL(launcher.last().stops.size(), 1u);
  launcher.last().end({parsers::run_ending::kind_type::signalled, 9, 0, 0});
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::passed));
  BOOST_TEST(done->notes.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_run_of_selections_tells_what_became_of_each) {
  auto order = request(1);
  order.target = parsers::run_selected{{{"a", true, {}}, {"b", true, {}}, {"gone", true, {}}}};
  auto handle = self->request(runs, 3600s, order, caller);
  run();
  answer_probe();
  for (const std::string said : {"pass a\n", "pass b\nfail b/x\n", ""}) {
    launcher.last().print(said);
    launcher.last().exit(0);
    run();
  }
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_REQUIRE(done->selected.size() == 3u);
  BOOST_TEST(done->selected[0].success());
  BOOST_TEST(done->selected[1].tests.size() == 2u);
  BOOST_TEST(done->selected[1].failed == 1u);
  BOOST_TEST(!done->selected[2].success());
  BOOST_TEST(done->whole_files == (std::vector<std::string>{"a", "b", "gone"}), boost::test_tools::per_element());
  BOOST_REQUIRE(done->results.failures.size() == 2u);
  BOOST_TEST(done->results.failures[1].message == "no test of gone ran");
  BOOST_TEST((status_of(*done) == run_status::failed));
}

BOOST_AUTO_TEST_CASE(a_whole_run_tells_its_files_apart_and_misses_none) {
  auto order = request(1);
  order.target = parsers::run_all{{{"a", true, {}}, {"helper", true, {}}}};
  auto handle = self->request(runs, 3600s, order, caller);
  run();
  answer_probe();
  launcher.last().print("pass a\n");
  launcher.last().exit(0);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(done->selected.at(0).success());
  BOOST_TEST(done->selected.at(1).tests.empty());
  BOOST_TEST((status_of(*done) == run_status::passed));
}

BOOST_AUTO_TEST_CASE(when_the_workspace_has_moved_runs_of_the_old_one_are_not_the_latest) {
  auto handle = start(1);
  answer_probe();
  self->send(failures, move_stores{"/elsewhere"});
  self->send(coverage, move_stores{"/elsewhere"});
  run();
  launcher.last().print("fail a\n");
  launcher.last().exit(1);
  const auto ran = wait(handle);  // the call that asked for it has it
  BOOST_REQUIRE(ran);
  BOOST_TEST(latest() == nullptr);
  self->send(failures, move_stores{ran->root});
  run();
  BOOST_TEST(latest() == ran);
}

// Else an answer that knows of no failure would read as if there were none.
BOOST_AUTO_TEST_CASE(a_run_says_when_it_could_not_ask_what_still_fails) {
  auto handle = start(1);
  answer_probe();
  launcher.last().print("pass a\n");
  end(failures);
  launcher.last().exit(0);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_REQUIRE(done->notes.size() == 1u);
  BOOST_TEST(done->notes.front() ==
             "what earlier runs left failing could not be found out: only a run of all tests says that "
             "nothing fails");
  BOOST_TEST(ask<latest_coverage>(coverage, get_latest_coverage{})->unmeasured_run == done->id);
}

BOOST_AUTO_TEST_CASE(a_run_knows_the_files_at_its_begin_and_at_its_end) {
  const auto before = files.now;
  auto handle = start(1);
  answer_probe();
  files.now = std::make_shared<const parsers::fingerprint>(parsers::fingerprint{{{"a", 1}}, {}});
  launcher.last().print("pass a\n");
  launcher.last().exit(0);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(done->fingerprints.before == before);
  BOOST_TEST(done->fingerprints.after == files.now);
}

BOOST_AUTO_TEST_CASE(a_run_knows_what_was_written_during_the_run_before_it) {
  finished_run_ptr done;
  for (std::uint64_t i = 0; i < 3; ++i) {
    auto handle = start(1 + i);
    answer_probe();
    files.now =
        std::make_shared<const parsers::fingerprint>(parsers::fingerprint{{{"a", 1 + i}, {"b", 1}}, {}});
    launcher.last().print("pass a\n");
    launcher.last().exit(0);
    done = wait(handle);
    BOOST_REQUIRE(done);
  }
  BOOST_TEST(done->fingerprints.written_before == std::vector<parsers::shared_text>{"a"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_run_without_a_watch_of_its_files_does_not_know_them) {
  end(fingerprints);
  auto handle = start(1);
  answer_probe();
  launcher.last().print("pass a\n");
  launcher.last().exit(0);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(!done->fingerprints.before);
  BOOST_TEST(!done->fingerprints.after);
}

BOOST_AUTO_TEST_SUITE_END()
