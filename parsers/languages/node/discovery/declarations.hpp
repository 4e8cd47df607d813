// The names that a part of a program declares: imports, variables, functions, classes, parameters.
#pragma once

#include "parsers/languages/node/discovery/scopes.hpp"
#include "parsers/syntax/tree.hpp"

namespace covey::parsers::languages::node {

// Declare the names of the statements of a program or a block, and of the head of a loop or a catch clause.
void declare_statements(const syntax_node& block, name_scopes& scopes);
void declare_head(const syntax_node& loop_or_catch, name_scopes& scopes);

// Declares a function's own name and its parameters. `first`: the API that a test passes to its function as
// the first parameter; of kind `none` if it passes none.
void declare_parameters(const syntax_node& function, const test_api& first, name_scopes& scopes);

}  // namespace covey::parsers::languages::node
