// Answers that the code can be mended from: source lines, causes, what a rerun fixed, and no more of it all
// than a caller wants to read.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

// Eleven tests that fail by an exception in one product line, one by another, and twenty that pass.
const file_map module = {{"calc/calc.go", R"go(package calc

func Pick(all []int, at int) int {
	return all[at+1]
}

func Half(n int) int {
	return n / 3
}
)go"},
                         {"calc/calc_test.go", R"go(package calc

import (
	"fmt"
	"testing"
)

func check(t *testing.T, at int) {
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("picking failed: %v", r)
		}
	}()
	if got := Pick([]int{1, 2, 3}, at); got != at+1 {
		t.Errorf("Pick(%d) = %d", at, got)
	}
}

func TestPick(t *testing.T) {
	for i := 0; i < 11; i++ {
		t.Run(fmt.Sprint("case ", i), func(t *testing.T) { check(t, 2+i) })
	}
}

func TestHalf(t *testing.T) {
	if got, want := Half(6), 3; got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

func TestFine(t *testing.T) {
	for i := 0; i < 20; i++ {
		t.Run(fmt.Sprint(i), func(t *testing.T) {})
	}
}
)go"}};

struct calc_fixture : go_fixture {
  calc_fixture() { write_module(module); }

  void replace(const std::string& file, std::string_view what, std::string_view with) const {
    auto text = read_file(workspace() + "/" + file);
    const auto at = text.find(what);
    BOOST_REQUIRE(at != std::string::npos);
    write_file(workspace() + "/" + file, text.replace(at, what.size(), with));
  }
};

bool holds(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

std::size_t bytes_of_structured(const json::object& answer) {
  return json::serialize(answer.at("structuredContent")).size();
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(actionable, calc_fixture)

BOOST_AUTO_TEST_CASE(many_failures_are_told_by_their_causes, *utf::precondition(has_go)) {
  auto& server = start_open();
  const auto run = server.call("run_tests", {{"output", "summary"}});
  check_answer(output_schemas(server), "run_tests", run);
  const auto text = text_of(run);
  BOOST_TEST_INFO(text);
  BOOST_TEST(holds(text, "12 test failure(s) of 2 causes in 1 of 1 suites"));
  BOOST_TEST(holds(text, "] 11 like TestPick/case_"));
  BOOST_TEST(holds(text, "test calc/calc_test.go:27: t.Errorf(\"got %d, want %d\", got, want)"));
  BOOST_TEST(text.size() < 2000u);
  BOOST_TEST(last_line(text) == "exit: 1");

  const auto group = server.call("last_test_failures", {{"group", "r1c2"}});
  BOOST_TEST(at_path(group, "structuredContent.total").to_number<int>() +
                 at_path(server.call("last_test_failures", {{"group", "r1c1"}}), "structuredContent.total")
                     .to_number<int>() ==
             12);
  const auto found = server.call("last_test_failures", {{"filter", "case_7"}});
  BOOST_TEST(at_path(found, "structuredContent.total") == 1);
  BOOST_TEST(holds(text_of(server.call("last_test_failures", {{"offset", 10}, {"limit", 1}})), "\n11. "));
  BOOST_TEST(at_path(server.call("last_test_failures", {{"group", "r9c1"}}), "isError") == true);
}

BOOST_AUTO_TEST_CASE(a_file_that_was_edited_since_shows_no_line, *utf::precondition(has_go)) {
  auto& server = start_open();
  server.call("run_tests");
  BOOST_TEST(holds(text_of(server.call("last_test_failures", {{"filter", "TestHalf"}})),
                   "test calc/calc_test.go:27: t.Errorf("));
  replace("calc/calc_test.go", "import (", "// A line more.\nimport (");
  const auto text = text_of(server.call("last_test_failures", {{"filter", "TestHalf"}}));
  BOOST_TEST(holds(text, "\n   calc/calc_test.go:27\n"));
  BOOST_TEST(!holds(text, "t.Errorf"));
}

BOOST_AUTO_TEST_CASE(a_rerun_says_what_was_fixed_and_shows_nothing_else, *utf::precondition(has_go)) {
  auto& server = start_open();
  server.call("run_tests");
  replace("calc/calc.go", "n / 3", "n / 2");
  const auto rerun = server.call("run_failing_tests");
  const auto text = text_of(rerun);
  BOOST_TEST(holds(
      text,
      "\n12 rerun: 1 pass, 11 still fail, 0 new; run_tests runs all\nfixed: example.com/m/calc/TestHalf\n"));
  BOOST_TEST(!holds(text, "--- PASS"));
  BOOST_TEST(!holds(text, "coverage: "));
  replace("calc/calc.go", "at+1]", "at%3]");
  BOOST_TEST(holds(text_of(server.call("run_failing_tests", {{"output", "raw"}})), "--- PASS"));
  BOOST_TEST(
      holds(text_of(server.call("run_tests", {{"output", "summary"}})), "% of the lines of calc/calc.go ("));
}

BOOST_AUTO_TEST_CASE(each_half_stays_within_the_budget_of_the_call, *utf::precondition(has_go)) {
  auto& server = start_open();
  server.call("run_tests");
  for (const auto* tool : {"last_test_failures", "get_testresults", "run_failing_tests", "run_all_tests"}) {
    const auto small = server.call(tool, {{"budget", 500}});
    BOOST_TEST_INFO(tool);
    BOOST_TEST(text_of(small).size() <= 3000u);
    BOOST_TEST(bytes_of_structured(small) <= 3000u);
  }
  const auto refused = server.call("last_test_failures", {{"budget", 3}});
  BOOST_TEST(text_of(refused) == "last_test_failures: budget must be at least 500, got 3");
}

BOOST_AUTO_TEST_CASE(the_server_has_defaults_of_its_own, *utf::precondition(has_go)) {
  auto& server = start_open("2025-11-25", {"--output", "summary", "--answer-tokens", "600"});
  const auto text = text_of(server.call("run_tests"));
  BOOST_TEST(text.starts_with("failed (go, run 1): "));
  BOOST_TEST(text.size() <= 3500u);
  BOOST_TEST(text_of(server.call("run_failing_tests", {{"output", "raw"}, {"budget", 9000}}))
                 .find("--- FAIL: TestHalf") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_call_may_measure_nothing, *utf::precondition(has_go)) {
  auto& server = start_open();
  const auto run = server.call("run_tests", {{"coverage", false}, {"output", "summary"}});
  BOOST_TEST(!holds(text_of(run), "coverage:"));
  BOOST_TEST(!holds(json::serialize(at_path(run, "structuredContent.commands")), "-coverp"));
}

BOOST_AUTO_TEST_CASE(files_and_blocks_say_what_failed_in_them, *utf::precondition(has_go)) {
  auto& server = start_open();
  const auto files = server.call("run_testfiles", {{"query", "calc"}});
  BOOST_TEST(at_path(files, "structuredContent.failures") == 12);
  BOOST_TEST(at_path(files, "structuredContent.causes").as_array().size() == 2u);
  const auto block = server.call("run_testblocks", {{"labels", json::array{"TestHalf"}}, {"output", "raw"}});
  BOOST_TEST(at_path(block, "structuredContent.details").as_array().size() == 1u);
  BOOST_TEST(holds(json::serialize(at_path(block, "structuredContent.stdout")), "--- FAIL: TestHalf"));
  BOOST_TEST(holds(text_of(block), "--- FAIL: TestHalf"));
  const auto told = server.call("run_testfiles", {{"query", "calc"}, {"output", "summary"}});
  BOOST_TEST(text_of(told).starts_with("failed (go, run 3): "));
  BOOST_TEST(text_of(told).ends_with("exit: 1"));
  BOOST_TEST(at_path(told, "structuredContent.files_run").as_array().size() > 0u);
}

BOOST_AUTO_TEST_CASE(the_list_of_tools_can_be_cut) {
  auto& core = start_open("2025-11-25", {"--tools", "core"});
  BOOST_TEST(core.result(core.request("tools/list")).at("tools").as_array().size() == 14u);
  auto& named = start_open("2025-11-25", {"--tools", "tests_covering,run_tests"});
  const auto listed = named.result(named.request("tools/list")).at("tools").as_array();
  BOOST_REQUIRE(listed.size() == 2u);
  BOOST_TEST(listed[0].at("name").as_string() == "run_tests");
  const auto wrong = run_covey({"--tools", "run_test", "--describe-tools"});
  BOOST_TEST(wrong.exit_code == 2);
  BOOST_TEST(holds(wrong.err, "--tools: there is no tool run_test; covey --describe-tools lists them"));
}

BOOST_AUTO_TEST_SUITE_END()
