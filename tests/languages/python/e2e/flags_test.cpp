// The user's own words for pytest, unittest and Django, each where it decides how a run ends.
#include "tests/languages/python/e2e/python_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;

namespace {

struct flags_fixture : python_fixture {
  flags_fixture() { set_run_arguments({{"coverage", false}}); }

  json::object with(json::array args, json::object env = {{"CURRENCY", "EUR"}}) {
    return run_tests({{"args", std::move(args)}, {"env", std::move(env)}});
  }

  void expect_failed(const json::object& run, const strings& names) {
    strings expected;
    for (const auto& name : names) expected.push_back("tests/test_flags.py::" + name);
    BOOST_TEST(failed_names(run) == expected, boost::test_tools::per_element());
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(python_flags, flags_fixture)

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_python("pytest8")))
BOOST_AUTO_TEST_CASE(each_decides_how_a_run_of_pytest_ends) {
  use_project("python/flags");
  use_python("pytest8");
  // addopts has -x, which covey takes back, and -k, which it leaves.
  expect_failed(run_tests(), {"test_currency", "test_is_slow"});
  const auto quick = with({"-m", "not slow"});
  BOOST_TEST(counted(quick) == "passed 4, failed 0, skipped 1, errors 0");
  // The later -k counts, as for pytest.
  expect_failed(with({"-k", "slow or left_out"}), {"test_is_slow", "test_left_out_by_addopts"});
  expect_failed(with({"--runslow", "-m", "not slow"}), {"test_very_slow"});
  expect_failed(with({"-m", "not slow", "-W", "error"}), {"test_warns"});
  expect_failed(with({"-m", "not slow", "-o", "addopts="}), {"test_left_out_by_addopts"});
  expect_failed(with({"-m", "not slow", "-n", "2"}), {"test_has_a_worker"});
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_python("pytest8")))
BOOST_AUTO_TEST_CASE(a_time_limit_of_a_plugin_is_a_failure_of_its_test) {
  use_project("python/flags");
  use_python("pytest8");
  const auto run = with({"-m", "not slow", "--timeout=0.5"}, {{"CURRENCY", "EUR"}, {"SLEEP", "30"}});
  expect_failed(run, {"test_takes_a_second"});
  BOOST_TEST(counted(run) == "passed 3, failed 1, skipped 1, errors 0");
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_python("pytest8")))
BOOST_AUTO_TEST_CASE(a_rerun_repeats_them_until_it_is_told_others) {
  use_project("python/flags");
  use_python("pytest8");
  expect_failed(with({"--runslow", "-m", "not slow"}), {"test_very_slow"});
  const auto again = run_failing_tests({{"detail", true}});
  expect_failed(again, {"test_very_slow"});
  BOOST_TEST(json::serialize(again.at("notes"))
                 .find("run with args `--runslow` `-m` `not slow` and env CURRENCY, as "
                       "what failed was") != std::string::npos);
  const auto others = run_failing_tests({{"args", json::array{}}});
  BOOST_TEST(counted(others) == "passed 0, failed 0, skipped 1, errors 0");
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_python("pytest8")))
BOOST_AUTO_TEST_CASE(what_pytest_does_not_know_is_an_error) {
  use_project("python/flags");
  use_python("pytest8");
  const auto run = with({"--no-such-flag"});
  BOOST_TEST(run.at("status") == "failed");
  BOOST_TEST(
      json::serialize(run.at("failures")).find("unrecognized arguments: --no-such-flag") != std::string::npos,
      run.at("failures"));
  // It was no test: a run of all forgets it.
  BOOST_TEST(counted(with({"-m", "not slow"})) == "passed 4, failed 0, skipped 1, errors 0");
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_python("bare")))
BOOST_AUTO_TEST_CASE(unittest_has_its_own) {
  use_project("python/unittest/outcomes");
  use_python("bare");
  const auto some = run_tests({{"args", json::array{"-v", "-k", "passes"}}});
  BOOST_TEST(json::serialize(some.at("counts")).find("\"passed\":2") != std::string::npos, some.at("counts"));
  BOOST_TEST(
      error_of("run_tests", {{"args", json::array{"tests.test_a"}}}).find("is refused: it is no flag") !=
      std::string::npos);
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_python("django")))
BOOST_AUTO_TEST_CASE(django_has_its_own) {
  use_project("python/django/site");
  use_python("django");
  const auto all = run_tests();
  const auto none = run_tests({{"args", json::array{"-k", "no_test_is_called_so"}}});
  BOOST_TEST(counted(none) != counted(all));
  BOOST_TEST(none.at("status") != "passed");
}

BOOST_AUTO_TEST_SUITE_END()
