// Builds failures from libtest's report of a test and the test's output.
#pragma once

#include "parsers/model/test.hpp"
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace covey::parsers::languages::rust {

struct test_context {
  std::string name;    // of the test; its thread has the same
  std::string root;    // cargo's workspace root, absolute
  std::string folder;  // where the test runs: its package's, absolute
  location defined;    // absolute; the file is the test's own
  // A line of a source file without its line end, "" if there is no such line: only the source tells which
  // macro panicked. May be empty.
  std::function<std::string(const location&)> source_line;
};

// The process ended while the test was running: `said_last` is the end of its stderr, where the test's thread
// may have reported a panic.
failure crash_failure(const test_context& context, std::string_view ending, std::string_view said_last);

// `printed`: the test's output, including its panics. `said`: libtest's own message ("test did not panic as
// expected"); may be empty.
failure test_failure(const test_context& context, std::string_view printed, std::string_view said);

// The harness captured no output of the test; its thread may have panicked on the process' stderr.
failure uncaptured_failure(const test_context& context, std::string_view said_so_far);

}  // namespace covey::parsers::languages::rust
