// Which grammar reads a source of JavaScript or TypeScript.
#pragma once

#include "parsers/syntax/tree.hpp"
#include <string_view>

namespace covey::parsers::languages::node {

// A file with Flow's types is closer to TypeScript than to JavaScript.
grammar grammar_of(std::string_view path, std::string_view text);

}  // namespace covey::parsers::languages::node
