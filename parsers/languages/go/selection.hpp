// Names of Go tests -> the `go test` commands that run these tests and no others.
#pragma once

#include "parsers/languages/go/packages.hpp"
#include "parsers/model/test.hpp"
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Longest -run pattern: Linux takes 128 KiB in one argument.
constexpr std::size_t go_pattern_limit = 64 * 1024;

// What one `go test` command runs: of each package the tests that the pattern names.
struct go_test_set {
  std::string pattern;                // for -run; empty: all
  std::vector<std::string> packages;  // import paths, sorted

  friend bool operator==(const go_test_set&, const go_test_set&) = default;
};

struct go_selection {
  bool everything = false;  // a failure that no package can be named for: only the whole suite tries it again
  std::vector<go_test_set> sets;
  std::vector<std::string> notes;  // names that no pattern can say, a sentence each
};

// A test by its name's elements, the outermost first, each a regular expression: {"^TestTable$",
// "^with_.*$"}.
using go_name_pattern = std::vector<std::string>;

// By import path: tests with their subtests.
using go_tests = std::map<std::string, std::set<go_name_pattern>>;

// Packages whose pattern is the same share a command. Where one pattern would be too long, a package has
// several.
std::vector<go_test_set> go_test_sets(const go_tests& tests);

// A failure without a name is its whole package, and those in also_failed; a test covers its subtests.
// Exact but for one thing that Go cannot tell apart: a subtest "with" and the parent of a subtest
// "with/slash" run together.
go_selection select_go_tests(const std::vector<rerun_test>& wanted, const go_packages& packages);

// As regexp.QuoteMeta.
std::string quote_meta(std::string_view text);

// "TestTable/with_slash/a" -> "^TestTable$", "^with_slash$", "^a$": Go matches a pattern element by element.
go_name_pattern go_name_elements(std::string_view test);

// The elements as -run has them.
std::string go_run_pattern(const go_name_pattern& elements);
std::string go_run_pattern(std::string_view test);

}  // namespace covey::parsers
