// Of a benchmark the testing package tells only that it begins and that it failed.
#include "parsers/languages/go/output/output.hpp"
#include "tests/languages/go/unit/output/script.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::testing;

BOOST_AUTO_TEST_SUITE(go_benchmarks)

BOOST_AUTO_TEST_CASE(one_that_ran_to_its_end_has_passed_beside_one_that_failed) {
  const auto results = script()
                           .event("start")
                           .passes("TestA")
                           .event("run", "BenchmarkGood")
                           .says("BenchmarkGood", "BenchmarkGood-2 \t 10\t 76.10 ns/op\n")
                           .event("run", "BenchmarkBad")
                           .says("BenchmarkBad", "    a_test.go:8: broken\n")
                           .says("BenchmarkBad-2", "--- FAIL: BenchmarkBad-2\n")
                           .event("fail", "BenchmarkBad-2")
                           .event("run", "BenchmarkParent")
                           .event("run", "BenchmarkParent/sub")
                           .package("fail")
                           .results(exited(1));
  BOOST_TEST((results.totals == counts{4, 1, 0, 0}));
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST(full_name(results.failures[0].id) == "p/BenchmarkBad");
  BOOST_TEST(results.failures[0].message == "broken");
  BOOST_TEST(results.unfinished.empty());
}

BOOST_AUTO_TEST_CASE(one_that_ended_the_process_has_not_passed) {
  const auto results = script()
                           .event("start")
                           .event("run", "BenchmarkA")
                           .event("run", "BenchmarkExits")
                           .says({}, "exit status 3\n")
                           .event("fail")
                           .results(exited(1));
  BOOST_TEST((results.totals == counts{1, 1, 0, 0}));
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST(full_name(results.failures[0].id) == "p/BenchmarkExits");
  BOOST_TEST((results.failures[0].kind == failure_kind::crash));
}

BOOST_AUTO_TEST_CASE(a_test_whose_name_ends_in_a_number_is_itself) {
  const auto results = script()
                           .event("start")
                           .event("run", "BenchmarkA")
                           .event("run", "BenchmarkA/x-2")
                           .event("fail", "BenchmarkA/x-2")
                           .package("fail")
                           .results(exited(1));
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST(full_name(results.failures[0].id) == "p/BenchmarkA/x-2");
}

BOOST_AUTO_TEST_SUITE_END()
