// The tests of one JavaScript or TypeScript file.
#pragma once

#include "parsers/languages/finder.hpp"
#include <string_view>

namespace covey::parsers {

file_blocks read_node_blocks(std::string_view path, std::string_view text);

}  // namespace covey::parsers
