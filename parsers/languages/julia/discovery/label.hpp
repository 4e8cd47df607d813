// Labels of testsets: as their source spells them, and as Julia makes them when it runs.
#pragma once

#include "parsers/syntax/tree.hpp"
#include "parsers/model/test_block.hpp"
#include <string>
#include <string_view>

namespace covey::parsers::languages::julia {

struct label {
  std::string text;  // for people: the source, with `$`, without quotes
  block_name name;   // escapes read, a placeholder at each interpolation
};

// Of a string literal.
label label_of_string(const syntax_node& literal);

// Of a loop whose testsets have no label of their own: "a = $a, b = $b", which is what Test makes of its
// variables.
label label_of_loop(const syntax_node& loop);

// What stands between the quotes, with its escapes read ("\u00e9" too); bytes that are no escape stay as they
// are.
std::string unescaped(std::string_view source);

}  // namespace covey::parsers::languages::julia
