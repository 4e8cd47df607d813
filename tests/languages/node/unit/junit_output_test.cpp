#include "parsers/languages/node/output/junit_output.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;

BOOST_AUTO_TEST_SUITE(node_junit)

BOOST_AUTO_TEST_CASE(nested_suites_are_titles_and_the_outermost_is_a_file) {
  const auto report = read_junit(R"(<?xml version="1.0"?>
<testsuites><testsuite name="a.test.js" file="a.test.js">
  <testcase name="top" file="a.test.js" line="3" time="0.25"/>
  <testsuite name="outer"><testsuite name="in &lt;ner&gt;">
    <testcase name="deep" file="a.test.js" line="7"><failure type="TypeError" message="a&#10;b">text</failure></testcase>
  </testsuite></testsuite>
  <testcase name="off" file="a.test.js"><skipped/></testcase>
</testsuite></testsuites>)");
  BOOST_TEST(report.complete);
  BOOST_REQUIRE_EQUAL(report.cases.size(), 3U);
  BOOST_TEST(report.cases[0].duration.count() == 250);
  BOOST_TEST(report.cases[0].line == 3U);
  const std::vector<std::string_view> titles{"outer", "in <ner>", "deep"};
  BOOST_TEST(titled(report, report.cases[1]).titles == titles, boost::test_tools::per_element());
  BOOST_TEST((report.cases[1].result == outcome::failed));
  const auto* why = main_problem(report.cases[1]);
  BOOST_TEST_REQUIRE(why != nullptr);
  BOOST_TEST(why->type == "TypeError");
  BOOST_TEST(why->message == "a\nb");
  BOOST_TEST(why->text == "text");
  BOOST_TEST((report.cases[2].result == outcome::skipped));
}

BOOST_AUTO_TEST_CASE(without_a_file_the_class_names_it_and_the_name_its_steps) {
  const auto report = read_junit(
      R"(<testsuites><testsuite name="./a_test.ts"><testcase name="outer > step" classname="./a_test.ts"/></testsuite></testsuites>)");
  BOOST_REQUIRE_EQUAL(report.cases.size(), 1U);
  const auto one = titled(report, report.cases[0]);
  BOOST_TEST(one.file == "./a_test.ts");
  const std::vector<std::string_view> titles{"outer", "step"};
  BOOST_TEST(one.titles == titles, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_values_of_buns_messages_are_taken_apart) {
  const auto values = read_comparison("expect(received).toBe(expected)\n\nExpected: 2\nReceived: 3\n");
  BOOST_TEST(values.message == "expect(received).toBe(expected)");
  BOOST_TEST(values.expected.value_or("") == "2");
  BOOST_TEST(values.actual.value_or("") == "3");
  const auto texts = read_comparison(
      "expect(received).toBe(expected)\n\n  \"alpha\n- beta\n+ BETA\n  gamma\"\n\n- Expected  - 1\n+ "
      "Received  + 1\n");
  BOOST_TEST(texts.diff == "\"alpha\n-beta\n+BETA\n gamma\"");
}

// deno has the signs the other way round.
BOOST_AUTO_TEST_CASE(the_values_of_denos_messages_are_taken_apart) {
  const auto values = read_comparison(
      "Uncaught AssertionError: Values are not equal.\n\n\n    [Diff] Actual / Expected\n\n\n-   3\n+   "
      "2\n\n");
  BOOST_TEST(values.message == "Values are not equal.");
  BOOST_TEST(values.expected.value_or("") == "2");
  BOOST_TEST(values.actual.value_or("") == "3");
  BOOST_TEST(values.diff == "+   3\n-   2");
}

BOOST_AUTO_TEST_CASE(other_messages_stay_as_they_are) {
  BOOST_TEST(read_comparison("boom").message == "boom");
  BOOST_TEST(read_comparison("Error: two\n\nparagraphs").message == "two\n\nparagraphs");
  BOOST_TEST(read_comparison("").message.empty());
}

// bun and deno list as skipped what they were not asked for.
BOOST_AUTO_TEST_CASE(of_what_is_skipped_only_the_selected_counts) {
  junit_output_options options;
  options.folder = "/w";
  options.events.root = "/w";
  options.events.separator = " > ";
  rerun_test wanted;
  wanted.id.group = "a.test.ts";
  wanted.key = R"(["a.test.ts","outer",{"lines":[3,9]}])";
  wanted.selected = true;
  options.events.wanted = {wanted};
  options.selected = {{"a.test.ts", {block_name{"outer"}}, {" > "}, 3, 9}};
  const auto parser = make_junit_output(options);
  parser->feed(stream::events,
               R"(<?xml version="1.0"?>
<testsuites><testsuite name="a.test.ts" file="a.test.ts">
<testsuite name="outer"><testcase name="in" file="a.test.ts" line="4"/>
<testcase name="skipped" file="a.test.ts" line="5"><skipped/></testcase></testsuite>
<testsuite name="outer"><testcase name="of a twin" file="a.test.ts" line="14"><skipped/></testcase></testsuite>
<testcase name="beside" file="a.test.ts" line="20"><skipped/></testcase>
</testsuite></testsuites>
)");
  const auto results = parser->finish({run_ending::kind_type::exited, 0, false, false});
  BOOST_REQUIRE_EQUAL(results.tests.size(), 2U);
  BOOST_TEST(results.tests[0].id.name == "outer > in");
  BOOST_TEST(results.tests[0].defined.line == 4U);
  BOOST_TEST(results.tests[1].id.name == "outer > skipped");
  BOOST_TEST((results.tests[1].result == outcome::skipped));
  BOOST_TEST(results.failures.empty());
}

BOOST_AUTO_TEST_CASE(what_product_code_raised_is_in_its_test_and_names_both) {
  junit_output_options options;
  options.events.root = "/w";
  options.folder = "/w";
  const auto parser = make_junit_output(options);
  parser->feed(stream::events, R"(<?xml version="1.0"?>
<testsuites><testsuite name="a.test.ts" file="a.test.ts">
<testcase name="in" file="a.test.ts" line="4"><failure type="TypeError" message="no">TypeError: no
    at strictEqual (node:assert:50)
    at load (native:7:39)
    at dep (/w/node_modules/dep/index.js:2:1)
    at price (/w/src/prod.ts:2:10)
    at &lt;anonymous&gt; (/w/a.test.ts:5:8)</failure></testcase>
<testcase name="detached" file="a.test.ts" line="8"><failure type="TypeError" message="no">TypeError: no
    at price (/w/src/prod.ts:2:10)</failure></testcase>
</testsuite></testsuites>
)");
  const auto results = parser->finish({run_ending::kind_type::exited, 1, false, false});
  BOOST_REQUIRE_EQUAL(results.failures.size(), 2U);
  const location raised{"src/prod.ts", 2};
  BOOST_TEST((results.failures[0].where == location{"a.test.ts", 5}));
  BOOST_TEST((results.failures[0].raised_at == raised));
  BOOST_TEST((results.failures[1].where == location{"a.test.ts", 8}));
  BOOST_TEST((results.failures[1].raised_at == raised));
}

// bun has a test without a title and a place for it, and none for those behind it.
BOOST_AUTO_TEST_CASE(what_a_hook_throws_is_of_its_file_and_tests_behind_it_did_not_run) {
  junit_output_options options;
  options.events.root = options.folder = "/w";
  options.events.separator = " > ";
  const auto parser = make_junit_output(options);
  parser->feed(stream::events, R"xml({"e":"pause","group":"a.test.ts","name":"one","key":"[\"a.test.ts\",\"one\"]"}
{"e":"pause","group":"a.test.ts","name":"in > two","key":"[\"a.test.ts\",\"in\",\"two\"]"}
<?xml version="1.0"?>
<testsuites><testsuite name="a.test.ts" file="a.test.ts">
<testsuite name="in" line="3"><testcase name="(unnamed)" classname="in" file="a.test.ts"><failure type="Error" message="no key">Error: no key
    at a.test.ts:4:19</failure></testcase></testsuite>
<testcase name="one" file="a.test.ts" line="8"/>
</testsuite></testsuites>
)xml");
  const auto results = parser->finish({run_ending::kind_type::exited, 1, false, false});
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  const auto& hook = results.failures.front();
  BOOST_TEST(hook.id.name == "in > beforeAll or afterAll");
  BOOST_TEST(hook.key == R"(["a.test.ts"])");
  BOOST_TEST((hook.kind == failure_kind::error));
  BOOST_TEST((hook.where == location{"a.test.ts", 4}));
  BOOST_TEST(results.totals.errors == 1U);
  BOOST_TEST(results.totals.passed == 1U);
  BOOST_TEST(results.not_run == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
