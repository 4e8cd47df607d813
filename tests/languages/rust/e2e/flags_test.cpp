// The user's own words for `cargo test`, each where it decides how a run ends.
#include "tests/languages/common/e2e/language_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;

namespace {

using strings = std::vector<std::string>;

struct flags_fixture : language_fixture {
  flags_fixture() {
    use_project("rust/flags");
    set_run_arguments({{"coverage", false}});
  }

  json::object with(json::array args) { return run_tests({{"args", std::move(args)}}); }

  void expect(const json::object& run, const std::string& counts, const strings& failed) {
    BOOST_TEST(counted(run) == counts);
    BOOST_TEST(failed_names(run) == failed, boost::test_tools::per_element());
  }
};

}  // namespace

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_program("cargo")))
BOOST_FIXTURE_TEST_SUITE(rust_flags, flags_fixture)

BOOST_AUTO_TEST_CASE(those_of_builds_decide_how_a_run_ends) {
  // With the profile of the workspace: wraps() passes.
  expect(run_tests(), "passed 5, failed 1, skipped 1, errors 0", {"shop sells_nothing"});
  expect(with({"--workspace", "--exclude", "shop", "--features", "broken"}),
         "passed 5, failed 1, skipped 1, errors 0", {"cart tests::is_broken"});
  expect(with({"-p", "cart", "--no-default-features"}), "passed 3, failed 2, skipped 1, errors 0",
         {"cart (doc) cart/src/lib.rs - currency (line 1)", "cart tests::is_euro"});
  expect(with({"-p", "cart", "--release"}), "passed 4, failed 1, skipped 1, errors 0",
         {"cart::api is_a_debug_build"});
}

BOOST_AUTO_TEST_CASE(those_of_test_binaries_decide_how_a_run_ends) {
  expect(with({"-p", "cart", "--", "--ignored"}), "passed 0, failed 1, skipped 0, errors 0",
         {"cart tests::is_slow"});
  // Wherever it stands, it is one of libtest's.
  expect(with({"-p", "cart", "--include-ignored", "--test-threads=1"}),
         "passed 5, failed 1, skipped 0, errors 0", {"cart tests::is_slow"});
  expect(with({"-p", "cart", "--", "--skip", "wraps", "--skip", "is_euro"}),
         "passed 3, failed 0, skipped 1, errors 0", {});
  expect(run_failing_tests(), "passed 0, failed 1, skipped 0, errors 0", {"cart tests::is_slow"});
}

// Examples and benchmarks run as cargo runs them in a test: without their documentation, without what needs a feature.
BOOST_AUTO_TEST_CASE(examples_and_benchmarks_are_run_where_they_are_asked_for) {
  expect(with({"-p", "cart", "--all-targets"}), "passed 5, failed 1, skipped 1, errors 0",
         {"cart::example/tour is_in_pounds"});
  expect(run_failing_tests(), "passed 0, failed 1, skipped 0, errors 0", {"cart::example/tour is_in_pounds"});
  expect(with({"-p", "cart", "--benches"}), "passed 3, failed 0, skipped 1, errors 0", {});
  expect(with({"-p", "cart", "--example=tour"}), "passed 0, failed 1, skipped 0, errors 0",
         {"cart::example/tour is_in_pounds"});
}

BOOST_AUTO_TEST_CASE(targets_and_variables_decide_how_a_run_ends) {
  expect(with({"--lib", "-p", "cart"}), "passed 2, failed 0, skipped 1, errors 0", {});
  expect(with({"--doc", "-p", "cart"}), "passed 1, failed 0, skipped 0, errors 0", {});
  expect(run_tests({{"args", json::array{"-p", "cart", "--test", "api"}}, {"env", {{"REGION", "none"}}}}),
         "passed 1, failed 1, skipped 0, errors 0", {"cart::api region"});
  BOOST_TEST(error_of("run_tests", {{"args", json::array{"-p", "cart", "-p", "chart"}}}) ==
             "run_tests: the workspace has no package `chart`: it has cart, shop");
}

BOOST_AUTO_TEST_SUITE_END()
