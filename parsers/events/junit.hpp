// JUnit's XML report, in the dialects that tools write. There is no standard; what the writers have in
// common, and where they differ:
//   surefire, gradle   one `testsuite` at the root; classes as `classname`; thousands with commas in `time`;
//                      flakyFailure and rerunFailure of tests that were run again
//                      (surefire-test-report-3.0.xsd)
//   pytest             a test whose teardown fails is two cases; xunit1 has `file` and `line` (from 0)
//   CTest              `status`: what could not be run is "notrun" and `skipped`, yet fails for ctest itself
//   bun, deno          suites within suites; deno names the file as `classname`
// Everything stays as it was written: files are not resolved, and titles are not put together.
#pragma once

#include "parsers/model/test.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

namespace covey::parsers {

// All texts below are views into the report's document, and live as long as a copy of the report.

struct junit_problem {
  enum class kind_type : std::uint8_t {
    failure,
    error,
    flaky,  // of a test that passed when it was run again
    rerun   // another of a test that failed each time
  };
  kind_type kind = kind_type::failure;
  std::string_view type;  // "AssertionError"
  std::string_view message;
  std::string_view text;  // mostly message and stack
};

struct junit_suite {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t parent = none;  // index into junit_report::suites
  std::string_view name;
};

struct junit_case {
  std::size_t suite = junit_suite::none;
  std::string_view classname;
  std::string_view name;
  std::string_view file;
  std::uint32_t line = 0;  // 0: not told
  std::chrono::milliseconds duration{0};
  outcome result = outcome::passed;
  std::vector<junit_problem> problems;  // of a passed test only flaky ones
  std::string_view skipped_because;
};

struct junit_report {
  bool complete = false;  // the document was read to its end
  std::vector<junit_suite> suites;
  std::vector<junit_case> cases;
  std::shared_ptr<const void> document;  // what the views point into
};

// Any bytes give a report; of a truncated document the part before the cut. If suites nest deeper than 200
// levels, the report is empty and not complete.
junit_report read_junit(std::string_view document);

// The failure or error that stands for a failed case; null: it has none.
const junit_problem* main_problem(const junit_case& one);

}  // namespace covey::parsers
