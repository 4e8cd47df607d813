// The two values in the message of a Rust assertion: assert_eq!'s "left:" and "right:" in the forms before
// and after Rust 1.73, and the diffs of the pretty_assertions and similar-asserts crates.
#pragma once

#include "parsers/model/test.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers::languages::rust {

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

}  // namespace covey::parsers::languages::rust
