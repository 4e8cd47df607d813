// A test, its outcome and its failure, and the results of one run: the one model that every runner's output is read into.
#pragma once

#include "parsers/model/source_lines.hpp"
#include "parsers/text/shared_text.hpp"
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace covey::parsers {

// The names that to_string() has of the values of an enumeration are in their order.
enum class outcome : std::uint8_t { passed, failed, skipped };

enum class failure_kind : std::uint8_t {
  assertion,  // the test said so
  panic,      // an exception or panic that the runner caught or printed
  crash,      // the process ended under the test
  timeout,    // still running when the time was over
  error       // no test could run: build, vet, collection or set-up failed
};

const shared_text& default_separator();  // "/"

// A test is named by its group (Go: the import path; pytest: the file) and its name within it (Go:
// "TestTable/with/slash"). An empty name means the group as a whole, for instance a package that did not
// compile.
struct test_id {
  shared_text group;
  std::string name;
  shared_text separator = default_separator();  // between the two, by the language's convention

  friend bool operator==(const test_id&, const test_id&) = default;
  friend auto operator<=>(const test_id&, const test_id&) = default;
};

// "group/name", or the group alone.
std::string full_name(const test_id& id);

// `file` is relative to the workspace root if it lies inside, else absolute; line 0 means unknown.
struct location {
  shared_text file;
  std::uint32_t line = 0;

  friend bool operator==(const location&, const location&) = default;
  friend auto operator<=>(const location&, const location&) = default;
};

// Tells tests of one group and name apart: hashes of the key by which the runner selects the test, and of the
// command that ran it (failure::runner), of this process alone. 0: unknown, or there is only one.
struct occurrence {
  std::uint32_t key = 0;
  std::uint32_t command = 0;

  static std::uint32_t of(std::string_view text);
  bool may_be(const occurrence& other) const;  // nothing known distinguishes the two

  friend bool operator==(const occurrence&, const occurrence&) = default;
};

// A frame of the project's own code in the stack of a failure.
struct stack_frame {
  std::string function;  // as the language names it; may be empty
  location where;
  std::uint32_t times = 1;  // consecutive repeats: a recursion is one frame
  bool of_test = false;     // code of the tests, though its file may have product code too

  friend bool operator==(const stack_frame&, const stack_frame&) = default;
};

struct failure_stack {
  std::vector<stack_frame> own;  // innermost first
  std::uint32_t others = 0;      // frames of libraries, the runner and the language that are left out

  // A recursion is counted in `times`; frames beyond max_frames are counted in `others`.
  static constexpr std::size_t max_frames = 20;
  void add(std::string function, location where, bool of_test = false);
};

// What the place of a failure is.
enum class place_role : std::uint8_t {
  test,      // a line of the test
  helper,    // a line of a function that tests call, where the calling line is not known
  doc_block  // the beginning of a documentation example
};

// What the library calls the two values of a comparison. Rust's assert_eq! has a left and a right one and
// does not know which of them was expected.
enum class value_names : std::uint8_t { actual_expected, left_right };

struct fingerprint;      // parsers/model/freshness.hpp
struct failure_history;  // parsers/model/affected_tests.hpp

// The latest run in which a test did not fail, or a run of all tests that had none of its name. Where the session has none,
// the last commit is taken to be one.
struct last_pass {
  std::uint64_t run = 0;                          // 0: the last commit
  std::shared_ptr<const fingerprint> files = {};  // that it saw; may be null
  hashed_sources_ptr lines = {};                  // of the sources whose coverage it measured; may be null
  edited_files_ptr edits = {};        // since the last commit, when the test was first seen failing
  std::vector<test_id> failing = {};  // in it, of a run of all tests
};

// All text is valid UTF-8, without terminal escapes, and bounded by the parser that made it.
struct failure {
  test_id id;
  failure_kind kind = failure_kind::assertion;
  location where;  // in the test
  place_role role = place_role::test;
  location raised_at;  // the project's innermost frame, if the cause was raised elsewhere in the project
  std::string message;
  std::optional<std::string> expected;
  std::optional<std::string> actual;
  value_names values = value_names::actual_expected;  // left_right: `actual` is the left one
  std::string diff;                                   // as the runner printed it; may be empty
  std::string output;                                 // what the test printed, head and tail
  failure_stack stack = {};                           // of the exception; without frames: unknown
  std::vector<std::string> also_failed;               // other groups that could not run for the same reason
  std::string key;          // how the runner itself names the test, for a rerun; only its language reads it
  std::string runner = {};  // command::runner of its command, if a plan has several
  std::vector<std::uint32_t> selections = {};  // as test_record::selections
  // The most results that a run had of tests that may be this one: tests may share group, name, key and command.
  std::uint32_t results = 1;
  bool has_result = false;  // a test of its name ended: no hook, build or group
  // Of an error without a result: the outermost tests of its group that its run had, or any_number.
  std::uint32_t beside = 0;
  // Only runs of some tests have found it since the workspace's settings changed: a run of all may not have its test.
  bool elsewhere = false;

  std::shared_ptr<const last_pass> passed = {};         // null: not known
  std::shared_ptr<const failure_history> history = {};  // null: the runs on record say nothing of it

  // Of a run that was asked for its failures while it went on: the place behind this one in their order (events/output_parser.hpp).
  // 0: only its end told it.
  std::size_t found_at = 0;

  static constexpr std::uint32_t any_number = 0xffffffff;
};

occurrence occurrence_of(const failure& one);

// Otherwise it is an error of a build, of a file that did not load, or of a hook.
inline bool is_of_a_test(const failure& one) {
  return one.kind != failure_kind::error && !one.id.name.empty();
}

struct test_record {
  test_id id;
  outcome result = outcome::passed;
  std::chrono::milliseconds duration{0};
  location defined = {};  // where its source begins, if the runner tells
  std::vector<std::uint32_t> selections =
      {};  // indices into the request's selections that it belongs to, if the reporter tells
  occurrence which = {};
};

// What a run is to run: a test, or all tests of a group.
struct rerun_test {
  test_id id;
  std::string key;  // as failure::key
  failure_kind kind = failure_kind::assertion;
  std::vector<std::string> also_failed;
  std::string runner;
  bool selected =
      false;  // by its source: it may stand for several tests; whether they ran is judged elsewhere

  rerun_test() = default;
  rerun_test(const failure& again)  // NOLINT: implicit, because reruns are made from failures
      : id(again.id),
        key(again.key),
        kind(again.kind),
        also_failed(again.also_failed),
        runner(again.runner) {}
};

// Where in the project it happened: the innermost frame of its stack, else where it was raised, else the
// place in the test.
const location& innermost_place(const failure& of);

std::string_view to_string(outcome value);
std::string_view to_string(failure_kind value);
std::string_view to_string(place_role value);

// `passed` counts every test the runner reported as passed, a parent beside its subtests. `failed` counts the
// tests that failed by themselves: a parent that failed only because of a subtest is counted once, as that
// subtest. `errors` counts failures that are not tests: packages that did not build, start or end properly.
struct counts {
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  std::uint64_t skipped = 0;
  std::uint64_t errors = 0;

  std::uint64_t tests() const { return passed + failed + skipped; }
  friend bool operator==(const counts&, const counts&) = default;
};

// How the runner's process ended. `value` is the exit code, the signal's number, or an errno.
struct run_ending {
  enum class kind_type : std::uint8_t {
    exited,
    signalled,
    not_started,  // value: errno of the exec
    lost          // the guard died; how the runner ended is unknown
  };
  kind_type kind = kind_type::lost;
  int value = 0;
  bool timed_out = false;
  bool cancelled = false;
};

// Which tests a run includes.
enum class run_scope : std::uint8_t {
  whole,    // all of them
  failing,  // those that had failed before
  selected  // some files or blocks
};

// Tests of a group that were known and never began.
struct unrun_tests {
  shared_text group;
  std::uint64_t count = 0;
};

// How much of the lines the project's configuration wants to be covered.
struct coverage_threshold {
  double percent = 0;
  std::string origin;  // a sentence's end: "`--cov-fail-under`"
  bool is_enforced =
      false;  // by the project's own test command; else only where somebody asks it for coverage
};

// Given by an output parser when the runner has ended.
struct run_results {
  counts totals;
  std::vector<test_record> tests;       // ended tests, in the order of first appearance
  std::vector<failure> failures;        // in the order they were found
  std::vector<test_id> unfinished;      // begun, not ended, and not counted as failures: the run was stopped
  std::uint64_t not_run = 0;            // tests that were known and never began
  std::vector<unrun_tests> unrun = {};  // the same by group, where the group is known
  std::vector<shared_text> testless = {};  // groups without tests that the runner found in order: they build
  bool uncounted = false;                  // further tests never began, and nobody knows how many
  std::uint64_t deselected = 0;            // tests that the runner was told to leave out
  std::vector<test_id> left_out = {};      // the first of these; bounded
  std::uint64_t warnings = 0;              // that the runner counts
  std::vector<coverage_threshold> thresholds = {};
  std::set<shared_text> affected = {};  // groups whose tests looked at what measuring coverage changes
  std::vector<std::string> notes;       // what the parser could not read, in a sentence each; bounded
  std::vector<std::uint32_t> testless_selections =
      {};                  // indices into the request's selections: those that the reporter says have no test
  bool structured = true;  // false: covey cannot read this runner; counts and failures say nothing
  bool is_protocol = false;  // what the runner prints is for programs, not for people
};

// What stands between the name of a test and that of its part.
std::string_view separator_of(const run_results& results);

// Counts the tests of a group, by their names, that are no parts of another: "a" and "a/b" are one with the separator "/".
std::uint64_t count_outermost(const std::unordered_set<std::string_view>& names, std::string_view separator);

}  // namespace covey::parsers
