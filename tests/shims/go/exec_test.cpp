// What `go test -exec` starts a test binary through.
#include "tests/support/piped_process.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace covey::testing;
using namespace std::chrono_literals;

namespace {

std::string monotonic_ms(std::chrono::milliseconds from_now) {
  const auto when = std::chrono::steady_clock::now().time_since_epoch() + from_now;
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(when).count());
}

// What a binary that prints its argument and its environment was given.
std::string started_with(const std::string& argument, std::map<std::string, std::string> environment) {
  const std::string script =
      "echo \"$1 ${COVEY_GO_PROFILES-none} ${COVEY_DEADLINE-none}${COVEY_GO_TESTS+ $COVEY_GO_TESTS}\"";
  const temp_dir package;
  return run_program(COVEY_BINARY, {{"__go-exec", "/bin/sh", "-c", script, "pkg.test", argument},
                                    package.path(),
                                    std::move(environment)})
      .out;
}

// The next bytes of a non-blocking descriptor; "" at its end, nothing if none came in time.
std::optional<std::string> next_bytes(int fd, std::chrono::milliseconds within) {
  pollfd about{fd, POLLIN, 0};
  if (::poll(&about, 1, static_cast<int>(within.count())) <= 0) return std::nullopt;
  std::string out(256, '\0');
  const auto n = ::read(fd, out.data(), out.size());
  out.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  return out;
}

bool read_until(int fd, const std::string& text) {
  std::string seen;
  while (seen.find(text) == std::string::npos) {
    const auto more = next_bytes(fd, 20s);
    if (!more || more->empty()) return false;
    seen += *more;
  }
  return true;
}

bool ends_within(int fd, std::chrono::milliseconds within) {
  const auto end = next_bytes(fd, within);
  return end && end->empty();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_exec)

BOOST_AUTO_TEST_CASE(a_binarys_time_limit_is_what_is_left_of_the_runs) {
  const auto out = started_with("-test.timeout=2h", {{"COVEY_DEADLINE", monotonic_ms(1h)}});
  const std::string flag = "-test.timeout=";
  BOOST_REQUIRE(out.substr(0, flag.size()) == flag);
  char* rest = nullptr;
  const auto left = std::strtoll(out.c_str() + flag.size(), &rest, 10);
  BOOST_TEST(left <= 3'600'000);
  BOOST_TEST(left > 3'500'000);
  BOOST_TEST(std::string{rest} == "ms none none\n");
}

BOOST_AUTO_TEST_CASE(a_shorter_limit_of_the_binarys_own_stays) {
  BOOST_TEST(started_with("-test.timeout=1m30s", {{"COVEY_DEADLINE", monotonic_ms(1h)}}) ==
             "-test.timeout=90000ms none none\n");
}

BOOST_AUTO_TEST_CASE(without_a_deadline_or_past_it_gos_own_limit_stays) {
  for (const auto& environment : {std::map<std::string, std::string>{},
                                  {{"COVEY_DEADLINE", monotonic_ms(-1s)}},
                                  {{"COVEY_DEADLINE", "soon"}}})
    BOOST_TEST(started_with("-test.timeout=4m55s", environment) == "-test.timeout=4m55s none none\n");
}

BOOST_AUTO_TEST_CASE(a_binary_without_a_limit_gets_none) {
  BOOST_TEST(started_with("-test.v", {{"COVEY_DEADLINE", monotonic_ms(1h)}}) == "-test.v none none\n");
}

BOOST_AUTO_TEST_CASE(each_binary_gets_a_profile_of_its_own_and_its_folder_is_noted) {
  const temp_dir profiles;
  const auto out =
      started_with("-test.coverprofile=/go/merged.out", {{"COVEY_GO_PROFILES", profiles.path()}});
  BOOST_TEST(out.find("-test.coverprofile=" + profiles.path() + "/") == 0u);
  BOOST_TEST(entries_of(profiles.path()).size() == 2u);
}

BOOST_AUTO_TEST_CASE(where_no_profile_can_be_made_the_binary_runs_as_go_wanted_it) {
  BOOST_TEST(started_with("-test.coverprofile=/go/merged.out", {{"COVEY_GO_PROFILES", "/nowhere"}}) ==
             "-test.coverprofile=/go/merged.out none none\n");
}

BOOST_AUTO_TEST_CASE(a_binary_that_can_tell_its_tests_apart_finds_a_file_beside_its_profile) {
  const temp_dir profiles;
  const auto out = started_with("-test.coverprofile=/go/merged.out",
                                {{"COVEY_GO_PROFILES", profiles.path()}, {"COVEY_GO_TESTS", "1"}});
  const auto from = out.find('/'), to = out.find(".out ");
  BOOST_REQUIRE(to != std::string::npos);
  BOOST_TEST(out.ends_with(" " + out.substr(from, to - from) + ".hits\n"));
  BOOST_TEST(started_with("-test.coverprofile=/go/merged.out",
                          {{"COVEY_GO_PROFILES", "/nowhere"}, {"COVEY_GO_TESTS", "1"}}) ==
             "-test.coverprofile=/go/merged.out none none\n");
}

BOOST_AUTO_TEST_CASE(what_a_binary_exited_with_is_said_and_handed_on) {
  const auto run = [](const std::string& script) {
    return run_program(COVEY_BINARY, {{"__go-exec", "/bin/sh", "-c", script}, {}, {}});
  };
  const auto green = run("echo PASS");
  BOOST_TEST(green.exit_code == 0);
  BOOST_TEST(green.out == "PASS\n");
  const auto red = run("echo FAIL; exit 1");
  BOOST_TEST(red.exit_code == 1);
  BOOST_TEST(red.out == "FAIL\nexit status 1\n");
  const auto other = run("printf 'no line end'; exit 3");
  BOOST_TEST(other.exit_code == 3);
  BOOST_TEST(other.out == "no line end\nexit status 3\n");
  const auto killed = run("kill -KILL $$");
  BOOST_TEST(killed.exit_code == 128 + SIGKILL);
  BOOST_TEST(killed.out.empty());
  BOOST_TEST(run_program(COVEY_BINARY, {{"__go-exec", "/nowhere/x.test"}, {}, {}}).exit_code == 127);
}

BOOST_AUTO_TEST_CASE(a_signal_of_who_started_it_reaches_the_binary) {
  const std::string script = "trap 'echo quit; exit 5' QUIT; echo ready; while :; do sleep 0.05; done";
  piped_process process{COVEY_BINARY, {{"__go-exec", "/bin/sh", "-c", script}, {}, {}}};
  BOOST_REQUIRE(read_until(process.output(), "ready\n"));
  process.signal(SIGQUIT);
  const auto status = process.wait(10s);
  BOOST_REQUIRE(status.has_value());
  BOOST_TEST(WEXITSTATUS(*status) == 5);
}

BOOST_AUTO_TEST_CASE(a_binary_does_not_outlive_what_started_it) {
  piped_process process{COVEY_BINARY, {{"__go-exec", "/bin/sh", "-c", "echo ready; exec sleep 600"}, {}, {}}};
  BOOST_REQUIRE(read_until(process.output(), "ready\n"));
  process.signal(SIGKILL);
  BOOST_REQUIRE(process.wait(10s).has_value());
  BOOST_TEST(ends_within(process.output(), 10s));  // the last one that holds the pipe is gone
}

// A binary that runs specs, as far as the shim can tell; it prints its arguments and what it knows of the run.
std::string spec_binary(const temp_dir& folder, const std::string& marker) {
  const auto path = folder / "pkg.test";
  std::ofstream{path}
      << "#!/bin/sh\n# " << marker << "\n"
      << "for a; do echo \"$a\"; case $a in --ginkgo.json-report=*) head -c 9000 /dev/zero | tr '\\0' 'x' "
         ">\"${a#*=}\"; echo >>\"${a#*=}\";; esac; done; echo \"${COVEY_EVENTS-none} ${COVEY_GO_FOCUS-none}\"\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

BOOST_AUTO_TEST_CASE(the_report_of_a_binary_with_specs_comes_through_the_channel_in_whole_pieces) {
  const temp_dir folder;
  const auto channel = folder / "events";
  BOOST_REQUIRE(::mkfifo(channel.c_str(), 0600) == 0);
  const int reader = ::open(channel.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  const auto out =
      run_program(
          COVEY_BINARY,
          {{"__go-exec", spec_binary(folder, "github.com/onsi/ginkgo/v2.RunSpecs")},
           folder.path(),
           {{"COVEY_EVENTS", channel}, {"COVEY_GO_FOCUS", "a b"}, {"COVEY_DEADLINE", monotonic_ms(1h)}}})
          .out;
  std::string sent(65536, '\0');
  const auto got = ::read(reader, sent.data(), sent.size());
  ::close(reader);
  BOOST_REQUIRE(got > 0);
  sent.resize(static_cast<std::size_t>(got));
  const auto process = sent.substr(0, sent.find('\t') + 1);
  BOOST_TEST(sent == process + std::string(4000, 'x') + "\n" + process + std::string(4000, 'x') + "\n" +
                         process + std::string(1000, 'x') + " \n" + process + "\n");
  BOOST_TEST(out.find("--ginkgo.focus=a b\n--ginkgo.timeout=35") != std::string::npos);
  BOOST_TEST(out.ends_with("none none\n"));
  BOOST_TEST(std::distance(std::filesystem::directory_iterator{folder.path()}, {}) ==
             2);  // the report is gone
}

BOOST_AUTO_TEST_CASE(a_binary_without_specs_gets_no_flag_that_it_does_not_know) {
  const temp_dir folder;
  const auto out =
      run_program(COVEY_BINARY, {{"__go-exec", spec_binary(folder, "github.com/onsi/ginkgo/v2/types.Report")},
                                 folder.path(),
                                 {{"COVEY_EVENTS", folder / "events"}, {"COVEY_GO_FOCUS", "a"}}})
          .out;
  BOOST_TEST(out == "none none\n");
}

// A test binary as far as it matters: of what it is told to leave out it keeps a log, and `first` and `rest` are what it does
// without and with that. "$end" is what it writes where its tests came to their end.
struct restarts {
  temp_dir folder;
  int code = 0;
  std::string out;
  std::vector<std::string> skipped;

  restarts(const std::string& first, const std::string& rest, std::vector<std::string> flags = {}) {
    const auto path = folder / "pkg.test";
    std::ofstream{path} << "#!/bin/sh\nfor a; do case $a in -test.blockprofile=*) end=${a#*=};; -test.skip=*) skip=${a#*=};; esac; done\n"
                        << "echo \"$skip\" >>log\nrun() { printf '\\026=== RUN   %s\\n' $1; }\nif [ -z \"${skip#TestOld}\" ]; then\n"
                        << first << "\nelse\n" << rest << "\nfi\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    std::vector<std::string> arguments{"__go-exec", path, "-test.v=test2json"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const auto ended = run_program(COVEY_BINARY, {arguments, folder.path(), {{"COVEY_EVENTS", folder / "events"}}});
    code = ended.exit_code;
    out = ended.out;
    std::ifstream log{folder / "log"};
    for (std::string line; std::getline(log, line);) skipped.push_back(line);
  }
};

using texts = std::vector<std::string>;
const std::string two_and_out = "run TestA; printf '\\026--- PASS: TestA (0.00s)\\n'; run TestP; exit 3";
const std::string the_rest = "run TestZ; echo PASS; : >$end";

BOOST_AUTO_TEST_CASE(a_binary_whose_test_ended_it_is_started_again_without_what_it_has_done) {
  const restarts ran{two_and_out, the_rest};
  BOOST_TEST(ran.skipped == (texts{"", "^(TestA|TestP)$"}), boost::test_tools::per_element());
  BOOST_TEST(ran.code == 3);
  BOOST_TEST(ran.out.ends_with("TestP\n\nexit status 3\n\x16=== NAME  \ncovey " + (ran.folder / "events") +
                               " \n\x16=== RUN   TestZ\nPASS\n\nexit status 3\n"),
             ran.out);
  const restarts with_users{two_and_out, the_rest, {"-test.skip=TestOld"}};
  BOOST_TEST(with_users.skipped == (texts{"TestOld", "TestOld|^(TestA|TestP)$"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_binary_that_came_to_its_end_or_is_to_stop_early_is_not_started_again) {
  for (const auto& flag : {"-test.failfast=true", "-test.timeout=1ms", "-test.bench=.", "-test.blockprofile=x"})
    BOOST_TEST(restarts(two_and_out, the_rest, {flag}).skipped.size() == 1u, flag);
  BOOST_TEST(restarts("run TestA; echo FAIL; : >$end; exit 1", the_rest).skipped.size() == 1u);  // and behind it TestMain exits
  BOOST_TEST(restarts("echo no database; exit 1", the_rest).skipped.size() == 1u);
  BOOST_TEST(restarts("run TestA; kill -KILL $$", the_rest).skipped.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_binary_that_ends_each_time_is_started_again_a_few_times) {
  const restarts ran{"run TestA; exit 2", "run Test$(wc -l <log); exit 2"};
  BOOST_TEST(ran.skipped.size() == 17u);
  BOOST_TEST(ran.code == 2);
}

BOOST_AUTO_TEST_CASE(who_holds_the_output_of_a_binary_that_ended_is_waited_for_and_it_is_not_started_again) {
  const restarts ran{"run TestP; (while [ ! -e go ]; do sleep 0.02; done; echo late) & (sleep 0.3; : >go) >/dev/null 2>&1 & exit 3", the_rest};
  BOOST_TEST(ran.skipped.size() == 1u);
  BOOST_TEST(ran.out.ends_with("late\n"), ran.out);
  BOOST_TEST(ran.code == 3);
}

BOOST_AUTO_TEST_SUITE_END()
