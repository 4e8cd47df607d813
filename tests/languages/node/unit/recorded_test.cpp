// What must come out of the recordings in tests/languages/node/recordings/{jest,vitest}, whichever version wrote them.
#include "tests/parsers/events/recording.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;

using namespace covey::parsers::testing;

namespace {

using strings = std::vector<std::string>;

const std::vector<std::pair<std::string, strings>> versions_of{{"jest", {"29", "30"}},
                                                               {"vitest", {"2", "3", "4", "5"}}};

run_results read(const std::string& runner, const std::string& version, const std::string& project) {
  return read_run(event_parser(runner),
                  "languages/node/recordings/" + runner + "/" + version + "/" + project);
}

// Every version of the runner says the same, but for one.
void check(const std::string& runner, const std::string& project, const std::string& totals,
           const strings& wanted, const std::string& but_for = {}) {
  for (const auto& [name, versions] : versions_of)
    if (name == runner)
      for (const auto& version : versions)
        if (version != but_for)
          check_run(event_parser(runner),
                    "languages/node/recordings/" + runner + "/" + version + "/" + project, totals, wanted);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_recorded)

BOOST_AUTO_TEST_CASE(every_jest_gives_the_same_outcomes) {
  const std::string file = "tests/outcomes.test.js",
                    is = "expect(received).toBe(expected) // Object.is equality";
  check("jest", "outcomes", "6 6 2 1",
        {"assertion " + file + " > fails_equal " + file + ":8 " + is,
         "assertion " + file + " > fails_text " + file + ":12 " + is,
         "panic " + file + " > raises " + file + ":16 boom",
         "panic " + file + " > raises_in_source " + file + ":20 RangeError: boom from the source",
         "assertion " + file + " > param 2 " + file + ":32 " + is,
         "assertion " + file + " > outer > inner > deep_fails " + file + ":42 " + is,
         "error " + file + " > with a hook > setup_fails " + file + ":63 beforeEach: no setup"});
}

BOOST_AUTO_TEST_CASE(every_vitest_gives_the_same_outcomes) {
  const std::string file = "tests/outcomes.test.js";
  check("vitest", "outcomes", "6 6 2 1",
        {"assertion " + file + " > fails_equal " + file + ":9 expected 3 to be 2 // Object.is equality",
         "assertion " + file + " > fails_text " + file + ":13 expected 'alpha\\nBETA\\ngamma' to be",
         "panic " + file + " > raises " + file + ":17 boom",
         "panic " + file + " > raises_in_source " + file + ":21 RangeError: boom from the source",
         "assertion " + file + " > param 2 " + file + ":33 expected +0 to be 1 // Object.is equality",
         "assertion " + file + " > outer > inner > deep_fails " + file + ":43 expected 180 to be 200",
         "error " + file + " > with a hook > setup_fails " + file + ":64 no setup"});
}

BOOST_AUTO_TEST_CASE(both_values_and_their_difference_are_known) {
  for (const auto& [runner, versions] : versions_of)
    for (const auto& version : versions) BOOST_TEST_CONTEXT(runner << " " << version) {
        const auto results = read(runner, version, "outcomes");
        const auto& equal = named(results, "fails_equal");
        BOOST_TEST(equal.expected.value_or("") == "2");
        BOOST_TEST(equal.actual.value_or("") == "3");
        BOOST_TEST(equal.diff == "");
        const auto& text = named(results, "fails_text");
        BOOST_TEST(text.expected.value_or("") == "alpha\nbeta\ngamma");
        BOOST_TEST(text.actual.value_or("") == "alpha\nBETA\ngamma");
        BOOST_TEST(text.diff == " alpha\n-beta\n+BETA\n gamma");
        BOOST_TEST(text.key == R"(["tests/outcomes.test.js","fails_text"])");
      }
}

BOOST_AUTO_TEST_CASE(files_that_do_not_load_are_errors_of_their_groups) {
  check("jest", "broken", "1 0 0 2",
        {"error tests/import.test.js tests/import.test.js:1 Cannot find module './no_such_module' from",
         "error tests/syntax.test.js tests/syntax.test.js:2 SyntaxError: Unexpected token (2:8)"});
  check("vitest", "broken", "1 0 0 2",
        {"error tests/import.test.js tests/import.test.js:2 Cannot find module './no_such_module.js' "
         "imported from",
         "error tests/syntax.test.js tests/syntax.test.js:3 Ro"},  // RollupError, RolldownError
        "2");
  // Its error of syntax has neither a place nor a frame.
  check_run(event_parser("vitest"), "languages/node/recordings/vitest/2/broken", "1 0 0 2",
            {"error tests/import.test.js tests/import.test.js:2 Failed to load url ./no_such_module.js",
             "error tests/syntax.test.js tests/syntax.test.js:0 "});
}

BOOST_AUTO_TEST_CASE(the_test_that_ended_the_process_is_the_one_that_crashed) {
  check("jest", "crash", "1 1 0 0",
        {"crash tests/crash.test.js > crashes tests/crash.test.js:0 the process ended while this test was "
         "running (exit code 0)"});
  check("vitest", "crash", "1 1 0 0",
        {"crash tests/crash.test.js > crashes tests/crash.test.js:9 process.exit unexpectedly called with "
         "\"0\""});
  check("vitest", "abort", "1 1 0 0", {"crash tests/abort.test.js > crashes tests/abort.test.js:7 "});
}

BOOST_AUTO_TEST_CASE(hooks_of_blocks_are_errors) {
  const std::string file = "tests/hooks.test.js";
  check("jest", "hooks", "1 0 0 2",
        {"error " + file + " " + file + ":11 no teardown of the block",
         "error " + file + " > before the block > setup_fails " + file +
             ":3 beforeAll: no setup of the block"});
  check("vitest", "hooks", "1 0 1 2",
        {"error " + file + " > after the block " + file + ":13 no teardown of the block",
         "error " + file + " > before the block " + file + ":5 no setup of the block"});
}

BOOST_AUTO_TEST_CASE(what_a_test_prints_is_not_believed) {
  for (const auto& [runner, versions] : versions_of)
    for (const auto& version : versions)
      for (const auto& test : read(runner, version, "outcomes").tests)
        BOOST_TEST(test.id.group == "tests/outcomes.test.js");
}

BOOST_AUTO_TEST_SUITE_END()
