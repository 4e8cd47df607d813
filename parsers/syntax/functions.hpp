// Collects the functions of a syntax tree. A language says which nodes are functions, and which ones hold them.
#pragma once

#include "parsers/model/function_extent.hpp"
#include "parsers/syntax/tree.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Of a longer file no functions are told: they are only a help for readers.
constexpr std::size_t max_function_source = 4u << 20;

struct declared_name {
  std::string name;         // empty: without a name, its lines are those of what holds it
  bool is_function = true;  // false: it holds functions, as a class does
  bool of_tests = false;    // and what it holds is
  bool is_comment = false;  // it declares nothing, and does nothing
};

// Nothing: the node declares nothing.
using declaration_reader = std::optional<declared_name> (*)(const syntax_node& node);

// Sorted by the first line, outer ones before inner ones. Names of holders and functions around a function are put before
// its own. Where the tree is broken, functions may be missing.
std::vector<function_extent> functions_in(grammar language, std::string_view text, std::string_view separator,
                                          declaration_reader read);

}  // namespace covey::parsers
