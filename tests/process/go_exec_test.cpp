// What `go test -exec` starts a test binary through.
#include "tests/support/piped_process.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdlib>

using namespace covey::testing;
using namespace std::chrono_literals;

namespace {

std::string monotonic_ms(std::chrono::milliseconds from_now) {
  const auto when = std::chrono::steady_clock::now().time_since_epoch() + from_now;
  return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(when).count());
}

// What a binary that prints its argument and its environment was given.
std::string started_with(const std::string& argument, std::map<std::string, std::string> environment) {
  const std::string script = "echo \"$1 ${COVEY_GO_PROFILES-none} ${COVEY_DEADLINE-none}\"";
  const temp_dir package;
  return run_program(COVEY_BINARY, {{"__go-exec", "/bin/sh", "-c", script, "pkg.test", argument},
                                    package.path(),
                                    std::move(environment)})
      .out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_exec)

BOOST_AUTO_TEST_CASE(a_binarys_time_limit_is_what_is_left_of_the_runs) {
  const auto out = started_with("-test.timeout=4m55s", {{"COVEY_DEADLINE", monotonic_ms(1h)}});
  const std::string flag = "-test.timeout=";
  BOOST_REQUIRE(out.substr(0, flag.size()) == flag);
  char* rest = nullptr;
  const auto left = std::strtoll(out.c_str() + flag.size(), &rest, 10);
  BOOST_TEST(left <= 3'600'000);
  BOOST_TEST(left > 3'500'000);
  BOOST_TEST(std::string{rest} == "ms none none\n");
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

BOOST_AUTO_TEST_SUITE_END()
