// The user's own words for the tests of a Julia package: its test_args.
#include "tests/languages/julia/e2e/julia_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_program("julia")))
BOOST_FIXTURE_TEST_SUITE(julia_flags, julia_fixture)

BOOST_AUTO_TEST_CASE(test_args_decide_how_a_run_ends) {
  use("flags");
  interpret();
  BOOST_TEST(counted(run_tests({{"env", {{"REGION", "us"}}}})) == "passed 0, failed 1, skipped 0, errors 0");
  const auto slow = run_tests({{"args", json::array{"--slow", "größer als \"$x\""}}});
  BOOST_TEST(counted(slow) == "passed 1, failed 1, skipped 0, errors 0");
  BOOST_TEST(failed_names(slow) == std::vector<std::string>{"test/runtests.jl > slow"},
             boost::test_tools::per_element());
  BOOST_TEST(counted(run_failing_tests()) == "passed 0, failed 1, skipped 0, errors 0");
  const auto three = run_tests({{"args", json::array{"--slow", "", "--list"}}});
  BOOST_TEST(counted(three) == "passed 2, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_SUITE_END()
