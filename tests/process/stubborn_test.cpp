// What cannot be ended, and guards that are kept from their work: a command comes to its end all the same.
#include "process/family.hpp"
#include "tests/process/run_command.hpp"
#include "tests/support/processes.hpp"
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace covey::testing;
using namespace std::chrono_literals;
using ending_kind = covey::parsers::run_ending::kind_type;

namespace {

const std::string run_name = "stubborn-test-" + std::to_string(::getpid());
const std::string marker = "COVEY_RUN=" + run_name;

struct stubborn_command : command {
  // `failing`: the calls of the system that fail in the guard (failing_calls.cpp).
  explicit stubborn_command(const std::string& behaviours, const std::string& failing = "")
      : command(behaving(behaviours)) {
    request.set_env = {{"COVEY_RUN", run_name}};
    if (failing.empty()) return;
    request.set_env.emplace_back("LD_PRELOAD", FAILING_CALLS);
    request.set_env.emplace_back("FAILING_CALLS", failing);
    request.set_env.emplace_back("ASAN_OPTIONS", "verify_asan_link_order=0");
  }

  ~stubborn_command() {
    for (const pid_t pid : processes_with(marker)) ::kill(pid, SIGKILL);
    eventually([] { return processes_with(marker).empty(); }, 5s);
    while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;
  }

  void start_and_wait_until_ready() {
    covey::process::become_subreaper();
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

std::uint64_t times_woken(pid_t pid) {
  for (const auto& line : lines_of("/proc/" + std::to_string(pid) + "/status"))
    if (line.rfind("voluntary_ctxt_switches:", 0) == 0) return std::stoull(line.substr(24));
  return 0;
}

void expect_none_alive() {
  const bool gone = eventually([] { return processes_with(marker).empty(); }, 2s);
  BOOST_CHECK_MESSAGE(gone, "still alive: " << describe(processes_with(marker)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stubborn)

BOOST_AUTO_TEST_CASE(P7_a_process_that_no_signal_reaches_is_named_and_the_command_ends) {
  stubborn_command run{"daemonise:unkillable,spawn:1,say:ready,exit:3", "kill"};
  const auto result = run.finish();
  BOOST_TEST((result.ending.kind == ending_kind::exited));
  BOOST_TEST(result.ending.value == 3);
  BOOST_TEST(result.ending.leaked == 1u);
  BOOST_TEST(result.ending.reparented == 0u);
  const auto alive = processes_with(marker);
  BOOST_REQUIRE(alive.size() == 1u);
  BOOST_REQUIRE(result.ending.survivors.size() == 1u);
  BOOST_TEST(result.ending.survivors.front().pid == alive.front());
  BOOST_TEST(result.ending.survivors.front().name == "unkillable");
  BOOST_TEST(result.took.count() < 8000);
}

BOOST_AUTO_TEST_CASE(P7_a_stop_ends_what_it_can_and_names_the_rest) {
  stubborn_command run{"daemonise,daemonise:unkillable,spawn:2,ignore-term,say:ready,hang", "kill"};
  run.start_and_wait_until_ready();
  const auto result = run.stop(100ms);
  BOOST_TEST((result.ending.kind == ending_kind::signalled));
  BOOST_TEST(result.ending.survivors.size() == 1u);
  BOOST_TEST(processes_with(marker).size() == 1u);
  BOOST_TEST(result.took.count() < 8000);
}

BOOST_AUTO_TEST_CASE(P7_a_guard_that_cannot_end_a_process_does_not_spin) {
  stubborn_command run{"daemonise:unkillable,say:ready,hang", "kill"};
  run.start_and_wait_until_ready();
  const auto guard = children_of(::getpid());
  BOOST_REQUIRE(guard.size() == 1u);
  std::uint64_t woken = 0;
  run.child().stop(0ms);
  run.until([&] {
    if (const auto now = times_woken(guard.front()); now > 0) woken = now;
    return run.ended();
  });
  BOOST_TEST(woken < 150u);  // three seconds at 200 a second would be 600
}

BOOST_AUTO_TEST_CASE(P11_a_guard_that_a_test_has_stopped_goes_on) {
  stubborn_command run{"say:ready,stop-parent,exit:7"};
  const auto result = run.finish();
  BOOST_TEST((result.ending.kind == ending_kind::exited));
  BOOST_TEST(result.ending.value == 7);
  BOOST_TEST(result.took.count() < 8000);
}

BOOST_AUTO_TEST_CASE(P11_a_guard_that_is_stopped_again_and_again_is_killed_and_the_rest_swept_away) {
  stubborn_command run{"keep-stopping-parent,ignore-term,daemonise,spawn:2,say:ready,hang"};
  run.start_and_wait_until_ready();
  const auto result = run.stop(100ms);
  BOOST_TEST(result.took.count() < 10000);
  BOOST_TEST(result.ending.survivors.empty());
  expect_none_alive();
}

BOOST_AUTO_TEST_CASE(P7_without_lists_of_children_a_daemon_is_found_all_the_same) {
  stubborn_command run{"ignore-term,daemonise,spawn:2,say:ready,hang", "children"};
  run.start_and_wait_until_ready();
  const auto result = run.stop(100ms);
  BOOST_TEST((result.ending.kind == ending_kind::signalled));
  BOOST_TEST(result.ending.survivors.empty());
  BOOST_TEST(result.took.count() < 3000);
  expect_none_alive();
}

BOOST_AUTO_TEST_SUITE_END()
