// What test crates print besides std's panics: insta's diff, expect-test's two texts, googletest's
// expectations, and the places in proptest's messages.
#pragma once

#include "parsers/model/test.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers::languages::rust {

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
