// Values that a Python source spells out, as Python itself would print them.
#pragma once

#include "parsers/syntax/tree.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers {

// Without the parentheses around it.
syntax_node unwrapped(syntax_node value);

struct python_string {
  std::u32string units;  // code points, lone surrogates too; of bytes: bytes
  bool bytes = false;
};

// Nothing for what is no string literal, or is only known when it runs: f"{x}", "\N{BULLET}".
std::optional<python_string> string_of(const syntax_node& value);

std::string utf8_of(const python_string& text);

// A string as pytest shows it in the id of a parameter: in ASCII.
std::string escaped_id(const python_string& text);

// str() of a number: "1_000" is 1000, "1e3" is 1000.0. Nothing for what is no number or a very large one.
std::optional<std::string> number_text(std::string_view literal);

}  // namespace covey::parsers
