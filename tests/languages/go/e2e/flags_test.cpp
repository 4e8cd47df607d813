// The user's own words for `go test`, each where it decides how a run ends.
#include "tests/languages/common/e2e/language_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <string_view>

using namespace covey::testing;

namespace {

using strings = std::vector<std::string>;

constexpr std::string_view package = "example.com/flags/cart/";

struct flags_fixture : language_fixture {
  flags_fixture() {
    use_project("go/flags");
    set_run_arguments({{"coverage", false}});
  }

  json::object with(json::array args, json::object env = {{"CURRENCY", "EUR"}}) {
    return run_tests({{"args", std::move(args)}, {"env", std::move(env)}});
  }

  // The failed tests of a run, without their package.
  std::string failed(const json::object& run) {
    std::string out;
    for (const auto& name : failed_names(run))
      out += (out.empty() ? "" : " ") + (name.starts_with(package) ? name.substr(package.size()) : name);
    return out;
  }
};

}  // namespace

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(needs_program("go")))
BOOST_FIXTURE_TEST_SUITE(go_flags, flags_fixture)

BOOST_AUTO_TEST_CASE(each_decides_how_a_run_ends) {
  const auto plain = run_tests({{"args", json::array{"-vet=off"}}});
  BOOST_TEST(counted(plain) == "passed 5, failed 2, skipped 0, errors 0");
  BOOST_TEST(failed(plain) == "TestCurrency TestIsSlow");
  const auto vetted = with({"-short"});
  BOOST_TEST(counted(vetted) == "passed 5, failed 0, skipped 1, errors 1");
  const auto shortly = with({"-vet=off", "-short"});
  BOOST_TEST(counted(shortly) == "passed 6, failed 0, skipped 1, errors 0");
  const auto tagged = with({"-vet=off", "-short", "-tags", "integration"});
  BOOST_TEST(failed(tagged) == "TestNeedsADatabase");
  const auto skipped = with({"-vet=off", "-skip", "Slow"});
  BOOST_TEST(counted(skipped) == "passed 6, failed 0, skipped 0, errors 0");
  const auto own = with({"-vet=off", "-short", "-wanted", "red"});
  // The other package's binary does not know it.
  BOOST_TEST(failed(own) == "TestWanted example.com/flags/vetted");
  // Go's own limit strikes before the run's.
  const auto stopped = with({"-vet=off", "-short", "-timeout=1s", "-wanted", "never"});
  BOOST_TEST(stopped.at("timed_out") == false);
  BOOST_TEST(failed(stopped) == "TestWanted example.com/flags/vetted");
}

// A test that runs several times is counted once, as what it was at its worst.
BOOST_AUTO_TEST_CASE(what_fails_once_of_several_times_has_failed) {
  const auto thrice = with({"-vet=off", "-short", "-count=3"});
  BOOST_TEST(counted(thrice) == "passed 5, failed 1, skipped 1, errors 0");
  BOOST_TEST(failed(thrice) == "TestPassesTwice");
  const auto first = with({"-vet=off", "-short", "-cpu", "64,1"});
  BOOST_TEST(failed(first) == "TestOnOneProcessor");
}

BOOST_AUTO_TEST_CASE(a_race_is_found_and_looked_for_again) {
  const auto race = with({"-race", "-vet=off", "-short"});
  BOOST_TEST(failed(race) == "TestRaces");
  // Without it nothing is wrong, and covey says what it knows besides.
  const auto plain = with({"-vet=off", "-short"});
  BOOST_TEST(plain.at("status") == "passed");
  BOOST_TEST(plain.at("still_failing") ==
             "1 with args `-race` `-vet=off` `-short` and env CURRENCY not rerun and still failing");
  const auto again = answer_of("run_failing_tests", {{"detail", true}});
  BOOST_TEST(failed(again) == "TestRaces");
  BOOST_TEST(json::serialize(again.at("notes"))
                     .find("run with args `-race` `-vet=off` `-short` and env CURRENCY, as what "
                           "failed was") != std::string::npos,
             again.at("notes"));
}

BOOST_AUTO_TEST_CASE(benchmarks_are_run_by_their_labels) {
  const auto good = answer_of("run_testblocks", {{"labels", json::array{"BenchmarkAdd"}}, {"detail", true},
                                                 {"args", json::array{"-vet=off", "-benchtime=2x"}}});
  BOOST_TEST(good.at("status") == "completed");
  BOOST_TEST(tests_run(good) == strings{"BenchmarkAdd passed"}, boost::test_tools::per_element());
  const auto all = with({"-vet=off", "-short", "-bench=.", "-benchtime=2x"});
  BOOST_TEST(counted(all) == "passed 8, failed 2, skipped 1, errors 0");
  BOOST_TEST(failed(all) == "BenchmarkIsBroken BenchmarkOfMany/sub");
  const auto again = answer_of("run_failing_tests");
  BOOST_TEST(failed(again) == "BenchmarkIsBroken BenchmarkOfMany/sub");
  // A query finds tests, and no benchmark.
  const auto none = answer_of("run_testblocks", {{"testset_query", "'BenchmarkAdd"}});
  BOOST_TEST(none.at("status") == "no_matches");
}

BOOST_AUTO_TEST_CASE(what_would_take_the_results_away_is_refused) {
  BOOST_TEST(error_of("run_tests", {{"args", json::array{"-short", "--json"}}}) ==
             "run_tests: `--json` is refused: covey reads this format, and sets it by itself: leave it out");
  BOOST_TEST(
      error_of("run_testblocks", {{"labels", json::array{"TestRaces"}}, {"args", json::array{"-run=X"}}}) ==
      "run_testblocks: `-run=X` is refused: covey selects tests by it: call run_testblocks or run_testfiles "
      "instead");
}

BOOST_AUTO_TEST_SUITE_END()
