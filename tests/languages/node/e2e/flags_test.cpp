// The user's own words for the runners of Node, each where it decides how a run ends.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;

namespace {

using strings = std::vector<std::string>;

struct flags_fixture : node_fixture {
  flags_fixture() { set_run_arguments({{"coverage", false}}); }

  json::object with(json::array args, json::object env = {{"CURRENCY", "EUR"}}) {
    return run_tests({{"args", std::move(args)}, {"env", std::move(env)}});
  }

  // The names of the failed tests, without their files.
  strings failed(const json::object& run) {
    strings out;
    for (const auto& name : failed_names(run)) out.push_back(name.substr(name.find(" > ") + 3));
    return out;
  }

  void expect(const json::object& run, const std::string& counts, const strings& names) {
    BOOST_TEST(counted(run) == counts);
    BOOST_TEST(failed(run) == names, boost::test_tools::per_element());
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(node_flags, flags_fixture)

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_node_modules("jest30")))
BOOST_AUTO_TEST_CASE(each_decides_how_a_run_of_jest_ends) {
  use("flags/jest", "jest30");
  expect(with({}), "passed 3, failed 1, skipped 0, errors 0", {"reaches the database"});
  expect(with({"--selectProjects", "unit"}, {}), "passed 2, failed 1, skipped 0, errors 0",
         {"has the currency"});
  expect(run_failing_tests(), "passed 0, failed 1, skipped 0, errors 0", {"has the currency"});
  expect(with({"--runInBand", "-t", "slow|alone"}), "passed 2, failed 0, skipped 2, errors 0", {});
  expect(with({"unit/second", "--selectProjects", "unit"}), "passed 1, failed 0, skipped 0, errors 0", {});
  BOOST_TEST(error_of("run_tests", {{"args", json::array{"-u"}}}) ==
             "run_tests: `-u` is refused: it rewrites the project's expected results: run it in a shell");
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_node_modules("vitest4")))
BOOST_AUTO_TEST_CASE(each_decides_how_a_run_of_vitest_ends) {
  use("flags/vitest", "vitest4");
  expect(with({}), "passed 1, failed 2, skipped 0, errors 0", {"reaches the database", "is slow"});
  expect(with({"--project", "unit", "-t", "currency"}), "passed 1, failed 0, skipped 1, errors 0", {});
  expect(with({"--project=unit", "--retry", "1", "--test-timeout", "4000"}, {}),
         "passed 0, failed 2, skipped 0, errors 0", {"has the currency", "is slow"});
  expect(run_failing_tests({{"env", {{"CURRENCY", "EUR"}}}}), "passed 0, failed 2, skipped 0, errors 0",
         {"reaches the database", "is slow"});
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_node_modules("mocha11")))
BOOST_AUTO_TEST_CASE(each_decides_how_a_run_of_mocha_ends) {
  use("flags/mocha", "mocha11");
  expect(with({"--grep", "@db", "--invert"}), "passed 3, failed 0, skipped 0, errors 0", {});
  expect(with({"--require", "./required.js", "-g", "required"}), "passed 0, failed 1, skipped 0, errors 0",
         {"is required"});
  expect(with({"--timeout=50", "--fgrep", "time"}, {{"SLEEP", "500"}}),
         "passed 0, failed 1, skipped 0, errors 0", {"takes its time"});
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_program("node")))
BOOST_AUTO_TEST_CASE(each_decides_how_a_run_of_node_test_ends) {
  use_project("node/flags/node-test");
  expect(with({"--test-concurrency=1"}), "passed 2, failed 1, skipped 0, errors 0", {"reaches the database"});
  // Some versions count as skipped what does not fit.
  BOOST_TEST(
      failed(with({"--import", "./imported.mjs", "--test-name-pattern=imported"})) == strings{"is imported"},
      boost::test_tools::per_element());
  BOOST_TEST(failed(run_failing_tests()) == strings{"is imported"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
