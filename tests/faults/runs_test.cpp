// What a run says when its runner misbehaves (fake_runner.cpp plays `go`).
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;

namespace {

struct expectation {
  std::string behaviour;
  std::string status;
  std::string counts;
  int exit_code;
  bool is_error;
};

// Never "passed" unless the runner said so to the end.
const std::vector<expectation> expectations = {
    {"pass:3", "passed", "passed 3, failed 0, skipped 0, errors 0", 0, false},
    {"pass:3,fail:2", "failed", "passed 3, failed 2, skipped 0, errors 0", 1, false},
    {"silent", "no_tests", "passed 0, failed 0, skipped 0, errors 0", 0, false},
    {"pass:2,truncate", "failed", "passed 2, failed 0, skipped 0, errors 1", 0, false},
    {"pass:3,suicide:9", "crashed", "passed 3, failed 0, skipped 0, errors 1", 137, false},
    {"pass:1,segv", "crashed", "passed 1, failed 0, skipped 0, errors 1", 139, false},
    {"pass:1,abort", "crashed", "passed 1, failed 0, skipped 0, errors 1", 134, false},
    {"segv", "crashed", "passed 0, failed 0, skipped 0, errors 1", 139, true},
    {"pass:1,exit:3", "failed", "passed 1, failed 0, skipped 0, errors 1", 3, false},
    {"pass:1,exit:200", "failed", "passed 1, failed 0, skipped 0, errors 1", 200, false},
    {"pass:1,garbage,pass:1", "passed", "passed 2, failed 0, skipped 0, errors 0", 0, false},
    {"pass:1,forge,pass:1", "passed", "passed 2, failed 0, skipped 0, errors 0", 0, false},
    {"pass:1,flood:20M,pass:1", "passed", "passed 2, failed 0, skipped 0, errors 0", 0, false},
    {"pass:1,both:20M,fail:1", "failed", "passed 1, failed 1, skipped 0, errors 0", 1, false},
    {"pass:1,long-line:64M,fail:1", "failed", "passed 1, failed 1, skipped 0, errors 0", 1, false},
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(runs, covey_fixture)

BOOST_AUTO_TEST_CASE(every_misbehaviour_has_its_status_and_keeps_what_was_seen_before) {
  use_fake_go("pass:1");
  auto& server = start_open();
  const auto schemas = output_schemas(server);
  for (const auto& expected : expectations) {
    BOOST_TEST_CONTEXT(expected.behaviour) {
      use_fake_go(expected.behaviour);
      const auto run = server.call("run_tests");
      check_answer(schemas, "run_tests", run);
      BOOST_TEST(status_of(run) == expected.status);
      BOOST_TEST(counts_of(run) == expected.counts);
      BOOST_TEST(at_path(run, "structuredContent.exit_code") == expected.exit_code);
      BOOST_TEST(at_path(run, "isError") == expected.is_error);
      BOOST_TEST(last_line(text_of(run)) == "exit: " + std::to_string(expected.exit_code));
      check_answer(schemas, "last_test_failures", server.call("last_test_failures"));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_killed_runner_is_named_with_its_signal) {
  use_fake_go("pass:3,suicide:9");
  auto& server = start_open();
  const auto text = text_of(server.call("run_tests"));
  BOOST_TEST(text.find("signal 9") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(what_a_runner_leaves_behind_is_ended_and_counted) {
  use_fake_go("pass:1");
  auto& server = start_open();
  struct row {
    std::string behaviour;
    int leaked;
    int escaped;
  };
  for (const auto& [behaviour, leaked, escaped] :
       {row{"pass:1,spawn:3", 3, 0}, row{"pass:1,daemonise", 0, 1}, row{"pass:1,leak-stdout:60", 1, 0},
        row{"pass:1,spawn:2,daemonise", 2, 1}, row{"pass:1", 0, 0}}) {
    BOOST_TEST_CONTEXT(behaviour) {
      use_fake_go(behaviour);
      const auto start = clock::now();
      const auto run = server.call("run_tests", {{"detail", true}});
      BOOST_TEST(at_path(run, "structuredContent.leaked") == leaked);
      BOOST_TEST(at_path(run, "structuredContent.escaped") == escaped);
      BOOST_TEST((since(start) < seconds{10}));
      // When the answer is there, nothing of the run is.
      BOOST_TEST(processes().size() == 1u, describe(processes()));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_runner_finds_no_input_no_terminal_and_clean_signals) {
  use_fake_go("read-stdin,open-tty,report-fds,report-signals,pass:1");
  auto& server = start_open();
  const auto text = text_of(server.call("run_tests", {{"output", "raw"}}));
  BOOST_TEST(text.rfind("{", 0) == 0u);
  BOOST_TEST(text.find("stdin: 0 bytes\ntty: none\n") != std::string::npos, text);
  BOOST_TEST(text.find("descriptor: 0\ndescriptor: 1\ndescriptor: 2\nSig") != std::string::npos, text);
  BOOST_TEST(text.find("SigBlk:\t0000000000000000") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(a_runner_that_cannot_be_executed_says_why) {
  write_file(workspace() + "/go.mod", "module example.com/m\n\ngo 1.19\n");
  write_file(programs() + "/go",
             "\x7f"
             "ELF but not really");
  set_environment("PATH", programs());
  auto& server = start_open();
  // Not executable: as good as not there.
  BOOST_TEST(text_of(server.call("run_tests")).rfind("run_tests: go: not found on PATH", 0) == 0u);
  std::filesystem::permissions(programs() + "/go", std::filesystem::perms::owner_all);
  const auto answer = server.call("run_tests");
  BOOST_TEST(at_path(answer, "isError") == true);
  BOOST_TEST(text_of(answer).find("could not start") != std::string::npos, text_of(answer));
}

BOOST_AUTO_TEST_CASE(a_workspace_that_vanishes_is_an_error_and_the_session_goes_on) {
  use_fake_go("pass:1");
  auto& server = start_open();
  BOOST_TEST(status_of(server.call("run_tests")) == "passed");
  std::filesystem::rename(workspace(), outside("moved"));
  BOOST_TEST(at_path(server.call("run_tests"), "isError") == true);
  std::filesystem::rename(outside("moved"), workspace());
  BOOST_TEST(status_of(server.call("run_tests")) == "passed");
}

BOOST_AUTO_TEST_CASE(every_run_overwrites_what_the_last_one_left) {
  use_fake_go("fail:2");
  auto& server = start_open();
  server.call("run_tests");
  BOOST_TEST(failures_now(server).size() == 2u);
  use_fake_go("pass:4");
  server.call("run_tests");
  const auto text = text_of(server.call("last_test_failures"));
  BOOST_TEST(text.rfind("last run_tests had no failures (4 tests passed, go, ", 0) == 0u, text);
  use_fake_go("silent");
  server.call("run_tests");
  const auto none = text_of(server.call("last_test_failures"));
  BOOST_TEST(none.rfind("last run_tests ran no tests", 0) == 0u, none);
}

BOOST_AUTO_TEST_SUITE_END()
