// Which tests ran a line, with real coverage of a real module.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

// Line 4 is run by the tests of two other packages, line 8 by none.
const char* const calc =
    "package calc\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n\nfunc Dead() int {\n\treturn 42\n}\n";

const char* const user_test = R"go(package user

import (
	"testing"

	"example.com/m/calc"
)

func TestAdds(t *testing.T) {
	if calc.Add(1, 2) != 3 {
		t.Fail()
	}
}

func TestSkipped(t *testing.T) { t.Skip() }

func TestTable(t *testing.T) {
	t.Run("sub", func(t *testing.T) { calc.Add(2, 2) })
}
)go";

const char* const other_test = "package other\n\nimport \"testing\"\n\nfunc TestElsewhere(t *testing.T) {}\n";

struct coverage_fixture : go_fixture {
  session& run_module() {
    write_module({{"calc/calc.go", calc},
                  {"user/user_test.go", user_test},
                  {"other/other.go", "package other\n"},
                  {"other/other_test.go", other_test}});
    auto& server = start_open();
    const auto run = server.call("run_tests");
    BOOST_TEST(counts_of(run) == "passed 4, failed 0, skipped 1, errors 0");
    return server;
  }

  static std::string ask(session& server, const std::string& file, int line = 0) {
    json::object arguments{{"file", file}};
    if (line != 0) arguments["line"] = line;
    return text_of(server.call("tests_covering", arguments));
  }
};

// The package and the tests, without the head and what follows the list.
std::string listed(const std::string& text) {
  const auto start = text.find("\n\n");
  const auto end = text.find("\n\n", start + 2);
  return start == std::string::npos
             ? text
             : text.substr(start + 2, end == std::string::npos ? end : end - start - 2);
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(coverage, coverage_fixture)

BOOST_AUTO_TEST_CASE(a_line_is_attributed_to_the_package_whose_tests_ran_it,
                     *utf::precondition(has_go_that_covers_across_packages)) {
  auto& server = run_module();
  const auto text = ask(server, "calc/calc.go", 4);
  BOOST_TEST(text.rfind("2 test(s) cover calc/calc.go:4:\n", 0) == 0u, text);
  BOOST_TEST(listed(text).rfind("example.com/m/user:\n  TestAdds\n  TestTable", 0) == 0u, text);
  BOOST_TEST(text.find("TestElsewhere") == std::string::npos, text);
  BOOST_TEST(text.find("TestSkipped") == std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(a_line_that_did_not_run_is_not_covered,
                     *utf::precondition(has_go_that_covers_across_packages)) {
  auto& server = run_module();
  BOOST_TEST(
      ask(server, "calc/calc.go", 8) ==
      "no coverage found for calc/calc.go:8\na line on which no statement begins has none: ask for the one where it begins\nfresh: nothing has changed since run 1");
  BOOST_TEST(
      ask(server, "calc/calc.go", 999) ==
      "no coverage found for calc/calc.go:999\na line on which no statement begins has none: ask for the one where it begins\nfresh: nothing has changed since run 1");
  BOOST_TEST(ask(server, "calc/none.go") ==
             "no coverage found for calc/none.go\nfresh: nothing has changed since run 1");
  BOOST_TEST(ask(server, "user/user_test.go", 10).find(": Go measures no _test.go files\n") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_file_may_be_named_in_every_usual_way, *utf::precondition(has_go)) {
  auto& server = run_module();
  const auto expected = listed(ask(server, "calc/calc.go"));
  for (const auto& name : {std::string{"./calc/calc.go"}, workspace() + "/calc/calc.go",
                           std::string{"example.com/m/calc/calc.go"}, std::string{"calc.go"}})
    BOOST_TEST(listed(ask(server, name)) == expected, name);
}

// An agent runs all once, edits, asks, and runs a few.
BOOST_AUTO_TEST_CASE(an_edited_file_is_asked_in_its_lines_of_now_and_a_run_of_some_keeps_the_others,
                     *utf::precondition(has_go_that_covers_across_packages)) {
  auto& server = run_module();
  const auto before = listed(ask(server, "calc/calc.go", 4));
  write_file(workspace() + "/calc/calc.go", std::string{calc}.insert(13, "// Package calc adds.\n\n"));
  BOOST_TEST(listed(ask(server, "calc/calc.go", 6)) == before);
  BOOST_TEST(ask(server, "calc/calc.go", 2)
                 .find("calc/calc.go:2: line 2 is newer than run 1; run the tests again") !=
             std::string::npos);
  const auto some =
      server.call("run_testblocks", {{"file_query", "user_test"}, {"testset_query", "TestAdds"}});
  BOOST_TEST(at_path(some, "structuredContent.status") == "completed", json::serialize(some));
  const auto text = ask(server, "calc/calc.go", 6);
  BOOST_TEST(listed(text) == before, text);
  BOOST_TEST(text.find("\n1 of these last ran in run 1, 1 in run 2\n") != std::string::npos, text);
  BOOST_TEST(text.ends_with("\nstale: 1 file changed since run 1: calc/calc.go"), text);
}

BOOST_AUTO_TEST_CASE(without_coverage_nothing_is_measured, *utf::precondition(has_go)) {
  write_module({{"calc/calc.go", calc}, {"user/user_test.go", user_test}});
  auto& server = start_open("2025-11-25", {"--no-coverage"});
  const auto run = server.call("run_tests");
  BOOST_TEST(counts_of(run) == "passed 3, failed 0, skipped 1, errors 0");
  const auto answer = server.call("tests_covering", {{"file", "calc/calc.go"}});
  BOOST_TEST(text_of(answer) == "tests_covering: coverage index not configured");
  BOOST_TEST(at_path(answer, "isError") == true);
}

BOOST_AUTO_TEST_SUITE_END()
