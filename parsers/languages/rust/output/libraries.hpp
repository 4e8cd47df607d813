// What crates that help tests print beside std's panics: insta's diff, expect-test's two texts, googletest's
// expectations, and the places that proptest writes into its messages.
#pragma once

#include "parsers/model/test.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers {

// insta shows its diff before it panics: below "--- snapshot\n+++ new result" its lines, without their
// numbers.
// "": it did not.
std::string insta_diff(std::string_view printed);

// What expect-test prints before it ends the test without a panic's message.
struct expect_test {
  location where;  // the file as printed
  std::string expected;
  std::string actual;
};
std::optional<expect_test> read_expect_test(std::string_view printed);

// googletest's expectations that were not met, each with its place; "": there are none. Where such a test
// returns an error, that says no more than "See failure output above".
std::string googletest_messages(std::string_view printed);

// "Test failed: assertion failed: n < 5 at tests/a.rs:83.\nminimal failing input: …": where prop_assert!
// stands; the file as printed. No file: the message names none.
location proptest_place(std::string_view message);

// The first "at FILE:LINE:COLUMN" that stands on a line of its own.
location place_line(std::string_view text);

}  // namespace covey::parsers
