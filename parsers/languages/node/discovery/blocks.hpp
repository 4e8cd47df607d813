// The tests of one JavaScript or TypeScript file.
#pragma once

#include "parsers/languages/finder.hpp"
#include <string_view>

namespace covey::parsers::languages::node {

file_blocks read_blocks(std::string_view path, std::string_view text);

}  // namespace covey::parsers::languages::node
