// Failures made from what libtest says of a test and what the test printed.
#pragma once

#include "parsers/model/test.hpp"
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace covey::parsers {

struct rust_test_context {
  std::string name;    // of the test; its thread has the same
  std::string root;    // cargo's workspace root, absolute
  std::string folder;  // where the test runs: its package's, absolute
  location defined;    // absolute; the file is the test's own
  // A line of a source file without its end, "" where there is none: what macro panicked stands there and
  // nowhere else. May be empty.
  std::function<std::string(const location&)> source_line;
};

// The process ended under the test: `said_last` is the end of its stderr, which may tell of the test's
// thread.
failure rust_crash_failure(const rust_test_context& context, std::string_view ending,
                           std::string_view said_last);

// `printed` is what the test printed, its panics among it, `said` libtest's own word on it ("test did not
// panic as expected"), may be empty.
failure rust_test_failure(const rust_test_context& context, std::string_view printed, std::string_view said);

// The test printed nothing that its harness has kept; its thread may have panicked on the process' stderr.
failure rust_uncaptured_failure(const rust_test_context& context, std::string_view said_so_far);

}  // namespace covey::parsers
