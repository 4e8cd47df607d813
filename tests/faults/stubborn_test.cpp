// What a call answers when a run's processes cannot be ended, when its guard is kept from its work, and when
// the system has no threads or descriptors left.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>

using namespace covey::testing;

namespace {

struct stubborn_fixture : covey_fixture {
  // Those calls of the system fail in the server and its guards (tests/fakes/failing_calls.cpp).
  void let_fail(const std::string& calls) {
    set_environment("LD_PRELOAD", FAILING_CALLS);
    set_environment("FAILING_CALLS", calls);
    set_environment("FAILING_CALLS_WHILE", outside("failing"));
    set_environment("ASAN_OPTIONS", "verify_asan_link_order=0");
  }

  void end_by_hand(const json::value& pids) const {
    for (const auto& pid : pids.as_array()) ::kill(static_cast<pid_t>(pid.as_int64()), SIGKILL);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(stubborn, stubborn_fixture)

BOOST_AUTO_TEST_CASE(P7_what_cannot_be_ended_is_named_and_the_next_run_goes_on) {
  let_fail("kill");
  const auto ready = outside("ready");
  use_fake_go("pass:1,daemonise:unkillable,touch:" + ready + ",hang");
  auto& server = start_open();
  const auto start = clock::now();
  const auto run = server.start_call("run_tests", {{"timeout", 1}});
  BOOST_REQUIRE(eventually([&] { return !read_file(ready).empty(); }, seconds{20}));
  use_fake_go("pass:2");
  const auto next = server.start_call("run_tests");
  const auto result = server.result(run);
  std::cout << "timeout of 1 s, unkillable: answered after " << since(start).count() << " ms\n";
  BOOST_TEST(since(start).count() < 12000);
  BOOST_TEST(status_of(result) == "timed_out");
  const auto pids = at_path(result, "structuredContent.could_not_be_ended");
  BOOST_REQUIRE(pids.is_array());
  BOOST_REQUIRE(pids.as_array().size() == 1u);
  const auto pid = pids.as_array().front().as_int64();
  BOOST_TEST(is_alive(static_cast<pid_t>(pid)));
  BOOST_TEST(json::serialize(at_path(result, "structuredContent.notes"))
                 .find("1 process(es) could not be ended: " + std::to_string(pid) + " (unkillable)") !=
             std::string::npos);
  BOOST_TEST(status_of(server.result(next)) == "passed");
  end_by_hand(pids);
}

BOOST_AUTO_TEST_CASE(P11_a_test_that_stops_its_guard_is_answered_for) {
  use_fake_go("pass:1,stop-guard,pass:1");
  auto& server = start_open();
  const auto start = clock::now();
  BOOST_TEST(status_of(server.call("run_tests", {{"timeout", 30}})) == "passed");
  BOOST_TEST(since(start).count() < 10000);
}

BOOST_AUTO_TEST_CASE(P7_without_lists_of_children_a_timeout_is_no_slower) {
  let_fail("children");
  use_fake_go("pass:1,daemonise,spawn:2,hang");
  auto& server = start_open();
  const auto start = clock::now();
  BOOST_TEST(status_of(server.call("run_tests", {{"timeout", 1}})) == "timed_out");
  std::cout << "timeout of 1 s, no lists of children: answered after " << since(start).count() << " ms\n";
  BOOST_TEST(since(start).count() < 9000);
  BOOST_TEST(processes().size() == 1u, describe(processes()));
}

BOOST_AUTO_TEST_CASE(P18_without_threads_every_call_is_busy_and_works_when_there_are_some_again) {
  let_fail("threads");
  use_fake_go("pass:2");
  write_file(workspace() + "/lcov.info", "SF:a.c\nDA:1,1\nend_of_record\n");
  write_file(workspace() + "/fake_test.go", "package fake\n\nfunc TestA(t *testing.T) {}\n");
  auto& server = start_open();
  write_file(outside("failing"), "");
  const auto expect_busy = [&](std::string_view tool, const json::object& arguments) {
    const auto result = server.call(tool, arguments);
    BOOST_TEST(at_path(result, "isError") == true);
    BOOST_TEST(text_of(result).find("busy: ") != std::string::npos, text_of(result));
  };
  for (int i = 0; i < 5; ++i) {
    expect_busy("activate_package", {{"pkg_dir", "."}});
    expect_busy("get_overall_coverage", {{"lcovPath", "lcov.info"}});
    expect_busy("run_tests", {});
  }
  BOOST_TEST(text_of(server.call("list_testblocks")).find("the system starts no more threads") !=
             std::string::npos);
  std::filesystem::remove(outside("failing"));
  BOOST_TEST(at_path(server.call("activate_package", {{"pkg_dir", "."}}), "isError") == false);
  BOOST_TEST(at_path(server.call("get_overall_coverage", {{"lcovPath", "lcov.info"}}),
                     "structuredContent.overall") == 100);
  BOOST_TEST(at_path(server.call("list_testblocks"), "structuredContent.count") == 1);
  BOOST_TEST(status_of(server.call("run_tests")) == "passed");
}

BOOST_AUTO_TEST_CASE(R4_with_too_few_descriptors_it_says_so_and_does_not_start) {
  for (const std::string limit : {"6", "10", "15"}) {
    const auto result =
        run_program("/bin/sh", {{"-c", "ulimit -n " + limit + " && exec " COVEY_BINARY}, workspace(), {}});
    BOOST_TEST(result.exit_code == 1);
    BOOST_TEST(result.out.empty());
    BOOST_TEST(result.err.find("only " + limit + " descriptors are allowed; raise the limit (ulimit -n)") !=
                   std::string::npos,
               result.err);
  }
}

BOOST_AUTO_TEST_CASE(R4_with_few_descriptors_runs_go_on_or_say_what_is_missing) {
  use_fake_go("pass:1");
  auto options_with_limit = options({"-c", "ulimit -n 32 && exec " COVEY_BINARY " call run_tests"});
  const auto result = run_program("/bin/sh", options_with_limit);
  BOOST_TEST(result.exit_code == 0, result.out + result.err);
}

BOOST_AUTO_TEST_SUITE_END()
