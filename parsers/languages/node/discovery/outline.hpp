// The tests of a script, by its words and brackets alone: calls of the usual names with a literal title.
#pragma once

#include "parsers/syntax/outline.hpp"
#include <string_view>

namespace covey::parsers::languages::node {

outline outline_of(std::string_view text);

}  // namespace covey::parsers::languages::node
