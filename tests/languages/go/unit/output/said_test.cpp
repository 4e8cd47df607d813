// What a red test said is all told, and placed in the test: recorded with a Go that marks its errors and with
// one that does not, where the sources tell.
#include "tests/languages/go/unit/output/recording.hpp"
#include "tests/languages/go/unit/output/script.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;
using namespace covey::parsers::testing;

namespace {

const std::vector<std::string> versions{"go1.26", "go1.27"};

void check(const std::string& test, const std::string& message, std::uint32_t line,
           const std::string& raised_at = {}) {
  for (const auto& version : versions) {
    BOOST_TEST_CONTEXT(version << " " << test) {
      const auto results = read(load_recording("says", version), exited(1));
      const auto& one = named(results, test);
      BOOST_TEST(one.message == message);
      BOOST_TEST(one.where.file == "said/said_test.go");
      BOOST_TEST(one.where.line == line);
      const auto& raised = one.raised_at;
      BOOST_TEST((raised.line == 0 ? "" : raised.file + ":" + std::to_string(raised.line)) == raised_at);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(what_go_tests_say)

BOOST_AUTO_TEST_CASE(an_error_is_not_lost_behind_a_log) {
  check("TestErrorThenLog", "said/said_test.go:11: the real problem\nsaid/said_test.go:12: done with it", 11);
}

BOOST_AUTO_TEST_CASE(the_place_is_that_of_the_first_error_and_what_was_logged_stands_behind_the_errors) {
  check("TestLogThenError",
        "said/said_test.go:17: the real problem\nin two lines\n"
        "said/said_test.go:18: and a second one\nsaid/said_test.go:16: prepared",
        17);
}

BOOST_AUTO_TEST_CASE(each_bad_row_of_a_loop_is_told) {
  check("TestRows",
        "said/said_test.go:23: row 0: got 0, want 1\nsaid/said_test.go:23: row 1: got 1, want 2\n"
        "said/said_test.go:23: row 2: got 2, want 3\nsaid/said_test.go:23: row 3: got 3, want 4",
        23);
}

BOOST_AUTO_TEST_CASE(a_parent_that_failed_before_its_subtest_is_listed_beside_it) {
  check("TestParent", "said/said_test.go:29: the parent's own\nsaid/said_test.go:28: not the problem", 29);
  check("TestParent/child", "the child's own", 30);
}

BOOST_AUTO_TEST_CASE(a_parent_that_only_logs_after_its_subtest_is_not_listed) {
  for (const auto& version : versions) {
    const auto results = read(load_recording("says", version), exited(1));
    for (const auto& one : results.failures) BOOST_TEST(one.id.name != "TestParentThatLogs");
    BOOST_TEST(counted(results) == "0 11 0 0");
  }
}

BOOST_AUTO_TEST_CASE(what_a_helper_raised_is_placed_where_the_test_called_it) {
  check("TestSecondCaller/case",
        "said/helper_test.go:7: 0 is not positive\nsaid/said_test.go:47: by another helper", 48,
        "said/helper_test.go:7");
  check("TestOtherPackage", "got 1, want 2", 53, "testutil/testutil.go:7");
}

BOOST_AUTO_TEST_CASE(a_helper_that_is_called_twice_is_placed_at_its_test) {
  check("TestFirstCaller", "0 is not positive", 38, "said/helper_test.go:7");
}

BOOST_AUTO_TEST_CASE(a_test_that_only_logged_is_placed_at_its_log_and_an_example_where_it_begins) {
  check("TestSilent", "only a log line", 57);
  check("ExampleAt", "mismatch", 61);
}

BOOST_AUTO_TEST_CASE(tests_that_were_known_and_never_began_are_counted) {
  BOOST_TEST(read(load_recording("says", "go1.26"), exited(1)).not_run == 0U);
  auto part = load_recording("says", "go1.26");
  part.out.resize(part.out.find(R"("Action":"run","Package":"example.com/says/said","Test":"TestParent")"));
  BOOST_TEST(read(part, exited(2)).not_run == 7U);
  part.out.clear();
  auto stopped = exited(2);
  stopped.timed_out = true;
  BOOST_TEST(read(part, stopped).not_run == 10U);
  part.sources = nullptr;
  BOOST_TEST(read(part, stopped).not_run == 0U);
  BOOST_TEST(read(load_recording("broken", "go1.26"), exited(1)).not_run > 0U);
}

// "\x16=== NAME  Other" in what a test prints; Go's own reader of it takes the name.
BOOST_AUTO_TEST_CASE(what_a_test_says_under_the_name_of_another_is_its_own) {
  for (const auto* other : {"TestOther", "TestDone"}) {
    BOOST_TEST_CONTEXT(other) {
      const auto results = script()
                               .event("start")
                               .passes("TestDone")
                               .event("run", "TestA")
                               .says(other, "=== NAME  Other\n")
                               .says(other, "    a_test.go:9: got 1, want 2\n")
                               .event("fail", "TestA")
                               .package("fail")
                               .results(exited(1));
      BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
      BOOST_TEST(results.failures[0].id.name == "TestA");
      BOOST_TEST(results.failures[0].where.line == 9U);
      BOOST_TEST(results.failures[0].expected.value_or("") == "2");
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
