// Runs that outlive the call that asked for them: clients end a call after a minute, suites take longer.
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <fstream>

using namespace covey::testing;

namespace {

struct outliving_fixture : covey_fixture {
  // A run that has passed twice and failed once, and goes on when it is told to.
  void use_patient_go() {
    use_fake_go("pass:2,fail:1,touch:" + outside("reached") + ",wait-for:" + outside("go-on") + ",pass:1");
  }
  void let_go_on() { std::ofstream{outside("go-on")} << "go on"; }

  static std::string text_of(const json::object& result) {
    return std::string{result.at("content").at(0).at("text").as_string()};
  }
  static std::string status_of(const json::object& result) {
    return std::string{result.at("structuredContent").at("status").as_string()};
  }
  static int run_of(const json::object& result) {
    return result.at("structuredContent").at("run_id").to_number<int>();
  }
  // Until the client has heard of it.
  static void wait_for_the_failure(session& server) {
    BOOST_REQUIRE(server.until(
        [&] {
          const auto heard = server.progress_of("token");
          return !heard.empty() && heard.back() >= 3;
        },
        std::chrono::seconds{20}));
  }
  // Asks until the failure that comes before the wait has been seen.
  static json::object follow_to_the_failure(session& server, int run) {
    return server.call("run_status", {{"run", run}, {"wait", 20}, {"until", "failure"}});
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(outliving, outliving_fixture)

BOOST_AUTO_TEST_CASE(a_call_without_progress_is_answered_in_time_and_its_run_is_followed_to_the_end) {
  use_patient_go();
  auto& server = start_open("2025-11-25", {"--reply-within", "1"});
  const auto first = server.call("run_tests");
  BOOST_TEST(status_of(first) == "running");
  BOOST_TEST(text_of(first).starts_with("still running (go, run 1): "));
  const auto news = follow_to_the_failure(server, 1);
  BOOST_TEST(status_of(news) == "running");
  BOOST_TEST(news.at("structuredContent").at("failures").as_array().size() == 1u);
  const auto waiting = server.start_call("run_status", {{"run", 1}, {"wait", 20}});
  let_go_on();
  const auto ended = server.result(waiting);
  BOOST_TEST(status_of(ended) == "failed");
  BOOST_TEST(ended.at("structuredContent").at("counts").at("passed").to_number<int>() == 3);
  BOOST_TEST(text_of(ended).find("exit: 1") != std::string::npos);
  const auto failures = server.call("last_test_failures");
  BOOST_TEST(text_of(failures).starts_with("1 test failure(s)"));
}

// Clients that send one with every call give up all the same.
BOOST_AUTO_TEST_CASE(a_progress_token_is_no_promise_to_wait_but_a_wait_of_its_own_is) {
  use_fake_go("steady:2");
  auto& server = start_open("2025-11-25", {"--reply-within", "1"});
  const auto run = server.start_call("run_tests", {}, "token");
  BOOST_TEST(status_of(server.result(run)) == "running");
  BOOST_TEST(status_of(server.result(server.start_call("run_tests", {{"wait", 60}}, 7))) == "passed");
}

BOOST_AUTO_TEST_CASE(what_a_client_gave_up_is_told_once_and_stays_readable) {
  use_patient_go();
  auto& server = start_open();
  const auto call = server.start_call("run_tests", {}, "token");
  wait_for_the_failure(server);
  server.cancel(call);
  const auto told = text_of(server.call("run_status", {{"run", 1}, {"wait", 20}}));
  BOOST_TEST(told.starts_with("run 1 was given up by its client after "), told);
  BOOST_TEST(
      told.find("1 failed; run_status {\"run\": 1} has them; pass a shorter wait\n") != std::string::npos,
      told);
  BOOST_TEST(told.find("cancelled (go, run 1)") != std::string::npos, told);
  BOOST_TEST(text_of(server.call("run_status")).find("given up") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_run_whose_client_had_no_more_time_is_still_there_for_the_next_call) {
  use_patient_go();
  auto& server = start_open();
  const auto call = server.start_call("run_tests", {}, "token");
  wait_for_the_failure(server);
  server.notify("notifications/cancelled",
                {{"requestId", call}, {"reason", "MCP error -32001: Request timed out"}});
  const auto again = server.start_call("run_tests");
  const auto news = text_of(server.call("run_status"));  // which waits until that call has found its run
  BOOST_TEST(news.find("and went on for up to a minute") != std::string::npos, news);
  let_go_on();
  const auto ended = server.result(again);
  BOOST_TEST(run_of(ended) == 1);
  BOOST_TEST(status_of(ended) == "failed");
}

BOOST_AUTO_TEST_CASE(wait_0_gives_the_id_at_once_also_of_a_run_that_waits) {
  use_patient_go();
  auto& server = start_open();
  const auto first = server.call("run_tests", {{"wait", 0}});
  const auto second = server.call("run_all_tests", {{"wait", 0}, {"timeout", 100}});
  BOOST_TEST(run_of(first) == 1);
  BOOST_TEST(status_of(second) == "waiting");
  BOOST_TEST(run_of(second) == 2);
  BOOST_TEST(text_of(second) == json::serialize(second.at("structuredContent")));
  let_go_on();
  BOOST_TEST(status_of(server.call("run_status", {{"run", 2}, {"wait", 20}})) == "failed");
  BOOST_TEST(run_of(server.call("run_status", {{"run", 1}})) == 1);
}

BOOST_AUTO_TEST_CASE(an_equal_call_joins_and_says_so) {
  use_patient_go();
  auto& server = start_open();
  server.call("run_tests", {{"wait", 0}});
  const auto joined = server.start_call("run_tests", {}, "token");
  follow_to_the_failure(server, 1);
  let_go_on();
  const auto answer = server.result(joined);
  BOOST_TEST(run_of(answer) == 1);
  BOOST_TEST(text_of(answer).starts_with("this call joined run 1, which had begun "));
}

BOOST_AUTO_TEST_CASE(a_cancelled_run_leaves_no_process_and_keeps_what_it_found) {
  use_patient_go();
  auto& server = start_open();
  server.call("run_tests", {{"wait", 0}});
  follow_to_the_failure(server, 1);
  const auto waiting = server.start_call("run_status", {{"run", 1}, {"wait", 20}});
  const auto cancelled = server.call("cancel_run", {{"run", 1}});
  BOOST_TEST(status_of(cancelled) == "cancelled");
  BOOST_TEST(text_of(cancelled).starts_with("cancelled run 1: until then 2 passed, 1 failed"));
  BOOST_TEST(processes().size() == 1u);  // the server itself
  BOOST_TEST(status_of(server.result(waiting)) == "cancelled");
  BOOST_TEST(status_of(server.call("run_status", {{"run", 1}, {"page", 1}})) == "cancelled");
  BOOST_TEST(text_of(server.call("cancel_run")) == "run 1 has ended already: cancelled");
}

BOOST_AUTO_TEST_CASE(a_client_that_only_times_out_finds_its_run_again) {
  use_patient_go();
  auto& server = start_open();
  // It gives up without a word, so the answer comes and nobody takes it.
  server.start_call("run_tests", {}, "token");
  BOOST_TEST(server.until([&] { return server.progress_of("token").size() > 0; }));
  follow_to_the_failure(server, 1);
  let_go_on();
  BOOST_TEST(status_of(server.call("run_status", {{"wait", 20}})) == "failed");
}

BOOST_AUTO_TEST_CASE(a_client_that_cancels_its_call_ends_the_run_unless_it_knows_its_id) {
  use_patient_go();
  auto& server = start_open();
  const auto first = server.start_call("run_tests", {}, "token");
  BOOST_TEST(server.until([&] { return server.progress_of("token").size() > 0; }));
  server.cancel(first);
  BOOST_TEST(server.until([&] { return processes().size() == 1; }));
  server.call("run_tests", {{"wait", 0}});
  const auto joined = server.start_call("run_tests", {}, "second");
  BOOST_TEST(server.until([&] { return server.progress_of("second").size() > 0; }));
  server.cancel(joined);
  let_go_on();
  BOOST_TEST(status_of(server.call("run_status", {{"run", 2}, {"wait", 20}})) == "failed");
}

BOOST_AUTO_TEST_CASE(a_client_that_vanishes_leaves_nothing) {
  use_patient_go();
  auto& server = start_open();
  server.call("run_tests", {{"wait", 0}});
  follow_to_the_failure(server, 1);
  server.close_input();
  BOOST_TEST((server.wait_for_exit(seconds{2}) == 0));
  expect_nothing_left();
  forget(server);
}

BOOST_AUTO_TEST_CASE(output_of_an_ended_run_is_read_by_the_range) {
  use_fake_go("say:hello world,pass:1");
  auto& server = start_open();
  server.call("run_tests");
  const auto out = server.call("run_status", {{"range", "0-4"}});
  BOOST_TEST(out.at("structuredContent").at("stream").as_string() == "stdout");
  const auto wrong = server.call("run_status", {{"range", "all"}});
  BOOST_TEST(wrong.at("isError").as_bool());
  BOOST_TEST(text_of(wrong).find("range is 'all'") != std::string::npos);
  const auto unknown = server.call("run_status", {{"run", 9}});
  BOOST_TEST(text_of(unknown) ==
             "run_status: no run 9 is known: kept are the latest 16, now 1; "
             "leave `run` out for the latest");
}

BOOST_AUTO_TEST_CASE(before_any_run_there_is_none_to_ask_about) {
  auto& server = start_open();
  BOOST_TEST(status_of(server.call("run_status")) == "no_run");
  BOOST_TEST(status_of(server.call("cancel_run")) == "no_run");
}

// The results of the run before it would read as those of the run that was asked for last.
BOOST_AUTO_TEST_CASE(answers_about_an_earlier_run_say_that_a_later_one_goes_on) {
  use_fake_go("pass:1");
  auto& server = start_open("2025-11-25");
  server.call("run_tests");
  use_patient_go();
  BOOST_TEST(run_of(server.call("run_tests", {{"wait", 0}})) == 2);
  for (const auto* tool : {"last_test_failures", "get_testresults"}) {
    const auto answer = server.call(tool);
    BOOST_TEST(answer.at("structuredContent").at("going_on").to_number<int>() == 2, tool);
    BOOST_TEST(text_of(answer).find("run 2 goes on; this is of run 1, before it") != std::string::npos, tool);
  }
  let_go_on();
  server.call("run_status", {{"run", 2}, {"wait", 20}});
  BOOST_TEST(!server.call("last_test_failures").at("structuredContent").as_object().contains("going_on"));
}

BOOST_AUTO_TEST_CASE(a_run_that_could_not_begin_says_why_under_its_id) {
  set_environment("PATH", outside("nothing-here"));
  write_files(workspace(),
              {{"go.mod", "module example.com/fake\n\ngo 1.19\n"}, {"fake.go", "package fake\n"}});
  auto& server = start_open("2025-11-25");
  const auto run = run_of(server.call("run_tests", {{"wait", 0}}));
  const auto news = server.call("run_status", {{"run", run}, {"wait", 20}});
  BOOST_TEST(status_of(news) == "not_run");
  BOOST_TEST(text_of(news) == "run 1 did not run: go: not found on PATH");
  BOOST_TEST(text_of(server.call("run_status")) == "run 1 did not run: go: not found on PATH");
}

BOOST_AUTO_TEST_CASE(a_call_that_joins_and_does_not_wait_says_that_it_joined) {
  use_patient_go();
  auto& server = start_open("2025-11-25");
  server.call("run_tests", {{"wait", 0}});
  const auto joined = server.call("run_tests", {{"wait", 0}});
  BOOST_TEST(run_of(joined) == 1);
  BOOST_TEST(text_of(joined).starts_with("this call joined run 1, which had begun "));
  let_go_on();
  server.call("run_status", {{"run", 1}, {"wait", 20}});
}

BOOST_AUTO_TEST_SUITE_END()
