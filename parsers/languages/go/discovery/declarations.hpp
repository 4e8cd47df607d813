// What a Go file declares outside of its functions, and what the parts of declarations mean.
#pragma once

#include "parsers/syntax/tree.hpp"
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {

using named_nodes = std::map<std::string_view, syntax_node>;

struct declarations {
  std::string_view package;
  named_nodes functions;  // function_declaration, without methods
  named_nodes values;     // the expressions of variables and constants
  named_nodes types;      // what a type's name stands for
};

declarations declared_in(const syntax_node& source_file);

// The names and types of a type_declaration.
void add_types(const syntax_node& declaration, named_nodes& to);

// The children except comments.
std::vector<syntax_node> parts_of(const syntax_node& node);

// "a, b T" is two parameters of one type; one without a name has no first node.
std::vector<std::pair<syntax_node, syntax_node>> parameters_of(const syntax_node& function);

// The type's name of a method_declaration's receiver.
std::string_view receiver_type(const syntax_node& method);

// "*pkg.T[X]", "(T)" -> "T"; "" if it is not a named type.
std::string_view type_name(syntax_node type);

bool is_pointer(const syntax_node& type);

// A call's arguments.
std::vector<syntax_node> arguments_of(const syntax_node& call);

// The node inside all of its parentheses.
syntax_node without_parentheses(syntax_node node);

}  // namespace covey::parsers::languages::go
