// How a command is started, and what it finds.
#include "tests/process/run_command.hpp"
#include "process/program.hpp"
#include "tests/support/processes.hpp"
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <unistd.h>

using namespace covey::testing;
using covey::parsers::run_ending;
using ending_kind = run_ending::kind_type;

namespace {

// A mask of /proc/self/status, without the two signals the C library keeps to itself and the real-time ones.
unsigned long standard_signals(const std::string& status, const std::string& label) {
  const auto at = status.find(label);
  BOOST_REQUIRE(at != std::string::npos);
  return std::stoul(status.substr(at + label.size(), 16), nullptr, 16) & 0x7fffffffUL;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(start)

BOOST_AUTO_TEST_CASE(the_exit_code_and_both_streams_arrive) {
  const auto result = command{behaving("say:out,say-err:err,exit:3")}.finish();
  BOOST_TEST((result.ending.kind == ending_kind::exited));
  BOOST_TEST(result.ending.value == 3);
  BOOST_TEST(result.out == "out\n");
  BOOST_TEST(result.err == "err\n");
  BOOST_TEST(result.ending.leaked == 0u);
  BOOST_TEST(result.ending.reparented == 0u);
}

BOOST_AUTO_TEST_CASE(a_signal_is_not_an_exit_code) {
  for (const auto& [behaviour, number] : {std::pair{"suicide:9", SIGKILL}, std::pair{"suicide:15", SIGTERM},
                                          std::pair{"segv", SIGSEGV}, std::pair{"abort", SIGABRT}}) {
    BOOST_TEST_CONTEXT(behaviour) {
      const auto result = command{behaving(behaviour)}.finish();
      BOOST_TEST((result.ending.kind == ending_kind::signalled));
      BOOST_TEST(result.ending.value == number);
    }
  }
  const auto result = command{behaving("exit:137")}.finish();
  BOOST_TEST((result.ending.kind == ending_kind::exited));
  BOOST_TEST(result.ending.value == 137);
}

BOOST_AUTO_TEST_CASE(a_command_that_cannot_be_started_says_why_and_leaves_no_process) {
  const temp_dir folder;
  write_file(folder / "text", "not a program\n");
  write_file(folder / "wrong", std::string("\x7f"
                                           "ELFgarbage"));
  std::filesystem::permissions(folder / "wrong", std::filesystem::perms::owner_all);
  struct row {
    std::string program;
    int error;
  };
  for (const auto& [program, error] : {row{folder / "missing", ENOENT}, row{folder / "text", EACCES},
                                       row{folder.path(), EACCES}, row{folder / "wrong", ENOEXEC}}) {
    BOOST_TEST_CONTEXT(program) {
      const auto result = command{{program}}.finish();
      BOOST_TEST((result.ending.kind == ending_kind::not_started));
      BOOST_TEST(result.ending.value == error);
    }
  }
  BOOST_TEST(children_of(::getpid()).empty(), describe(children_of(::getpid())));
}

BOOST_AUTO_TEST_CASE(without_a_path_of_its_own_the_guard_is_what_cannot_be_started) {
  boost::asio::io_context context;
  const auto launcher = covey::process::make_guard_launcher(context, "", {});
  covey::process::launch_request request;
  request.argv = {"/bin/true"};
  std::optional<covey::process::child_ending> ending;
  const auto child = launcher->launch(request, [](auto, auto) {}, [&](const auto& ended) { ending = ended; });
  context.run();
  BOOST_REQUIRE(ending.has_value());
  BOOST_TEST((ending->kind == ending_kind::not_started));
  BOOST_TEST(ending->value == covey::process::own_program_unknown);
}

BOOST_AUTO_TEST_CASE(a_working_directory_that_is_missing_is_a_failed_start) {
  const temp_dir folder;
  command missing{behaving("exit:0")};
  missing.request.cwd = folder / "nowhere";
  const auto result = missing.finish();
  BOOST_TEST((result.ending.kind == ending_kind::not_started));
  BOOST_TEST(result.ending.value == ENOENT);
  BOOST_TEST(children_of(::getpid()).empty(), describe(children_of(::getpid())));
}

BOOST_AUTO_TEST_CASE(it_runs_in_the_given_directory_with_the_given_variables_on_top) {
  const temp_dir folder;
  ::setenv("COVEY_TEST_KEPT", "kept", 1);
  ::setenv("COVEY_TEST_SET", "old", 1);
  command here{{"/bin/sh", "-c", "pwd; echo $COVEY_TEST_KEPT $COVEY_TEST_SET"}};
  here.request.cwd = folder.path();
  here.request.set_env = {{"COVEY_TEST_SET", "new"}};
  BOOST_TEST(here.finish().out == folder.path() + "\nkept new\n");
}

BOOST_AUTO_TEST_CASE(its_input_is_empty_and_it_has_no_terminal) {
  BOOST_TEST(command{behaving("read-stdin,open-tty")}.finish().out == "stdin: 0 bytes\ntty: none\n");
}

BOOST_AUTO_TEST_CASE(only_the_three_standard_descriptors_are_open_in_it) {
  // An odd hole between descriptors that are not close-on-exec: closing must not stop there.
  const int low = ::dup2(2, 40);
  const int high = ::dup2(2, 90);
  const auto result = command{behaving("report-fds")}.finish();
  ::close(low);
  ::close(high);
  BOOST_TEST(result.out == "descriptor: 0\ndescriptor: 1\ndescriptor: 2\n");
}

BOOST_AUTO_TEST_CASE(its_signals_are_neither_blocked_nor_ignored) {
  const auto old_pipe = ::signal(SIGPIPE, SIG_IGN);
  const auto old_term = ::signal(SIGTERM, SIG_IGN);
  sigset_t blocked, before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGTERM);
  ::sigaddset(&blocked, SIGINT);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const auto result = command{behaving("report-signals")}.finish();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::signal(SIGTERM, old_term);
  ::signal(SIGPIPE, old_pipe);
  BOOST_TEST(standard_signals(result.out, "SigBlk:\t") == 0u);
  BOOST_TEST(standard_signals(result.out, "SigIgn:\t") == 0u);
}

BOOST_AUTO_TEST_CASE(arguments_arrive_as_the_bytes_they_are) {
  const temp_dir folder;
  const std::vector<std::string> odd = {"",
                                        "-x",
                                        "a b",
                                        "$(touch canary)",
                                        "`touch canary`",
                                        "; touch canary",
                                        "tab\tand \"quotes\" '",
                                        "*",
                                        "zażółć \xff"};
  auto argv = behaving("echo-argv");
  argv.insert(argv.end(), odd.begin(), odd.end());
  command echo{argv};
  echo.request.cwd = folder.path();
  const auto result = echo.finish();
  std::string expected;
  for (const auto& argument : argv) expected += "argument: " + argument + "\n";
  BOOST_TEST(result.out == expected);
  BOOST_TEST(entries_of(folder.path()).empty());
}

BOOST_AUTO_TEST_SUITE_END()
