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
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct junit_property {
  std::string name;
  std::string value;
};

struct junit_problem {
  enum class kind_type : std::uint8_t {
    failure,
    error,
    flaky,  // of a test that passed when it was run again
    rerun   // another of a test that failed each time
  };
  kind_type kind = kind_type::failure;
  std::string type;  // "AssertionError"
  std::string message;
  std::string text;  // mostly message and stack
};

// The output and the properties of a suite or a case.
struct junit_notes {
  std::vector<junit_property> properties;
  std::string out;
  std::string err;
};

struct junit_suite {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t parent = none;  // index into junit_report::suites
  std::string name;
  std::string file;
  std::chrono::milliseconds duration{0};
  junit_notes notes;
};

struct junit_case {
  std::size_t suite = junit_suite::none;
  std::string classname;
  std::string name;
  std::string file;
  std::uint32_t line = 0;  // 0: not told
  std::chrono::milliseconds duration{0};
  outcome result = outcome::passed;
  std::vector<junit_problem> problems;  // of a passed test only flaky ones
  std::string skipped_because;
  junit_notes notes;
};

struct junit_report {
  bool complete = false;  // the document was read to its end
  std::vector<junit_suite> suites;
  std::vector<junit_case> cases;
};

// Any bytes give a report; of a truncated document the part before the cut. If elements nest deeper than 200
// levels, the report is empty.
junit_report read_junit(std::string_view document);

// The failure or error that stands for a failed case; null: it has none.
const junit_problem* main_problem(const junit_case& one);

}  // namespace covey::parsers
