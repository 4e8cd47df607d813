// What the message of a Rust assertion says of two values: assert_eq!'s "left:" and "right:" in the forms
// before and after Rust 1.73, and the diffs of the pretty_assertions and similar-asserts crates.
#pragma once

#include "parsers/model/test.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers {

// Whether the source at the place of a panic calls a macro that asserts: "pretty_assertions::assert_eq!(…".
bool is_assertion_macro(std::string_view source);

// Takes the values out of the message into `actual` (the left one), `expected` and `diff`: Rust does not know
// which of the two was expected, and its people write them either way. Of assert_ne! both stay in the
// message.
void compare(failure& assertion);

// A text that {:?} wrote, as it was: "\"a\\n\"" -> "a\n". Nothing for what is no string literal.
std::optional<std::string> undebugged(std::string_view literal);

// Unified, without a head: the lines both begin and end with, and what differs between them, "-" of `before`
// and "+" of `after`. Empty where neither has two lines.
std::string line_diff(std::string_view before, std::string_view after);

}  // namespace covey::parsers
