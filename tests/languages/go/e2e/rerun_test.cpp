// The patterns that a rerun is made of, against Go's own matching.
#include "parsers/languages/go/rerun.hpp"
#include "tests/support/fixture.hpp"
#include "tests/support/piped_process.hpp"
#include <boost/test/unit_test.hpp>
#include <set>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

const char* const nasty_tests = R"go(package nasty

import (
	"fmt"
	"testing"
)

func TestNasty(t *testing.T) {
	names := []string{
		"plain", "plainer", "a.*b", "axxb", "-x", "--run=evil", "with space", "with/slash", "with/other",
		"(parens", "parens)", "[brackets]", "{2}", "^anchored$", "a|b", "a", "b", "back\\slash", "\\Qquoted\\E",
		"\"double\"", "'single'", "$HOME", "`id`", "größe", "日本", "\t tab", "\x01\xff", "", "", "twice", "twice",
		"trailing/", "#00", "deep//er", "*", "+", "?", "%d", "100_pieces:_5_%_/_10_%",
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {})
	}
}

func TestNastyToo(t *testing.T) { t.Run("plain", func(t *testing.T) {}) }

func TestGröße(t *testing.T) {}

func Example() {
	fmt.Println("x")
	// Output: x
}
)go";

class nasty_module {
 public:
  nasty_module() {
    write_files(folder_.path(),
                {{"go.mod", "module example.com/nasty\n\ngo 1.19\n"}, {"nasty_test.go", nasty_tests}});
    const auto built = run("/usr/bin/env", {"go", "test", "-c", "-o", folder_ / "nasty.test", "."});
    BOOST_REQUIRE_MESSAGE(built.exit_code == 0, built.err);
  }

  // The tests that start under the pattern, subtests with their parents.
  std::set<std::string> started(const std::string& pattern) const {
    const auto result = run(folder_ / "nasty.test", {"-test.v", "-test.run=" + pattern});
    BOOST_TEST(result.exit_code == 0, result.err);
    constexpr std::string_view mark = "=== RUN   ";
    std::set<std::string> names;
    for (auto at = result.out.find(mark); at != std::string::npos; at = result.out.find(mark, at + 1)) {
      const auto begin = at + mark.size();
      names.insert(result.out.substr(begin, result.out.find('\n', begin) - begin));
    }
    return names;
  }

 private:
  program_result run(const std::string& program, std::vector<std::string> arguments) const {
    return run_program(program, {std::move(arguments), folder_.path(), {}});
  }

  temp_dir folder_;
};

std::string selected(const std::string& test) {
  covey::parsers::failure failed;
  failed.id = {"example.com/nasty", test};
  const auto chosen = covey::parsers::languages::go::select_rerun({failed}, {});
  BOOST_REQUIRE(chosen.sets.size() == 1u);
  return chosen.sets.front().pattern;
}

// The test and its parents: "T/a/b" -> "T", "T/a/b", and "T/a" if that is a test as well.
std::set<std::string> alone(const std::string& test, const std::set<std::string>& all) {
  std::set<std::string> out{test};
  for (auto slash = test.find('/'); slash != std::string::npos; slash = test.find('/', slash + 1))
    if (all.count(test.substr(0, slash)) > 0) out.insert(test.substr(0, slash));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_rerun)

BOOST_AUTO_TEST_CASE(every_subtest_can_be_run_alone_whatever_its_name_is, *utf::precondition(has_go)) {
  const nasty_module module;
  const auto all = module.started(".");
  BOOST_TEST(all.size() == 44u);
  for (const auto& test : all) {
    if (test == "TestNasty" || test == "TestNastyToo") continue;  // with their subtests: below
    BOOST_TEST_CONTEXT(test)
    BOOST_TEST(module.started(selected(test)) == alone(test, all), boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_parent_runs_with_its_subtests_and_without_tests_of_a_similar_name,
                     *utf::precondition(has_go)) {
  const nasty_module module;
  BOOST_TEST(module.started(selected("TestNastyToo")) ==
                 (std::set<std::string>{"TestNastyToo", "TestNastyToo/plain"}),
             boost::test_tools::per_element());
  BOOST_TEST(module.started(selected("TestNasty")).count("TestNastyToo") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
