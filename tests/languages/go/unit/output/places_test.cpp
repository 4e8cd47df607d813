// Where failures are placed that no line of the testing package places: races, suites of other libraries,
// set-up.
#include "tests/languages/go/unit/output/script.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;
using namespace covey::parsers::testing;

BOOST_AUTO_TEST_SUITE(go_places)

BOOST_AUTO_TEST_CASE(a_stack_that_a_living_test_prints_is_no_panic) {
  const auto results = script()
                           .event("start")
                           .event("run", "TestA")
                           .says("TestA", "panic: logged\n")
                           .says("TestA", "\n")
                           .says("TestA", "goroutine 7 [running]:\n")
                           .says("TestA", "p.TestA(0x1)\n")
                           .says("TestA", "    a_test.go:9: the assertion\n")
                           .event("fail", "TestA")
                           .passes("TestB")
                           .package("fail")
                           .results(exited(1));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST((results.failures[0].kind == failure_kind::assertion));
  BOOST_TEST(results.failures[0].message == "the assertion");
}

BOOST_AUTO_TEST_CASE(a_race_is_placed_in_the_test_and_not_in_the_testing_package) {
  const auto results =
      script()
          .event("start")
          .fails("TestA",
                 "    a_test.go:5: counted\n    testing.go:1465: race detected during execution of "
                 "test\n")
          .package("fail")
          .results(exited(1));
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST(results.failures[0].where.file == "a_test.go");
  BOOST_TEST(results.failures[0].message.find("race detected") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_reported_race_is_placed_where_the_workspace_made_it) {
  const std::string said = R"(    p_test.go:5: counted
==================
WARNING: DATA RACE
Read at 0x00c000094198 by goroutine 8:
  runtime.mapaccess1()
      /usr/local/go/src/runtime/map.go:8 +0x7b
  p.count.func1()
      /w/p.go:7 +0x7b

Previous write at 0x00c000094198 by goroutine 9:
  p.TestA.func1()
      /w/p_test.go:9 +0x8d

Goroutine 8 (running) created at:
  p.TestA()
      /w/p_test.go:8 +0x7b

Goroutine 9 (running) created at:
  testing.(*T).Run()
      /usr/local/go/src/testing/testing.go:2101 +0xb12
==================
    testing.go:1712: race detected during execution of test
)";
  const auto run = script().event("start").fails("TestA", said).package("fail");
  const auto results = run.results(exited(1), "p\t/w\tp.go//p_test.go/\t1\t0\n");
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  const auto& one = results.failures[0];
  BOOST_TEST(one.where.file == "p_test.go");
  BOOST_TEST(one.where.line == 9U);
  BOOST_TEST(one.raised_at.file == "p.go");
  BOOST_TEST(one.raised_at.line == 7U);
  BOOST_TEST(one.message ==
             "p_test.go:5: counted\nrace detected during execution of test\nWARNING: DATA RACE\n"
             "Read at 0x00c000094198 by goroutine 8:\n  p.count.func1() p.go:7\n"
             "Previous write at 0x00c000094198 by goroutine 9:\n  p.TestA.func1() p_test.go:9\n"
             "Goroutine 8 (running) created at:\n  p.TestA() p_test.go:8");
}

BOOST_AUTO_TEST_CASE(a_ginkgo_suite_is_placed_at_its_first_failed_spec) {
  const std::string said =
      "Running Suite: A - /w\n\x1b[1mWill run 2 of 2 specs\x1b[0m\n  [FAILED] Expected\n"
      "  In [It] at: /elsewhere/gomega/g.go:3 @ 11/21/26 20:52:48.976\n"
      "  \x1b[38;5;9mIn \x1b[0m\x1b[1m[It]\x1b[0m\x1b[38;5;9m at: \x1b[1m/w/p_test.go:19\x1b[0m @ 11/21/26\n"
      "  In [BeforeEach] at: /w/p_test.go:22\nFAIL! -- 0 Passed | 2 Failed\n";
  const auto results = script()
                           .event("start")
                           .fails("TestA", said)
                           .package("fail")
                           .results(exited(1), "p\t/w\tp.go//p_test.go/\t1\t0\n");
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST(results.failures[0].where.file == "p_test.go");
  BOOST_TEST(results.failures[0].where.line == 19U);
  BOOST_TEST(results.failures[0].message.starts_with("Running Suite: A"));
}

BOOST_AUTO_TEST_CASE(a_test_that_cannot_be_set_up_has_the_place_that_the_listing_knew) {
  const auto run =
      script()
          .line(R"({"ImportPath":"x.com/m","Action":"build-output","Output":"# p\n"})")
          .line(
              R"({"ImportPath":"x.com/m","Action":"build-output","Output":"no required module provides x.com/m\n"})")
          .line(R"({"ImportPath":"x.com/m","Action":"build-fail"})")
          .event("start")
          .says({}, "FAIL\tp [setup failed]\n")
          .line(R"({"Action":"fail","Package":"p","FailedBuild":"x.com/m"})");
  const auto results = run.results(exited(1),
                                   "p\t/w\tp.go//p_test.go/\t1\t0\n"
                                   "\tp\tp_test.go:6:2\t\"no required module provides x.com/m\"\n");
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST(results.failures[0].id.group == "p");
  BOOST_TEST(results.failures[0].where.file == "p_test.go");
  BOOST_TEST(results.failures[0].where.line == 6U);
}

BOOST_AUTO_TEST_SUITE_END()
