// Literal values in a Python source, as Python itself would print them.
#pragma once

#include "parsers/syntax/tree.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers::languages::python {

// The value without the parentheses around it.
syntax_node unwrapped(syntax_node value);

struct string_literal {
  std::u32string units;  // code points, lone surrogates too; for a bytes literal: its bytes
  bool bytes = false;
};

// Nullopt for other values, and for strings known only at run time: f"{x}", "\N{BULLET}".
std::optional<string_literal> string_of(const syntax_node& node);

std::string utf8_of(const string_literal& text);

// A string as pytest writes it in the id of a parameter: escaped to ASCII.
std::string escaped_id(const string_literal& text);

// str() of a number: "1_000" is 1000, "1e3" is 1000.0. Nullopt for a very large number or any other text.
std::optional<std::string> number_text(std::string_view literal);

}  // namespace covey::parsers::languages::python
