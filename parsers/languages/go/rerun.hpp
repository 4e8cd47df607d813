// Names of Go tests -> the `go test` commands that run these tests and no others; and with which a test binary is started
// again: a test that ends the process must not keep the others from running.
// Design: docs/design/14-go.md
#pragma once

#include "parsers/languages/go/packages.hpp"
#include "parsers/model/test.hpp"
#include "parsers/model/test_block.hpp"
#include "parsers/text/streams.hpp"
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

// Longest -run pattern: Linux takes 128 KiB in one argument.
constexpr std::size_t pattern_limit = 64 * 1024;

// What one `go test` command runs: in each of the packages the tests that the pattern names.
struct test_set {
  std::string pattern;                // for -run; empty: all
  std::vector<std::string> packages;  // import paths, sorted
  std::string focus = {};             // which of Ginkgo's specs, for --ginkgo.focus; empty: all
  std::string bench = {};             // for -bench, then the other pattern fits nothing; empty: no benchmark

  friend bool operator==(const test_set&, const test_set&) = default;
};

struct rerun_plan {
  bool everything = false;  // a failure belongs to no package: only the whole suite can run it again
  std::vector<test_set> sets;
  std::vector<std::string> notes;  // names that no pattern can express, a sentence each
};

// A test by its name's elements, the outermost first, each a regular expression: {"^TestTable$",
// "^with_.*$"}.
using name_pattern = std::vector<std::string>;

// The first element where it is not known which function runs the test: examples and fuzz tests run no suites.
inline constexpr std::string_view any_test = "^Test.*$";

// By import path: tests with their subtests.
using tests_by_package = std::map<std::string, std::set<name_pattern>>;

// Packages with the same pattern share a command. If one pattern would be too long, a package has several; specs have a
// command of their own, and so do benchmarks.
std::vector<test_set> test_sets_of(const tests_by_package& tests, const package_list& packages);

// A failure without a name stands for its whole package, and for those in also_failed; so does a panic or a crash, which took
// the tests along that had not begun. A test covers its subtests. Exact with one exception, which Go cannot tell apart: a subtest "with" and the parent of a
// subtest "with/slash" run together.
rerun_plan select_rerun(const std::vector<rerun_test>& wanted, const package_list& packages);

// As regexp.QuoteMeta.
std::string quote_meta(std::string_view text);

// Adds the elements of one name of a path: Go matches a pattern element by element, and a slash in a literal begins a new one.
void append_elements(name_pattern& out, const block_name& name);
// "TestTable/with_slash/a" -> "^TestTable$", "^with_slash$", "^a$"
name_pattern name_elements(std::string_view test);

// The elements joined as -run expects them.
std::string run_pattern(const name_pattern& elements);
std::string run_pattern(std::string_view test);

struct next_start {
  std::string skip;                // for -skip: what has ended, or may have ended the process
  std::vector<std::string> again;  // of those that ran then: the panic's stack clears them
};

// What the tests of a binary have done, by what it prints with -test.v=test2json (Go 1.20), in all its processes.
class begun_tests {
 public:
  void feed(std::string_view bytes);

  // Its process has ended too early. Nullopt: none began, as none would the next time, or there are too many for -skip.
  std::optional<next_start> next();

 private:
  void on_line(std::string_view line);
  std::string panicked() const;

  line_splitter lines_{8192};
  std::map<std::string, bool> running_;  // or else ended; without subtests and those that wait for their turn
  std::string dump_;                     // from the runtime's message on; bounded
  bool began_ = false;                   // one of this process
};

// Begins the lines between the output of two processes of a binary: the tests that run again, and without a name the end of
// the first. `channel`: the run's, which no test is told.
std::string turn_mark(std::string_view channel);

}  // namespace covey::parsers::languages::go
