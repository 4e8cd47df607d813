// Ginkgo's specs: recorded with its oldest and a newest 2.x, and reports by hand.
#include "tests/languages/go/unit/output/recording.hpp"
#include "tests/languages/go/unit/output/script.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <string>
#include <vector>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;
using namespace covey::parsers::testing;

namespace {

constexpr const char* listing = "p\t/w\tp.go//p_test.go/\t1\t0\n";

// A report of the package "p" as the shim sends it.
std::string sent(const std::string& specs, const std::string& process = "7") {
  auto whole = R"([{"SuitePath":"/w","SpecReports":[)" + specs + "]}]";
  std::ranges::replace(whole, '\n', ' ');
  const auto half = whole.size() / 2;
  return process + "\t" + whole.substr(0, half) + "\n" + process + "\t" + whole.substr(half) + "\n" +
         process + "\t\n";
}

std::string spec_of(const std::string& text, const std::string& state, const std::string& more = "") {
  return R"({"LeafNodeType":"It","ContainerHierarchyTexts":["C"],"LeafNodeText":")" + text +
         R"(","State":")" + state + "\"" + more + "}";
}

run_results with_specs(const script& run, const std::string& events, int code) {
  return read({run.text(),
               {},
               std::make_shared<const package_list>(package_list::parse(listing, "/w")),
               nullptr,
               events},
              exited(code));
}

// Only newer versions put "when" before the text of a When.
std::string without_when(std::string name) {
  if (const auto at = name.find("/when "); at != std::string::npos) name.erase(at + 1, 5);
  return name;
}

script red_suite() {
  return script().event("start").fails("TestC", "Running Suite: C - /w\n").package("fail");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_specs)

BOOST_AUTO_TEST_CASE(a_failed_spec_has_its_name_place_and_values) {
  for (const auto* version : {"ginkgo2.0", "ginkgo2.34"}) {
    BOOST_TEST_CONTEXT(version) {
      const auto results = read(load_recording("ginkgo", version), exited(1));
      const auto& sum = failure_named(results, "TestCart/Cart/with items/sums the prices");
      BOOST_TEST(
          summary_in_module(sum) ==
          "assertion cart/TestCart/Cart/with items/sums the prices cart/cart_test.go:27 Expected … to equal …");
      BOOST_TEST(sum.actual.value_or("") == "3");
      BOOST_TEST(sum.expected.value_or("") == "4");
      BOOST_TEST(sum.raised_at.line == 14U);
      const auto& panicked = failure_named(results, "it is empty/has no first");
      BOOST_TEST((panicked.kind == failure_kind::panic));
      BOOST_TEST(panicked.message == "panic: runtime error: index out of range [0] with length 0");
      BOOST_TEST(panicked.where.file == "cart/cart_test.go");
      BOOST_TEST(panicked.raised_at.file == "cart/cart.go");
      BOOST_TEST(panicked.raised_at.line == 20U);
      BOOST_TEST(failure_named(results, "TestCart/Cart/with items/matches all").output == "some output");
    }
  }
}

BOOST_AUTO_TEST_CASE(specs_are_the_tests_of_a_run_and_their_function_is_no_failure_beside_them) {
  for (const auto* version : {"ginkgo2.0", "ginkgo2.34"}) {
    BOOST_TEST_CONTEXT(version) {
      const auto results = read(load_recording("ginkgo", version), exited(1));
      std::vector<std::string> failed;
      for (const auto& one : results.failures) failed.push_back(without_when(one.id.name));
      std::ranges::sort(failed);
      BOOST_TEST(
          failed ==
              (std::vector<std::string>{
                  "TestCart/Cart/broken set-up/never gets there", "TestCart/Cart/it is empty/comes late",
                  "TestCart/Cart/it is empty/has no error", "TestCart/Cart/it is empty/has no first",
                  "TestCart/Cart/ordered/first", "TestCart/Cart/prices/two",
                  "TestCart/Cart/with items/matches all", "TestCart/Cart/with items/sums the prices",
                  "TestCart/Cart/with items/twice#01", "TestFocus", "TestHook/[BeforeSuite]", "TestPlain"}),
          boost::test_tools::per_element());
      // Passed: names a/b first, twice, prices one and its nameless entry, Focus runs; TestPlain/… of cart.
      BOOST_TEST(results.totals.skipped ==
                 3U);  // pending, "not today", after the failed one of an ordered container
      BOOST_TEST(results.totals.errors == 1U);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_failure_of_a_hook_says_in_which_and_what_failed_after_it) {
  const auto results = read(load_recording("ginkgo", "ginkgo2.34"), exited(1));
  BOOST_TEST(failure_named(results, "TestCart/Cart/broken set-up/never gets there").message ==
             "[BeforeEach] Expected … to equal …\nand then: [AfterEach] and so is its end");
}

BOOST_AUTO_TEST_CASE(a_plain_test_that_uses_gomega_has_the_values_too) {
  const auto results = read(load_recording("ginkgo", "ginkgo2.34"), exited(1));
  const auto& plain = failure_named(results, "TestPlain");
  BOOST_TEST(plain.actual.value_or("") == "1");
  BOOST_TEST(plain.expected.value_or("") == "2");
}

BOOST_AUTO_TEST_CASE(a_suite_that_fails_without_a_failed_spec_stays_a_failure) {
  const auto results = with_specs(red_suite(), sent(spec_of("a", "passed")), 1);
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  BOOST_TEST(results.failures[0].id.name == "TestC");
  BOOST_TEST(results.totals.passed == 1U);
}

BOOST_AUTO_TEST_CASE(what_a_filter_left_out_or_an_interruption_ended_has_no_result) {
  const auto specs =
      spec_of("a", "skipped") + "," + spec_of("b", "interrupted") + "," + spec_of("c", "pending");
  const auto results = with_specs(script().event("start").passes("TestC").package("pass"), sent(specs), 0);
  BOOST_TEST(results.failures.empty());
  BOOST_TEST(results.totals.passed == 1U);
  BOOST_TEST(results.totals.skipped == 1U);
}

BOOST_AUTO_TEST_CASE(pending_specs_beside_selected_ones_are_not_counted) {
  const std::string whole =
      R"x([{"SuitePath":"/w","SuiteConfig":{"FocusStrings":["(^| )(?:C[ /]a)( |$)"]},"SpecReports":[)x" +
      spec_of("a", "passed") + "," + spec_of("b", "pending") + "]}]";
  const auto results =
      with_specs(script().event("start").passes("TestC").package("pass"), "7\t" + whole + "\n7\t\n", 0);
  BOOST_TEST(results.totals.skipped == 0U);
  BOOST_TEST(results.totals.passed == 2U);
}

BOOST_AUTO_TEST_CASE(a_suite_with_focused_specs_says_why_it_is_no_pass) {
  const auto results = read(load_recording("ginkgo", "ginkgo2.34"), exited(1));
  BOOST_TEST((failure_named(results, "TestFocus").kind == failure_kind::crash));
  BOOST_REQUIRE(!results.notes.empty());
  BOOST_TEST(
      results.notes.front().starts_with("specs of example.com/shop/focus are focused (FIt, FDescribe"));
}

BOOST_AUTO_TEST_CASE(a_hanging_spec_is_placed_by_the_stack_of_its_goroutine) {
  const std::string why = R"x(,"LeafNodeLocation":{"FileName":"/w/p_test.go","LineNumber":20},
    "Failure":{"Message":"A suite timeout occurred","FailureNodeType":"It",
      "Location":{"FileName":"/w/p_test.go","LineNumber":20},"ProgressReport":{"Goroutines":[
        {"Stack":[{"Function":"other()","Filename":"/w/p.go","Line":1}]},
        {"IsSpecGoroutine":true,"Stack":[
          {"Function":"time.Sleep(0x1)","Filename":"/usr/local/go/src/runtime/time.go","Line":363},
          {"Function":"p.wait(...)","Filename":"/w/p.go","Line":16},
          {"Function":"p_test.init.func1.2()","Filename":"/w/p_test.go","Line":21}]}]}})x";
  const auto results = with_specs(red_suite(), sent(spec_of("hangs", "timedout", why)), 1);
  BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
  const auto& one = results.failures[0];
  BOOST_TEST((one.kind == failure_kind::timeout));
  BOOST_TEST(summary(one) == "timeout p/TestC/C/hangs p_test.go:21 A suite timeout occurred");
  BOOST_TEST(one.raised_at.file == "p.go");
  BOOST_TEST(one.raised_at.line == 16U);
}

BOOST_AUTO_TEST_CASE(pieces_of_several_processes_may_come_in_any_order) {
  const auto a = sent(spec_of("a", "failed"), "7"), b = sent(spec_of("b", "failed"), "8");
  const auto end = [](const std::string& text) { return text.find('\n') + 1; };
  const auto mixed = a.substr(0, end(a)) + b.substr(0, end(b)) + a.substr(end(a)) + b.substr(end(b));
  BOOST_TEST(with_specs(red_suite(), mixed, 1).failures.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_report_that_is_none_or_breaks_off_leaves_the_suites_own_failure) {
  for (const std::string events : {"7\t[]\n7\t\n", "7\tnonsense\n7\t\n", "7\t[{\"SuitePath\":\"/w\",\n", "\n",
                                   "x", "7\t[{\"SuitePath\":\"/elsewhere\",\"SpecReports\":[]}]\n7\t\n"}) {
    BOOST_TEST_CONTEXT(events) {
      const auto results = with_specs(red_suite(), events, 1);
      BOOST_REQUIRE_EQUAL(results.failures.size(), 1U);
      BOOST_TEST(results.failures[0].id.name == "TestC");
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
