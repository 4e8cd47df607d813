// What the message of a Rust assertion says of two values: assert_eq!'s "left:" and "right:" in the forms
// before and after Rust 1.73, and the diffs of the pretty_assertions and similar-asserts crates.
#pragma once

#include "parsers/model/test.hpp"
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers {

// What stands at the place of a panic that an assertion made.
inline constexpr std::array<std::string_view, 4> assertion_macros{"assert", "debug_assert", "prop_assert",
                                                                  "pretty_assertions::assert"};

// Takes the values out of the message into expected, actual and diff. By custom the right one is expected. Of
// assert_ne! both stay in the message: neither is what was expected.
void compare(failure& assertion);

// A text that {:?} wrote, as it was: "\"a\\n\"" -> "a\n". Nothing for what is no string literal.
std::optional<std::string> undebugged(std::string_view literal);

// Unified, without a head: the lines both begin and end with, and what differs between them. Empty where
// neither has two lines.
std::string line_diff(std::string_view expected, std::string_view actual);

}  // namespace covey::parsers
