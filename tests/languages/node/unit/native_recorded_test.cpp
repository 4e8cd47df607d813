// What must come out of the recordings in tests/languages/node/recordings/{mocha,node-test,bun,deno}, whichever version wrote
// them.
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/output/junit_output.hpp"
#include "tests/parsers/events/recording.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;
using namespace covey::parsers::testing;

namespace {

using strings = std::vector<std::string>;

const strings mochas{"10", "11", "12"};
const strings nodes{"20", "22", "24"};

make_parser parser_of(const std::string& runner) {
  if (runner != "bun" && runner != "deno") return event_parser(runner);
  junit_output_options options;
  options.folder = "/w";
  options.events.root = "/w";
  options.events.separator = " > ";
  options.events.runner = runner;
  if (runner == "bun")
    options.unloaded = [](const printed_text& said) { return bun_unloaded(said.err, "/w", "/w"); };
  if (runner == "deno")
    options.events.diagnose = [](const printed_text& said, const run_ending&) {
      return diagnose_deno(said, "/w");
    };
  return [options] { return make_junit_output(options); };
}

void check(const std::string& runner, const strings& versions, const std::string& project,
           const std::string& totals, const strings& wanted) {
  for (const auto& version : versions)
    check_run(parser_of(runner), "languages/node/recordings/" + runner + "/" + version + "/" + project,
              totals, wanted);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_native_recorded)

BOOST_AUTO_TEST_CASE(every_mocha_gives_the_same_outcomes) {
  const std::string file = "test/outcomes.test.js", is = "Expected values to be strictly equal";
  check("mocha", mochas, "outcomes", "6 6 2 1",
        {"assertion " + file + " > fails_equal " + file + ":10 " + is,
         "assertion " + file + " > fails_text " + file + ":14 " + is,
         "panic " + file + " > raises " + file + ":19 TypeError: boom",
         "panic " + file + " > raises_in_source " + file + ":25 boom: divided by zero",
         "assertion " + file + " > param 2 " + file + ":36 " + is,
         "assertion " + file + " > outer > inner > deep_fails " + file + ":46 " + is,
         "error " + file + " > setup_fails > is_prevented " + file + ":66 \"before each\" hook: no setup"});
  check("mocha", mochas, "broken", "1 0 0 2",
        {"error test/missing.test.js test/missing.test.js:2 Cannot find module './no-such-module.js'",
         "error test/syntax.test.js test/syntax.test.js:4 SyntaxError: Unexpected token '='"});
  check(
      "mocha", mochas, "crash", "1 1 0 0",
      {"crash test/crashes.test.js > crashes test/crashes.test.js:5 the process ended while this test was"});
}

BOOST_AUTO_TEST_CASE(every_node_gives_the_same_outcomes) {
  const std::string file = "test/outcomes.test.js", is = "Expected values to be strictly equal";
  check("node-test", nodes, "outcomes", "6 6 2 1",
        {"assertion " + file + " > fails_equal " + file + ":11 " + is,
         "assertion " + file + " > fails_text " + file + ":15 " + is,
         "panic " + file + " > raises " + file + ":20 TypeError: boom",
         "panic " + file + " > raises_in_source " + file + ":26 boom: divided by zero",
         "assertion " + file + " > param 2 " + file + ":39 " + is,
         "assertion " + file + " > outer > inner > deep_fails " + file + ":49 " + is,
         "error " + file + " > setup_fails > is_prevented " + file + ":69 no setup"});
  check("node-test", nodes, "broken", "1 0 0 2",
        {"error test/missing.test.js test/missing.test.js:3 Cannot find module './no-such-module.js'",
         "error test/syntax.test.js test/syntax.test.js:5 SyntaxError: Unexpected token '='"});
  check("node-test", nodes, "crash", "1 1 0 0",
        {"crash test/crashes.test.js > crashes :0 the process ended while this test was running (exit code "
         "0)"});
}

BOOST_AUTO_TEST_CASE(parents_that_are_red_because_of_a_child_are_not_told) {
  const std::string file = "test/subtests.test.mjs";
  check("node-test", nodes, "subtests", "4 3 0 2",
        {"assertion " + file + " > parent > child fails > grandchild fails " + file +
             ":9 Expected values to be strictly deep-equal",
         "panic " + file + " > fails beside its child " + file + ":16 boom",
         "timeout " + file + " > with options " + file + ":21 test timed out after 100ms",
         "error " + file + " > a suite whose body throws " + file + ":25 boom in the body",
         "error " + file + " > teardown > passes by itself " + file + ":30 no teardown"});
}

BOOST_AUTO_TEST_CASE(buns_report_and_what_was_seen_meanwhile_make_one) {
  const std::string file = "test/outcomes.test.js", is = "expect(received).toBe(expected)";
  check("bun", {"1.4"}, "outcomes", "6 6 2 1",
        {"assertion " + file + " > fails_equal " + file + ":9 " + is,
         "assertion " + file + " > fails_text " + file + ":13 " + is,
         "panic " + file + " > raises " + file + ":18 boom",
         "panic " + file + " > raises_in_source " + file + ":24 boom: divided by zero",
         "assertion " + file + " > param 2 " + file + ":37 " + is,
         "assertion " + file + " > outer > inner > deep_fails " + file + ":47 " + is,
         "error " + file + " > setup_fails > is_prevented " + file + ":67 no setup"});
  check("bun", {"1.4"}, "broken", "1 0 0 2",
        {"error test/missing.test.js test/missing.test.js:0 Cannot find module './no-such-module.js' from",
         "error test/syntax.test.js test/syntax.test.js:4 Expected identifier but found \"=\""});
  check("bun", {"1.4"}, "crash", "1 1 0 0",
        {"crash test/crashes.test.js > crashes :0 the process ended while this test was running"});
}

BOOST_AUTO_TEST_CASE(denos_report_is_read) {
  const std::string file = "tests/outcomes_test.ts", is = "Values are not equal.";
  check("deno", {"2.9"}, "outcomes", "6 6 1 0",
        {"assertion " + file + " > fails_equal " + file + ":9 " + is,
         "assertion " + file + " > fails_text " + file + ":13 " + is,
         "panic " + file + " > raises " + file + ":18 TypeError: boom",
         "panic " + file + " > raises_in_source " + file + ":24 boom: divided by zero",
         "assertion " + file + " > param 2 " + file + ":33 " + is,
         "assertion " + file + " > outer > inner > deep_fails " + file + ":43 " + is});
  check("deno", {"2.9"}, "broken", "0 0 0 1",
        {"error deno tests/syntax_test.ts:2 SyntaxError: Unexpected token `=`."});
  check("deno", {"2.9"}, "crash", "2 1 0 0",
        {"crash tests/crashes_test.ts > crashes tests/crashes_test.ts:4 Test case attempted to exit"});
}

BOOST_AUTO_TEST_CASE(both_values_and_their_difference_are_known) {
  for (const auto& [runner, versions] :
       {std::pair{"mocha", mochas}, {"node-test", nodes}, {"bun", strings{"1.4"}}, {"deno", strings{"2.9"}}})
    for (const auto& version : versions) BOOST_TEST_CONTEXT(runner << " " << version) {
        const auto results = read_run(parser_of(runner), "languages/node/recordings/" + std::string{runner} +
                                                             "/" + version + "/outcomes");
        const auto& equal = named(results, "fails_equal");
        BOOST_TEST(equal.expected.value_or("") == "2");
        BOOST_TEST(equal.actual.value_or("") == "3");
        const auto& text = named(results, "fails_text");
        const auto both = text.expected.value_or("") + text.diff + text.actual.value_or("");
        BOOST_TEST(both.find("beta") < both.find("BETA"));
      }
}

BOOST_AUTO_TEST_CASE(a_report_that_was_cut_short_is_never_a_pass) {
  for (const auto& [runner, version] : {std::pair{"bun", "1.4"}, {"deno", "2.9"}, {"mocha", "12"}}) {
    const auto text =
        recorded("languages/node/recordings/" + std::string{runner} + "/" + version + "/outcomes/events");
    for (std::size_t length = 0; length + 20 < text.size(); length += 61) {
      const auto parser = parser_of(runner)();
      parser->feed(stream::events, std::string_view{text}.substr(0, length));
      const auto results = parser->finish(exited(0));
      const bool told = !results.failures.empty() || !results.notes.empty();
      BOOST_TEST(told, runner << " cut at " << length);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
