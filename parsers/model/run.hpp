// The results of one run of a runner: counts, tests, failures, and how its process ended.
#pragma once

#include "parsers/model/test.hpp"
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace covey::parsers {

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
  std::string origin;        // a sentence's end: "`--cov-fail-under`"
  bool is_enforced = false;  // by the project's own test command; else only where somebody asks it for coverage
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
  std::set<shared_text> affected = {};     // groups whose tests looked at what measuring coverage changes
  std::vector<std::string> notes;          // what the parser could not read, in a sentence each; bounded
  std::vector<std::uint32_t> testless_selections =
      {};                  // indices into the request's selections: those that the reporter says have no test
  bool structured = true;  // false: covey cannot read this runner; counts and failures say nothing
  bool is_protocol = false;  // what the runner prints is for programs, not for people
};

}  // namespace covey::parsers
