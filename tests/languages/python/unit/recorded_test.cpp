// What must come out of the recordings in tests/languages/python/recordings, whichever version wrote them.
#include "parsers/languages/python/diagnose.hpp"
#include "parsers/events/event_output.hpp"
#include "tests/parsers/events/recording.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::languages::python;
using namespace covey::parsers::testing;

namespace {

using strings = std::vector<std::string>;

struct expectation {
  std::string runner;
  strings versions;
  std::string project;
  std::string totals;
  strings failures;  // "kind name file:line message's first line", in the order they were found
};

const strings pytests{"6.2", "7.4", "8.4", "9.2"};
const strings pytests_with_subtests{"7.4", "8.4", "9.2"};
const strings unittests{"3.6", "3.8", "3.13"};

const expectation pytest_outcomes{
    "pytest",
    pytests,
    "outcomes",
    "7 7 2 1",
    {"assertion tests/test_outcomes.py::test_fails_equal tests/test_outcomes.py:14 assert 3 == 2",
     "assertion tests/test_outcomes.py::test_fails_text tests/test_outcomes.py:18 assert "
     "'alpha\\nBETA\\ngamma' == 'alpha\\nbeta\\ngamma'",
     "panic tests/test_outcomes.py::test_raises tests/test_outcomes.py:22 ValueError: boom",
     "panic tests/test_outcomes.py::test_raises_in_source tests/test_outcomes.py:26 ZeroDivisionError: "
     "division by zero",
     "assertion tests/test_outcomes.py::test_param[2] tests/test_outcomes.py:41 assert 2 != 2",
     "assertion tests/test_outcomes.py::TestOuter::TestInner::test_deep_fails tests/test_outcomes.py:50 "
     "assert "
     "0 == 1",
     "error tests/test_outcomes.py::test_setup_fails tests/test_outcomes.py:72 RuntimeError: no setup",
     "assertion tests/test_unittest_style.py::TestStyle::test_fails_equal tests/test_unittest_style.py:11 3 "
     "!= "
     "2"}};

const expectation unittest_outcomes{
    "unittest",
    unittests,
    "outcomes",
    "6 6 2 1",
    {"assertion tests/test_outcomes.py::TestOutcomes::test_fails_equal tests/test_outcomes.py:13 3 != 2",
     "assertion tests/test_outcomes.py::TestOutcomes::test_fails_text tests/test_outcomes.py:16 "
     "'alpha\\nBETA\\ngamma' != 'alpha\\nbeta\\ngamma'",
     "panic tests/test_outcomes.py::TestOutcomes::test_raises tests/test_outcomes.py:19 ValueError: boom",
     "panic tests/test_outcomes.py::TestOutcomes::test_raises_in_source tests/test_outcomes.py:22 "
     "ZeroDivisionError: division by zero",
     "assertion tests/test_outcomes.py::TestOuterInner::test_deep_fails tests/test_outcomes.py:76 (value=1) "
     "1 "
     "== 1",
     "assertion tests/test_outcomes.py::TestParam::test_param_2 tests/test_outcomes.py:52 2 == 2",
     "error tests/test_outcomes.py::TestSetup::test_setup_fails tests/test_outcomes.py:59 RuntimeError: no "
     "setup"}};

const expectation broken{
    "",
    {},
    "broken",
    "1 0 0 2",
    {"error tests/test_missing_import.py tests/test_missing_import.py:3 ModuleNotFoundError: No module named "
     "'no_such_module_anywhere'",
     "error tests/test_syntax_error.py tests/test_syntax_error.py:2 SyntaxError: invalid syntax"}};

const expectation pytest_phases{
    "pytest",
    pytests,
    "phases",
    "2 13 1 5",
    {"assertion tests/test_document.txt::test_document.txt tests/test_document.txt:3 1 + 1",
     "error tests/test_phases.py::test_teardown_fails tests/test_phases.py:10 RuntimeError: no teardown",
     "assertion tests/test_phases.py::test_both_fail tests/test_phases.py:18 assert 1 == 2",
     "error tests/test_phases.py::test_both_fail tests/test_phases.py:10 RuntimeError: no teardown",
     "error tests/test_phases.py::test_no_such_fixture tests/test_phases.py:21 fixture "
     "'nothing_of_this_name' "
     "not found",
     "assertion tests/test_phases.py::test_strict tests/test_phases.py:25 [XPASS(strict)] must fail",
     "assertion tests/test_phases.py::test_explicit_failure tests/test_phases.py:36 told so",
     "assertion tests/test_phases.py::test_did_not_raise tests/test_phases.py:41 DID NOT RAISE",
     "assertion tests/test_phases.py::test_an_earlier_comparison tests/test_phases.py:47 something else",
     "assertion tests/test_phases.py::test_own_message tests/test_phases.py:51 custom message",
     "assertion tests/test_phases.py::test_contained tests/test_phases.py:55 assert 3 in [1, 2]",
     "assertion tests/test_phases.py::test_in_a_helper tests/test_phases.py:59 assert {'a': 2, 'b':",
     "panic tests/test_phases.py::test_no_text tests/test_phases.py:71 Silent: <its text raised "
     "RuntimeError>",
     "panic tests/test_phases.py::test_exits tests/test_phases.py:75 SystemExit: 3",
     "error tests/test_phases.py::TestClassSetup::test_first tests/test_phases.py:81 RuntimeError: no class",
     "error tests/test_phases.py::TestClassSetup::test_second tests/test_phases.py:81 RuntimeError: no class",
     "assertion tests/test_phases.py::TestUnittest::test_lists tests/test_phases.py:96 Lists differ: [1, 2, "
     "3] "
     "!= [1, 2, 4] : lists must match",
     "assertion tests/test_phases.py::TestUnittest::test_unexpected_success tests/test_phases.py:91 "
     "Unexpected "
     "success"}};

const expectation pytest_subtests{"pytest",
                                  pytests_with_subtests,
                                  "subtests",
                                  "1 2 0 0",
                                  {"assertion tests/test_subtests.py::test_some_fail "
                                   "tests/test_subtests.py:8 [even] (number=1) assert (1 % 2) "
                                   "== 0",
                                   "assertion tests/test_subtests.py::TestUnittest::test_some_fail "
                                   "tests/test_subtests.py:21 (number=0) 0 != "
                                   "1"}};

make_parser parser_of(const std::string& runner) {
  event_output_options options;
  options.root = "/w";
  options.separator = "::";
  options.runner = runner;
  options.diagnose = [runner](const printed_text& said, const run_ending& ending) {
    return diagnose_ending("/w", runner, said, ending);
  };
  return [options] { return make_event_output(options); };
}

std::string recording(const std::string& runner, const std::string& version, const std::string& project) {
  return "languages/python/recordings/" + runner + "/" + version + "/" + project;
}

run_results read(const std::string& runner, const std::string& version, const std::string& project) {
  return read_run(parser_of(runner), recording(runner, version, project));
}

void check_recordings(const expectation& wanted) {
  for (const auto& version : wanted.versions)
    check_run(parser_of(wanted.runner), recording(wanted.runner, version, wanted.project), wanted.totals,
              wanted.failures, order::as_found);
}

void check_values(const run_results& results, const std::string& prefix) {
  const auto& equal = named(results, prefix + "test_fails_equal");
  BOOST_TEST(equal.expected.value_or("") == "2");
  BOOST_TEST(equal.actual.value_or("") == "3");
  BOOST_TEST(equal.diff == "");
  const auto& text = named(results, prefix + "test_fails_text");
  BOOST_TEST(text.expected.value_or("") == "'alpha\\nbeta\\ngamma'");
  BOOST_TEST(text.actual.value_or("") == "'alpha\\nBETA\\ngamma'");
  BOOST_TEST(text.diff == "--- expected\n+++ actual\n@@ -1,3 +1,3 @@\n alpha\n-beta\n+BETA\n gamma");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(python_recorded)

BOOST_AUTO_TEST_CASE(every_pytest_gives_the_same_outcomes) {
  check_recordings(pytest_outcomes);
}

BOOST_AUTO_TEST_CASE(every_unittest_gives_the_same_outcomes) {
  check_recordings(unittest_outcomes);
}

BOOST_AUTO_TEST_CASE(files_that_do_not_load_are_errors_of_their_groups) {
  for (auto [runner, versions] : {std::pair{"pytest", pytests}, {"unittest", unittests}}) {
    auto wanted = broken;
    wanted.runner = runner;
    wanted.versions = versions;
    check_recordings(wanted);
  }
}

BOOST_AUTO_TEST_CASE(the_phases_of_a_test_are_told_apart) {
  check_recordings(pytest_phases);
}

BOOST_AUTO_TEST_CASE(subtests_are_failures_of_their_test) {
  check_recordings(pytest_subtests);
  for (const auto& version : pytests_with_subtests) {
    const auto results = read("pytest", version, "subtests");
    const auto& message = named(results, "test_some_fail").message;
    BOOST_TEST(message.find("[even] (number=3) assert (3 % 2) == 0") != std::string::npos, message);
  }
}

BOOST_AUTO_TEST_CASE(both_values_and_their_difference_are_known) {
  for (const auto& version : pytests) check_values(read("pytest", version, "outcomes"), "");
  for (const auto& version : unittests) check_values(read("unittest", version, "outcomes"), "TestOutcomes::");
}

BOOST_AUTO_TEST_CASE(a_difference_is_not_taken_from_an_earlier_comparison) {
  for (const auto& version : pytests) {
    const auto results = read("pytest", version, "phases");
    BOOST_TEST(!named(results, "test_an_earlier_comparison").expected.has_value());
    BOOST_TEST(named(results, "test_in_a_helper").diff.find("-{'a': 1,\n+{'a': 2,") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(the_test_that_ended_the_process_is_the_one_that_crashed) {
  for (auto [runner, versions] : {std::pair{"pytest", pytests}, {"unittest", unittests}})
    for (const auto& version : versions) BOOST_TEST_CONTEXT(runner << " " << version) {
        const auto results = read(runner, version, "crash");
        BOOST_TEST(results.totals.passed == 2u);
        BOOST_TEST(results.totals.failed == 1u);
        BOOST_TEST_REQUIRE(results.failures.size() == 1u);
        const auto& crashed = results.failures.front();
        BOOST_CHECK(crashed.kind == failure_kind::crash);
        BOOST_TEST(crashed.id.name.find("test_crashes") != std::string::npos);
        BOOST_TEST(crashed.where.file == "tests/test_b_crash.py");
        BOOST_TEST(crashed.where.line > 0u);
        BOOST_TEST(!crashed.key.empty());
      }
}

BOOST_AUTO_TEST_CASE(what_a_test_prints_is_not_believed) {
  for (auto [runner, versions] : {std::pair{"pytest", pytests}, {"unittest", unittests}})
    for (const auto& version : versions) {
      const auto from = recording(runner, version, "outcomes");
      BOOST_TEST(recorded(from + "/stderr").find("test_phantom") != std::string::npos);
      for (const auto& test : read(runner, version, "outcomes").tests)
        BOOST_TEST(test.id.name.find("phantom") == std::string::npos, test.id.name);
    }
}

BOOST_AUTO_TEST_SUITE_END()
