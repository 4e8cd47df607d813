#include "parsers/events/junit.hpp"
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>

using namespace covey::parsers;
using kind = junit_problem::kind_type;

namespace {

std::string recorded(const std::string& name) {
  std::ifstream file{std::string{COVEY_SOURCE_DIR} + "/tests/fixtures/junit/" + name, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

// "name outcome": all cases.
std::string outcomes(const junit_report& report) {
  std::string out;
  for (const auto& one : report.cases)
    out += std::string{one.name} + " " + std::string{to_string(one.result)} + "\n";
  return out;
}

BOOST_AUTO_TEST_SUITE(junit)

BOOST_AUTO_TEST_CASE(pytests_families_differ_in_places_alone) {
  const auto old = read_junit(recorded("pytest-9.2/xunit1.xml"));
  const auto usual = read_junit(recorded("pytest-9.2/xunit2.xml"));
  const auto* const expected =
      "test_gone failed\ntest_passes passed\ntest_fails failed\ntest_setup failed\ntest_twice failed\n"
      "test_twice failed\ntest_skipped skipped\ntest_expected skipped\ntest_total[1] passed\ntest_total[2] "
      "failed\n";
  for (const auto* report : {&old, &usual}) {
    BOOST_TEST(report->complete);
    BOOST_TEST(outcomes(*report) == expected);
    BOOST_TEST(report->suites.size() == 1u);
    const auto* fails = main_problem(report->cases[2]);
    BOOST_TEST_REQUIRE(fails != nullptr);
    BOOST_TEST((fails->kind == kind::failure));
    BOOST_TEST(fails->message.find("lists & <tags>") != std::string::npos, fails->message);
    BOOST_TEST((main_problem(report->cases[3])->kind == kind::error));
    BOOST_TEST((main_problem(report->cases[5])->kind == kind::error));  // its teardown
    BOOST_TEST(report->cases[6].skipped_because == "not today");
    BOOST_TEST(report->cases[9].classname == "test_shop.TestCart");
  }
  BOOST_TEST(old.cases[2].file == "test_shop.py");
  BOOST_TEST(old.cases[2].line == 15u);
  BOOST_TEST(usual.cases[2].file.empty());
}

// ctest counts what it could not start as failed, and lists it as skipped.
BOOST_AUTO_TEST_CASE(what_ctest_could_not_run_is_no_skip) {
  const auto report = read_junit(recorded("ctest-3.25/ctest.xml"));
  BOOST_TEST(report.complete);
  BOOST_TEST(outcomes(report) ==
             "passes passed\nfails failed\ncrashes failed\nslow failed\nmissing failed\nskips skipped\noff "
             "skipped\n");
  BOOST_TEST(main_problem(report.cases[4])->message == "Unable to find executable");
  BOOST_TEST(report.cases[3].duration.count() == 1007);
}

// surefire-test-report-3.0.xsd
BOOST_AUTO_TEST_CASE(surefires_reruns_are_told_apart) {
  const auto report = read_junit(R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="com.example.CartTest" tests="3">
  <properties><property name="java.version" value="21"/></properties>
  <testcase name="flaky" classname="com.example.CartTest" time="1,234.5">
    <flakyFailure message="once" type="org.opentest4j.AssertionFailedError"><stackTrace><![CDATA[once at a.B.<init>(B.java:3)]]></stackTrace></flakyFailure>
  </testcase>
  <testcase name="never" classname="com.example.CartTest" time="0.2">
    <failure message="first" type="T">first stack</failure>
    <rerunFailure message="second" type="T"><stackTrace>second stack</stackTrace></rerunFailure>
    <system-out>printed</system-out>
  </testcase>
  <testcase name="broken" classname="com.example.CartTest"><error type="java.lang.NullPointerException"/></testcase>
  <system-err>of the suite</system-err>
</testsuite>)");
  BOOST_TEST(report.complete);
  BOOST_TEST(outcomes(report) == "flaky passed\nnever failed\nbroken failed\n");
  BOOST_TEST(report.cases.at(0).duration.count() == 1'234'500);
  BOOST_TEST((report.cases[0].problems.at(0).kind == kind::flaky));
  BOOST_TEST(report.cases[0].problems.at(0).text == "once at a.B.<init>(B.java:3)");
  BOOST_TEST(main_problem(report.cases[0]) == nullptr);
  BOOST_TEST(main_problem(report.cases[1])->message == "first");
  BOOST_TEST((report.cases[1].problems.at(1).kind == kind::rerun));
}

BOOST_AUTO_TEST_CASE(suites_within_suites_know_their_parents) {
  const auto report = read_junit(
      R"(<testsuites><testsuite name="a"><testsuite name="b"><testcase name="x"/></testsuite><testcase name="y"/></testsuite></testsuites>)");
  BOOST_TEST_REQUIRE(report.suites.size() == 2u);
  BOOST_TEST(report.suites[1].parent == 0u);
  BOOST_TEST(report.suites[0].parent == junit_suite::none);
  BOOST_TEST(report.cases.at(0).suite == 1u);
  BOOST_TEST(report.cases.at(1).suite == 0u);
}

BOOST_AUTO_TEST_CASE(what_is_no_whole_document_says_so) {
  for (const auto* text : {"", "<testsuites>", "<a", "\xff\xfe", "<testsuites><testsuite><testcase"})
    BOOST_TEST(!read_junit(text).complete, text);
  BOOST_TEST(read_junit("<other/>").cases.empty());
}

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

BOOST_AUTO_TEST_CASE(suites_that_nest_too_deep_are_not_read) {
  for (const std::string end : {"", "</testsuite>"}) {
    const auto deep = read_junit("<testsuites>" + repeated("<testsuite name='x'>", 1'000'000) +
                                 repeated(end, 1'000'000) + "</testsuites>");
    BOOST_TEST(!deep.complete);
    BOOST_TEST(deep.suites.empty());
  }
  const auto whole = read_junit(repeated("<testsuite name='x'>", 200) + "<testcase name='in'/>" +
                                repeated("</testsuite>", 200));
  BOOST_TEST(whole.complete);
  BOOST_TEST(outcomes(whole) == "in passed\n");
}

// A stack in CDATA may hold any number of "<init>", and jest-junit does not escape a name's ">".
BOOST_AUTO_TEST_CASE(signs_within_texts_and_names_nest_nothing) {
  const auto stack = "<testsuite name='s'><testcase name='x'><failure><![CDATA[" +
                     repeated("at A.<init>(A.java:1)\n", 1000) + "]]></failure></testcase><!--" +
                     repeated("<a>", 1000) + "--></testsuite>";
  BOOST_TEST(read_junit(stack).complete);
  BOOST_TEST(outcomes(read_junit(stack)) == "x failed\n");
  const auto flat =
      "<testsuite name='s > t'>" + repeated("<testcase name=\"a > 'b\"/>", 1000) + "</testsuite>";
  BOOST_TEST(read_junit(flat).complete);
  BOOST_TEST(read_junit(flat).cases.size() == 1000u);
}

// "]]>" cannot be within one section of CDATA.
BOOST_AUTO_TEST_CASE(a_text_in_several_sections_is_one) {
  const auto report = read_junit(
      "<testsuite><testcase name='x'><failure><![CDATA[a[b[0]]]]><![CDATA[> 1]]> &amp; on</failure>"
      "<system-out>one</system-out><system-out>two</system-out></testcase></testsuite>");
  BOOST_TEST_REQUIRE(report.cases.size() == 1u);
  BOOST_TEST(report.cases[0].problems.at(0).text == "a[b[0]]> 1 & on");
}

BOOST_AUTO_TEST_CASE(a_time_that_is_no_duration_is_none) {
  for (const std::string time : {"nan", "-1", "-inf", "", "soon"})
    BOOST_TEST(read_junit("<testsuite><testcase name='x' time='" + time + "'/></testsuite>")
                   .cases.at(0)
                   .duration.count() == 0);
  BOOST_TEST(
      read_junit("<testsuite><testcase name='x' time='inf'/></testsuite>").cases.at(0).duration.count() ==
      1'000'000'000'000);
}

// The copy keeps the document that the views point into.
BOOST_AUTO_TEST_CASE(a_copy_of_a_report_owns_its_texts) {
  junit_report copy;
  {
    const auto report =
        read_junit("<testsuite name='s'><testcase name='a long name of a test case'/></testsuite>");
    copy = report;
  }
  BOOST_TEST(copy.cases.at(0).name == "a long name of a test case");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
