// Builds failures from libtest's report of a test and the test's output.
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/languages/rust/output/panic.hpp"
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers::languages::rust {

// The text that {:?} wrote as a string literal: "\"a\\n\"" -> "a\n". Nullopt for any other literal.
std::optional<std::string> undebugged(std::string_view literal);

// A unified diff without a header: the common lines at the start and end, and between them the differing
// lines, "-" from `before` and "+" from `after`. Empty if neither text has two lines.
std::string line_diff(std::string_view before, std::string_view after);

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

// A source of the project; false for one that cargo fetched, even into a folder of the project.
bool is_of_project(const test_context& context, std::string_view file);

// The innermost frame in a source of the project; null: there is none.
const panic_frame* innermost_frame(const test_context& context, const panic_report_of_test& panic);

}  // namespace covey::parsers::languages::rust
