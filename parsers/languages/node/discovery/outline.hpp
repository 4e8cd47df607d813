// The tests of a script, by its words and brackets alone: calls of the usual names with a literal title.
#pragma once

#include "parsers/syntax/outline.hpp"
#include <string_view>

namespace covey::parsers {

outline node_outline(std::string_view text);

}  // namespace covey::parsers
