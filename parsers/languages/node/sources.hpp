// What Node's sources say, function by function: JavaScript and TypeScript, with and without JSX.
// Grammars: tree-sitter-javascript, tree-sitter-typescript.
#pragma once

#include "parsers/languages/language.hpp"
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// As parsers/syntax/tree.hpp has them.
source_structure structure_of(std::string_view path, std::string_view text);

file_outline outline_of(std::string_view path, std::string_view text);

// "cart" of src/cart.ts, "cart.test" of src/cart.test.ts; an index also by its folder, and by what has no name, as `..`.
source_reach reach_of(std::string_view path, const path_test& exists);

}  // namespace covey::parsers::languages::node
