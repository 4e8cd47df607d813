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

// The two values in the message of a Rust assertion: assert_eq!'s "left:" and "right:" in the forms before
// and after Rust 1.73, and the diffs of the pretty_assertions and similar-asserts crates.

// Whether the source at a panic's place calls an assertion macro: "pretty_assertions::assert_eq!(…".
bool is_assertion_macro(std::string_view source);

// Moves the values from the message into `actual` (the left one), `expected` and `diff`. Rust does not say
// which of the two was expected, and authors write them in either order. The values of assert_ne! stay in the
// message.
void compare(failure& assertion);

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

// The places of a test's panic: the place in the test, and the place in the project that raised it.

// "src/lib.rs", relative to `base` -> absolute and normalized.
std::string absolute_source(std::string_view base, std::string_view path);

// A source of the project; false for one that cargo fetched, even into a folder of the project.
bool is_of_project(const test_context& context, std::string_view file);

// The innermost frame in a source of the project; null: there is none.
const panic_frame* innermost_frame(const test_context& context, const panic_report_of_test& panic);

struct panic_places {
  location where;      // in the test, else where the test is defined, else the panic's own
  location raised_at;  // the innermost of the project; no file if it equals `where`
};

// The panic's frames in sources of the project; other frames are only counted.
failure_stack own_stack(const test_context& context, const panic_report_of_test& panic);

// `cause`: the panic that `panic` only reports; may be null.
panic_places places_of(const test_context& context, const panic_report_of_test& panic,
                       const panic_report_of_test* cause = nullptr);

}  // namespace covey::parsers::languages::rust
