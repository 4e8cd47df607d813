// The names that a part of a program declares: imports, variables, functions, classes, parameters.
#pragma once

#include "parsers/languages/node/discovery/scopes.hpp"
#include "parsers/syntax/tree.hpp"

namespace covey::parsers {

// Of the statements of a program or a block, and of what stands in the head of a loop or a catch clause.
void declare_statements(const syntax_node& block, name_scopes& scopes);
void declare_head(const syntax_node& loop_or_catch, name_scopes& scopes);

// Of a function: its own name, and its parameters. The first one may be what a test hands on to its
// function: `first` of none: it is not.
void declare_parameters(const syntax_node& function, const test_api& first, name_scopes& scopes);

}  // namespace covey::parsers
