// run_failing_tests reruns what failed and nothing else.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

// Each test writes its name into the file that RAN names, and fails unless the file that FIXED names is
// there.
std::string package_source(const std::string& package, const std::string& tests) {
  return "package " + package + R"go(

import (
	"os"
	"path/filepath"
	"testing"
)

func ran(t *testing.T) {
	file, err := os.OpenFile(os.Getenv("RAN"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	folder, _ := os.Getwd()
	file.WriteString(filepath.Base(folder) + "/" + t.Name() + "\n")
}

func breaks(t *testing.T) {
	ran(t)
	if _, err := os.Stat(os.Getenv("FIXED")); err != nil {
		t.Error("not fixed yet")
	}
}
)go" + tests;
}

const file_map module = {
    {"a/a_test.go", package_source("a", R"go(
func TestPlain(t *testing.T)   { breaks(t) }
func TestPlainer(t *testing.T) { ran(t) }
func TestGood(t *testing.T)    { ran(t) }
)go")},
    {"b/b_test.go", package_source("b", R"go(
func TestTable(t *testing.T) {
	t.Run("with/slash", breaks)
	t.Run("without", ran)
	t.Run("a.*b", breaks)
	t.Run("axxb", ran)
	t.Run("spaces and \"quotes\"", breaks)
	t.Run("(parens|bars)", breaks)
	t.Run("zażółć", breaks)
	t.Run("good", ran)
}
func TestTable2(t *testing.T) { t.Run("with/slash", ran) }
)go")},
    {"c/deep/c_test.go", package_source("deep", R"go(
func TestParent(t *testing.T) {
	t.Run("outer", func(t *testing.T) {
		t.Run("inner", breaks)
		t.Run("sibling", ran)
	})
}
func TestAfter(t *testing.T) { ran(t) }
)go")},
    {"d/d_test.go",
     package_source("d", "func TestUntouched(t *testing.T) { ran(t) }\nfunc init() { _ = breaks }\n")}};

const std::vector<std::string> failing = {"a/TestPlain",
                                          "b/TestTable/(parens|bars)",
                                          "b/TestTable/a.*b",
                                          "b/TestTable/spaces_and_\"quotes\"",
                                          "b/TestTable/with/slash",
                                          "b/TestTable/zażółć",
                                          "deep/TestParent/outer/inner"};

struct rerun_fixture : go_fixture {
  rerun_fixture() {
    set_environment("RAN", outside("ran"));
    set_environment("FIXED", outside("fixed"));
    write_module(module);
  }

  // What passes is believed only where the workspace has changed.
  void mend() {
    write_file(outside("fixed"), "yes");
    write_file(workspace() + "/mended.txt", "");
  }

  // What ran since the last time, sorted.
  std::vector<std::string> ran() const {
    auto names = lines_of(outside("ran"));
    write_file(outside("ran"), "");
    std::sort(names.begin(), names.end());
    return names;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rerun, rerun_fixture)

BOOST_AUTO_TEST_CASE(exactly_what_failed_runs_again_and_is_green_after_the_fix, *utf::precondition(has_go)) {
  const auto before = snapshot_of(workspace());
  auto& server = start_open();
  const auto schemas = output_schemas(server);
  const auto first = server.call("run_tests");
  BOOST_TEST(status_of(first) == "failed");
  BOOST_TEST(failures_now(server).size() == failing.size());
  BOOST_TEST(ran().size() == 16u);

  const auto second = server.call("run_failing_tests");
  check_answer(schemas, "run_failing_tests", second);
  BOOST_TEST(ran() == failing, boost::test_tools::per_element());
  BOOST_TEST(status_of(second) == "failed");
  BOOST_TEST(failures_now(server).size() == failing.size());

  mend();
  const auto third = server.call("run_failing_tests");
  BOOST_TEST(ran() == failing, boost::test_tools::per_element());
  BOOST_TEST(status_of(third) == "passed");
  BOOST_TEST(counts_of(third).find("failed 0") != std::string::npos);
  BOOST_TEST(text_of(server.call("run_failing_tests")) ==
             "last run_tests had no failures — nothing to rerun (go)");
  BOOST_TEST(ran().empty());
  std::filesystem::remove(workspace() + "/mended.txt");
  BOOST_CHECK(snapshot_of(workspace()) == before);
}

BOOST_AUTO_TEST_CASE(a_limit_reruns_only_so_many_and_says_so, *utf::precondition(has_go)) {
  auto& server = start_open();
  server.call("run_tests");
  ran();
  mend();
  const std::string left = "2 of 7 rerun, 5 not rerun and still failing";
  const auto rerun = server.call("run_failing_tests", {{"limit", 2}});
  BOOST_TEST(ran().size() == 2u);
  BOOST_TEST(status_of(rerun) == "failed");
  BOOST_TEST(text_of(rerun).starts_with(left + "\n"));
  BOOST_TEST(last_line(text_of(rerun)) == "exit: 0");
  const auto failures = server.call("last_test_failures");
  check_answer(output_schemas(server), "last_test_failures", failures);
  BOOST_TEST(text_of(failures).starts_with(left + "\n"));
  BOOST_TEST(status_of(failures) == "failed");
  const auto results = text_of(server.call("get_testresults"));
  BOOST_TEST(results.starts_with(R"({"still_failing":")" + left));
  BOOST_TEST(failures_now(server).size() == 5u);
  const auto rest = server.call("run_failing_tests");
  BOOST_TEST(ran().size() == 5u);
  BOOST_TEST(status_of(rest) == "passed");
  BOOST_TEST(failures_now(server).empty());
}

BOOST_AUTO_TEST_CASE(selections_that_pass_do_not_hide_what_else_fails, *utf::precondition(has_go)) {
  auto& server = start_open();
  server.call("run_tests");
  mend();
  const auto selected = server.call("run_testfiles", {{"files", json::array{"a/a_test.go"}}});
  BOOST_TEST(at_path(selected, "structuredContent.still_failing") ==
             "1 of 7 rerun, 6 not rerun and still failing");
  BOOST_TEST(failures_now(server).size() == 6u);
  ran();
  BOOST_TEST(status_of(server.call("run_failing_tests")) == "passed");
  BOOST_TEST(ran().size() == 6u);
}

BOOST_AUTO_TEST_CASE(a_test_that_is_gone_is_not_taken_for_a_pass, *utf::precondition(has_go)) {
  auto& server = start_open();
  server.call("run_tests");
  write_file(workspace() + "/a/a_test.go",
             package_source("a", "func TestRenamed(t *testing.T) { breaks(t) }\n"));
  mend();
  const auto rerun = server.call("run_failing_tests");
  BOOST_TEST(status_of(rerun) == "failed");
  BOOST_TEST(failures_now(server) == std::vector<std::string>{"example.com/m/a/TestPlain"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_package_that_did_not_build_runs_whole_when_it_does, *utf::precondition(has_go)) {
  write_file(workspace() + "/d/broken.go", "package d\n\nvar x int = \"text\"\n");
  mend();
  auto& server = start_open();
  server.call("run_tests");
  ran();
  write_file(workspace() + "/d/broken.go", "package d\n");
  const auto rerun = server.call("run_failing_tests");
  BOOST_TEST(status_of(rerun) == "passed");
  BOOST_TEST(ran() == std::vector<std::string>{"d/TestUntouched"}, boost::test_tools::per_element());
}

// It fails in the runs that its file says: "fpf".
struct verify_fixture : go_fixture {
  verify_fixture() {
    set_environment("VERDICTS", outside("verdicts"));
    write_module({{"a_test.go", R"go(package a

import (
	"os"
	"testing"
)

func TestComesAndGoes(t *testing.T) {
	all, _ := os.ReadFile(os.Getenv("VERDICTS"))
	os.WriteFile(os.Getenv("VERDICTS"), all[1:], 0o600)
	if all[0] == 'f' {
		t.Error("this time")
	}
	for all[0] == 'h' {
	}
}
func TestGood(t *testing.T) {}
)go"}});
  }

  // What a rerun with three repetitions says, whose first verdict follows one of a run of all, and an edit.
  json::object verified(const std::string& verdicts) {
    write_file(outside("verdicts"), verdicts);
    auto& server = start_open();
    server.call("run_tests");
    write_file(workspace() + "/mended.txt", verdicts);
    return server.call("run_failing_tests", {{"verify", 3}, {"timeout", 4}});
  }
};

BOOST_FIXTURE_TEST_CASE(a_pass_that_does_not_last_is_no_pass, verify_fixture, *utf::precondition(has_go)) {
  const std::string test = "example.com/m/TestComesAndGoes ";
  const auto flips = [&](const std::string& verdicts, const std::string& said) {
    const auto answer = verified(verdicts);
    BOOST_TEST(status_of(answer) == "failed", verdicts);
    BOOST_TEST(text_of(answer).find(test + said) != std::string::npos, text_of(answer));
  };
  flips("fppfp", "passed first, then failed 1 of 3 times: flaky, which is no pass");
  flips("ffpfp", "passed 2 of 3 times: flaky, which is no pass");
  flips("ffppp", "passed 3 of 3 times, each time by itself");
  const auto hung = verified("fpph");
  BOOST_TEST(status_of(hung) == "timed_out");
  BOOST_TEST(text_of(hung).find("verify: 2 more runs (to run 4), as a run did not come to its end") != std::string::npos, text_of(hung));
  const auto mended = verified("fpppp");
  BOOST_TEST(status_of(mended) == "passed");
  BOOST_TEST(text_of(mended).find("verify: 3 more runs (to run 5)\n  1 passed each time") != std::string::npos, text_of(mended));
  const auto broken = verified("fffff");
  BOOST_TEST(status_of(broken) == "failed");
  BOOST_TEST(text_of(broken).find("verify: 3 more runs (to run 5)\n  1 failed each time") != std::string::npos, text_of(broken));
}

BOOST_AUTO_TEST_SUITE_END()
