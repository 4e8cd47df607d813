// What answers say that the runner did not, and what they must not say.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(answers, go_fixture)

BOOST_AUTO_TEST_CASE(a_runner_that_exits_with_0_over_a_red_test_does_not_read_as_green,
                     *utf::precondition(has_go)) {
  write_module({{"a_test.go", R"go(package a

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) { m.Run(); os.Exit(0) }
func TestRed(t *testing.T)  { t.Error("the real problem") }
func TestGood(t *testing.T) {}
)go"}});
  auto& server = start_open();
  const auto run = server.call("run_tests");
  const auto text = text_of(run);
  BOOST_TEST(status_of(run) == "failed");
  BOOST_TEST(text.starts_with("failed (go, run 1): 1 passed, 1 failed"), text);
  BOOST_TEST(holds(text, "\n1. example.com/m/TestRed\n"), text);
  BOOST_TEST(holds(text, "\nnote: the runner exited with 0, and yet this is no pass\n"), text);
  BOOST_TEST(last_line(text) == "exit: 0");
}

BOOST_AUTO_TEST_CASE(secrets_that_tests_print_are_shown_by_their_names, *utf::precondition(has_go)) {
  write_module({{"a_test.go", R"go(package a

import (
	"os"
	"strings"
	"testing"
)

func TestLeak(t *testing.T) {
	t.Run(os.Getenv("SHOP_API_KEY"), func(t *testing.T) {
		t.Log(strings.Repeat("x", 4080) + os.Getenv("SHOP_API_KEY"))
		t.Errorf("key %s, phrase %q", os.Getenv("SHOP_API_KEY"), os.Getenv("DB_PASSWORD"))
	})
}
)go"}});
  set_environment("SHOP_API_KEY", "sk-12345678");
  set_environment("DB_PASSWORD", "<pass>&\"word\"");
  auto& server = start_open();
  for (const auto& answer :
       {server.call("run_tests"), server.call("last_test_failures"), server.call("get_testresults")}) {
    const auto said = json::serialize(answer);
    BOOST_TEST(!holds(said, "sk-12345678"));
    BOOST_TEST(!holds(said, "word"), said);
    BOOST_TEST(holds(said, "‹SHOP_API_KEY›"));
    BOOST_TEST(holds(said, "‹DB_PASSWORD›"));
  }
  auto& open = start_open("2025-11-25", {"--show-secrets"});
  BOOST_TEST(holds(text_of(open.call("run_tests")), "sk-12345678"));
}

BOOST_AUTO_TEST_CASE(no_structured_half_is_much_longer_than_its_text, *utf::precondition(has_go)) {
  write_module({{"a.go", "package a\n\nfunc A() int { return 1 }\n"}, {"a_test.go", R"go(package a

import "testing"

func TestA(t *testing.T) {
	if got := A(); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
}
func TestTable(t *testing.T) {
	for _, name := range []string{"a", "b", "c", "d"} {
		t.Run(name, func(t *testing.T) {
			if got := A(); got != 2 {
				t.Errorf("got %d, want 2", got)
			}
		})
	}
}
func TestGood(t *testing.T) {}
)go"}});
  auto& server = start_open();
  const std::vector<std::pair<std::string, json::object>> calls = {
      {"last_test_failures", {}},
      {"tests_covering", {{"file", "a.go"}}},
      {"run_tests", {{"output", "summary"}}},
      {"run_tests", {{"output", "raw"}}},
      {"last_test_failures", {}},
      {"last_test_failures", {{"limit", 1}}},
      {"run_failing_tests", {}},
      {"run_testfiles", {{"files", json::array{"a_test.go"}}}},
      {"get_testresults", {}},
      {"tests_covering", {{"file", "a.go"}}},
      {"tests_covering", {{"file", "a.go"}, {"line", 1}}},
      {"run_status", {}},
      {"run_status", {{"page", 1}}},
      {"run_status", {{"range", "0-4000"}}},
      {"run_status", {{"run", 99}}},
      {"cancel_run", {}},
      {"get_overall_coverage", {}},
      {"get_package_status", {}},
      {"list_testblocks", {{"file_query", "a"}}}};
  for (const auto& [tool, arguments] : calls) {
    const auto answer = server.call(tool, arguments);
    const auto half = json::serialize(at_path(answer, "structuredContent"));
    BOOST_CHECK_MESSAGE(half == "null" || half.size() * 10 <= text_of(answer).size() * 13,
                        tool << json::serialize(arguments) << ": " << half << "\n"
                             << text_of(answer));
  }
  auto& lean = start_open("2025-11-25", {"--answers", "text"});
  BOOST_TEST(!lean.call("run_tests").contains("structuredContent"));
  const auto file = text_of(lean.call("run_testfiles", {{"query", "a"}}));
  BOOST_TEST(file.find("failed (go, run 2): 1 passed, 5 failed, 0 skipped, 0 errors in ") != std::string::npos, file);
  BOOST_TEST(file.find("\nran 1 file: a_test.go\n") != std::string::npos, file);
  auto& bare = start_open("2025-11-25", {"--answers", "structured"});
  BOOST_TEST(bare.call("run_tests").at("content").as_array().empty());
}

BOOST_AUTO_TEST_CASE(what_a_caller_asked_for_is_masked_as_well) {
  set_environment("SHOP_TOKEN", "secret-part-of-a-path");
  write_module({{"lcov.info", "SF:secret-part-of-a-path.ts\nDA:1,1\nend_of_record\n"}});
  auto& server = start_open();
  const auto said = json::serialize(
      server.call("get_file_coverage",
                  {{"lcovPath", "lcov.info"}, {"filePaths", json::array{"secret-part-of-a-path.ts"}}}));
  BOOST_TEST(!holds(said, "secret-part-of-a-path"), said);
  BOOST_TEST(holds(said, "‹SHOP_TOKEN›.ts"), said);
}

BOOST_AUTO_TEST_CASE(after_a_run_that_was_cut_short_the_older_coverage_answers, *utf::precondition(has_go)) {
  write_module({{"a.go", "package a\n\nfunc A() int { return 1 }\n"}, {"a_test.go", R"go(package a

import (
	"os"
	"testing"
)

func TestA(t *testing.T) { A() }

func TestMain(m *testing.M) {
	if _, err := os.Stat(os.Getenv("LEAVE")); err == nil {
		os.Exit(3)
	}
	m.Run()
}
)go"}});
  set_environment("LEAVE", outside("leave"));
  auto& server = start_open();
  server.call("run_tests");
  const auto before = text_of(server.call("tests_covering", {{"file", "a.go"}, {"line", 3}}));
  BOOST_TEST(holds(before, "1 test(s) cover a.go:3"), before);
  write_file(outside("leave"), "yes");
  BOOST_TEST(status_of(server.call("run_tests")) == "failed");
  const auto after = text_of(server.call("tests_covering", {{"file", "a.go"}, {"line", 3}}));
  BOOST_TEST(holds(after, "1 test(s) cover a.go:3"), after);
  BOOST_TEST(holds(after, "this is of run 1, "), after);
  const auto overall = text_of(server.call("get_overall_coverage"));
  BOOST_TEST(holds(overall, "run 2 measured no coverage"), overall);
}

BOOST_AUTO_TEST_SUITE_END()
