// What a Rust test printed when it panicked: the reports of std's panic hook, in the forms before and after
// Rust 1.73.
#pragma once

#include "parsers/model/test.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::rust {

struct panic_frame {
  std::string function;  // "a::tests::eq"
  location where;        // the file as printed: absolute, or "./src/lib.rs" relative to the working folder
  std::uint32_t column = 0;
};

struct panic_report_of_test {
  std::string thread;  // its name, "<unnamed>" if it has none
  location where;      // the file as printed: relative to cargo's workspace root, or absolute
  std::uint32_t column = 0;
  std::string message;
  std::vector<panic_frame> frames;  // the innermost first; empty without RUST_BACKTRACE
};

// All panics, in order. `text` must be plain: without escape sequences.
std::vector<panic_report_of_test> find_panics(std::string_view text);

// "src/lib.rs", relative to `base` -> absolute and normalized.
std::string absolute_source(std::string_view base, std::string_view path);
location absolute_place(std::string_view base, const location& place);

// Without the blanks and line ends around it.
std::string_view stripped(std::string_view text);

// "src/lib.rs:24:5" -> its place and its column.
std::optional<std::pair<location, std::uint32_t>> read_place(std::string_view text);

// The output without backtraces and without the panics that the failure already says. Empty: a library printed the difference.
std::string printed_beside(std::string_view text, const failure& told);

// The text with its backtraces cut down to the frames in the working folder's sources, and without the hints
// about backtraces.
std::string with_short_backtraces(std::string_view text);

// What test crates print besides std's panics: insta's diff, expect-test's two texts, googletest's
// expectations, and the places in proptest's messages.

// The diff that insta prints before it panics: "--- snapshot\n+++ new result" and the diff's lines, without
// line numbers. "": it printed none.
std::string insta_diff(std::string_view printed);

// What expect-test prints before it ends the test without a panic message.
struct expect_test {
  location where;  // the file as printed
  std::string expected;
  std::string actual;
};
std::optional<expect_test> read_expect_test(std::string_view printed);

// googletest's failed expectations, each with its place; "": there are none. If such a test returns an error,
// the error says only "See failure output above".
std::string googletest_messages(std::string_view printed);

// "Test failed: assertion failed: n < 5 at tests/a.rs:83.\nminimal failing input: …": the place of
// prop_assert!, the file as printed. An empty file: the message names none.
location proptest_place(std::string_view message);

// The first "at FILE:LINE:COLUMN" on a line of its own.
location place_line(std::string_view text);

}  // namespace covey::parsers::languages::rust
