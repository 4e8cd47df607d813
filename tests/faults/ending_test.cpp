// How runs and servers end: by cancel, timeout, the end of the input, signals and sudden death. Prints its
// figures.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <sys/wait.h>

using namespace covey::testing;

namespace {

struct ending_fixture : covey_fixture {
  ending_fixture() { use_fake_go("pass:1"); }

  // A run that has come as far as its last behaviour, with everything it starts alive.
  std::int64_t start_run(session& server, const std::string& behaviour, std::size_t process_count) {
    use_fake_go(behaviour + ",touch:" + ready_ + ",hang");
    const auto run = server.start_call("run_tests", {}, "run");
    BOOST_REQUIRE(eventually([&] { return !read_file(ready_).empty(); }, seconds{20}));
    // These, `covey __go-test`, their guard, and the server.
    BOOST_REQUIRE(eventually([&] { return processes().size() == process_count + 3; }, seconds{5}));
    return run;
  }

  milliseconds time_until_only_the_server_is_left() {
    const auto start = clock::now();
    const bool gone = eventually([this] { return processes().size() == 1; }, seconds{10});
    BOOST_CHECK_MESSAGE(gone, "still alive: " << describe(processes()));
    return since(start);
  }

  // The server is told to end by `end`; it has to be gone in time, and all of its processes with it.
  void expect_end(const std::function<void(session&)>& end, std::string_view what) {
    auto& server = start_open();
    start_run(server, stubborn, stubborn_processes);
    const auto start = clock::now();
    end(server);
    const auto status = server.wait_for_exit(seconds{10});
    const auto took = since(start);
    BOOST_REQUIRE_MESSAGE(status, "the server goes on");
    BOOST_TEST((WIFEXITED(*status) && WEXITSTATUS(*status) == 0), "wait status " << *status);
    expect_nothing_left(seconds{5});
    std::cout << what << ": exit after " << took.count() << " ms, nothing left after " << since(start).count()
              << " ms\n";
    BOOST_TEST(took.count() <= 1500);
    forget(server);
  }

  // Ignores SIGTERM, with two children that do as well and a daemon in a session of its own.
  const std::string stubborn = "pass:1,ignore-term,spawn:2,daemonise";
  static constexpr std::size_t stubborn_processes = 4;

 private:
  std::string ready_ = outside("ready");
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ending, ending_fixture)

BOOST_AUTO_TEST_CASE(a_cancelled_run_that_obeys_is_gone_at_once) {
  auto& server = start_open();
  const auto run = start_run(server, "pass:2,spawn:2", 3);
  server.cancel(run);
  const auto took = time_until_only_the_server_is_left();
  std::cout << "cancel, obeying: nothing left after " << took.count() << " ms\n";
  BOOST_TEST(took.count() < 900);  // well below the grace
  // The results follow a moment after the last process.
  const auto is_recorded = [&] {
    return text_of(server.call("last_test_failures")).find("cancelled") != std::string::npos;
  };
  BOOST_TEST(server.until(is_recorded));
  BOOST_TEST(!server.has_answer(run));
}

BOOST_AUTO_TEST_CASE(a_cancelled_run_that_does_not_obey_is_killed_after_the_grace) {
  auto& server = start_open();
  const auto run = start_run(server, stubborn, stubborn_processes);
  server.cancel(run);
  const auto took = time_until_only_the_server_is_left();
  std::cout << "cancel, stubborn: nothing left after " << took.count() << " ms\n";
  BOOST_TEST(took.count() >= 900);
  BOOST_TEST(took.count() < 4000);
  BOOST_TEST(!server.has_answer(run));
}

BOOST_AUTO_TEST_CASE(a_cancelled_run_keeps_its_results_and_the_next_one_runs) {
  auto& server = start_open();
  const auto run = start_run(server, "fail:1", 1);
  server.cancel(run);
  time_until_only_the_server_is_left();
  BOOST_TEST(server.until([&] { return failures_now(server).size() == 1; }));
  use_fake_go("pass:2");
  BOOST_TEST(status_of(server.call("run_tests")) == "passed");
}

BOOST_AUTO_TEST_CASE(a_run_that_waits_in_the_queue_can_be_cancelled_too) {
  auto& server = start_open();
  const auto first = start_run(server, "pass:1", 1);
  const auto waiting = server.start_call("run_tests", {}, "waiting");
  server.cancel(waiting);
  server.cancel(waiting);
  server.cancel(first);
  time_until_only_the_server_is_left();
  use_fake_go("pass:2");
  BOOST_TEST(status_of(server.call("run_tests")) == "passed");
  BOOST_TEST(!server.has_answer(waiting));
}

BOOST_AUTO_TEST_CASE(a_timeout_ends_a_run_that_obeys_without_waiting_for_the_grace) {
  use_fake_go("pass:1,fail:1,hang");
  auto& server = start_open();
  const auto start = clock::now();
  const auto run = server.call("run_tests", {{"timeout", 1}});
  const auto took = since(start);
  BOOST_TEST(took.count() >= 1000);
  BOOST_TEST(took.count() < 4000);
  BOOST_TEST(status_of(run) == "timed_out");
  BOOST_TEST(at_path(run, "structuredContent.exit_code") == 124);
  BOOST_TEST(at_path(run, "structuredContent.timed_out") == true);
  BOOST_TEST(at_path(run, "isError") == false);
  BOOST_TEST(text_of(run).find("timed out after 1s\n") != std::string::npos, text_of(run));
  BOOST_TEST(last_line(text_of(run)) == "exit: 124");
  BOOST_TEST(failures_now(server).front() == "example.com/fake/TestFail2");
}

BOOST_AUTO_TEST_CASE(a_timeout_wakes_a_stopped_runner_up) {
  use_fake_go("pass:1,stop-self,hang");
  auto& server = start_open();
  const auto start = clock::now();
  BOOST_TEST(status_of(server.call("run_tests", {{"timeout", 1}})) == "timed_out");
  BOOST_TEST(since(start).count() < 4000);
}

BOOST_AUTO_TEST_CASE(a_timeout_kills_a_runner_that_ignores_sigterm_after_five_seconds) {
  use_fake_go(stubborn + ",hang");
  auto& server = start_open();
  const auto start = clock::now();
  BOOST_TEST(status_of(server.call("run_tests", {{"timeout", 1}})) == "timed_out");
  const auto took = since(start);
  std::cout << "timeout of 1 s, stubborn: answered after " << took.count() << " ms\n";
  BOOST_TEST(took.count() >= 6000);
  BOOST_TEST(took.count() < 9000);
  BOOST_TEST(processes().size() == 1u, describe(processes()));
}

BOOST_AUTO_TEST_CASE(the_end_of_the_input_ends_everything_within_a_second_and_a_half) {
  expect_end([](session& server) { server.close_input(); }, "end of input");
}

BOOST_AUTO_TEST_CASE(the_end_of_the_input_ends_a_listing_too) {
  std::string source = "package p\n\nimport \"testing\"\n\n";
  for (int i = 0; i < 500; ++i)
    source += "func TestN" + std::to_string(i) + "(t *testing.T) { t.Log(1, 2) }\n";
  for (int i = 0; i < 2000; ++i) write_file(workspace() + "/p" + std::to_string(i) + "/p_test.go", source);
  auto& server = start_open();
  const auto listing = server.start_call("list_testblocks");
  server.call("get_testresults");
  const auto start = clock::now();
  server.close_input();
  const auto status = server.wait_for_exit(seconds{10});
  BOOST_REQUIRE_MESSAGE(status, "the server goes on");
  BOOST_TEST((WIFEXITED(*status) && WEXITSTATUS(*status) == 0), "wait status " << *status);
  BOOST_TEST(since(start).count() <= 1500);
  BOOST_TEST(!server.has_answer(listing));
  expect_nothing_left(seconds{5});
  forget(server);
}

BOOST_AUTO_TEST_CASE(sigterm_ends_everything_within_a_second_and_a_half) {
  expect_end([](session& server) { server.signal(SIGTERM); }, "SIGTERM");
}

BOOST_AUTO_TEST_CASE(sigint_and_sighup_end_everything_too) {
  expect_end([](session& server) { server.signal(SIGINT); }, "SIGINT");
  std::filesystem::remove(outside("ready"));
  expect_end([](session& server) { server.signal(SIGHUP); }, "SIGHUP");
}

BOOST_AUTO_TEST_CASE(a_client_that_stops_reading_and_closes_ends_everything) {
  expect_end(
      [](session& server) {
        server.close_output();
        server.close_input();
      },
      "both ends closed");
}

BOOST_AUTO_TEST_CASE(kill_9_of_the_server_takes_everything_along) {
  auto& server = start_open();
  start_run(server, stubborn, stubborn_processes);
  const auto start = clock::now();
  server.signal(SIGKILL);
  BOOST_TEST(server.wait_for_exit(seconds{5}).has_value());
  expect_nothing_left(seconds{5});
  std::cout << "kill -9: nothing left after " << since(start).count() << " ms\n";
  forget(server);
}

BOOST_AUTO_TEST_CASE(kill_9_of_a_guard_loses_the_run_and_not_the_session) {
  auto& server = start_open();
  const auto run = start_run(server, stubborn, stubborn_processes);
  const auto all = processes();
  const auto guard =
      std::find_if(all.begin(), all.end(), [&](pid_t pid) { return parent_of(pid) == server.pid(); });
  BOOST_REQUIRE(guard != all.end());
  ::kill(*guard, SIGKILL);
  const auto result = server.result(run);
  BOOST_TEST(status_of(result) == "crashed");
  BOOST_TEST(at_path(result, "isError") == true);
  time_until_only_the_server_is_left();
  use_fake_go("pass:2");
  BOOST_TEST(status_of(server.call("run_tests")) == "passed");
}

BOOST_AUTO_TEST_CASE(sigterm_during_the_start_leaves_nothing_behind) {
  for (int delay = 0; delay < 40; ++delay) {
    session server{options()};
    server.until([] { return false; }, milliseconds{delay});
    server.signal(SIGTERM);
    const auto status = server.wait_for_exit(seconds{5});
    BOOST_REQUIRE_MESSAGE(status, "it goes on after a SIGTERM at " << delay << " ms");
    // Before its own handling is in place the signal simply kills it.
    BOOST_TEST(((WIFEXITED(*status) && WEXITSTATUS(*status) == 0) ||
                (WIFSIGNALED(*status) && WTERMSIG(*status) == SIGTERM)));
  }
  expect_nothing_left();
}

BOOST_AUTO_TEST_CASE(an_end_of_input_during_any_part_of_a_run_leaves_nothing_behind) {
  use_fake_go("steady:0.1,spawn:1");
  for (int delay = 0; delay < 300; delay += 12) {
    session server{options()};
    server.open("2025-11-25");
    server.start_call("run_tests", {}, delay);
    server.until([] { return false; }, milliseconds{delay});
    server.expect_clean_end();
  }
  expect_nothing_left();
}

BOOST_AUTO_TEST_CASE(a_stopped_server_goes_on_when_it_is_continued) {
  use_fake_go("steady:0.5");
  auto& server = start_open();
  const auto run = server.start_call("run_tests", {}, "run");
  BOOST_REQUIRE(server.until([&] { return !server.progress_of("run").empty(); }));
  server.signal(SIGSTOP);
  server.until([] { return false; }, milliseconds{500});
  server.signal(SIGCONT);
  BOOST_TEST(status_of(server.result(run)) == "passed");
}

BOOST_AUTO_TEST_SUITE_END()
