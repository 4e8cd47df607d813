// The tests of a Rust file, found by words and brackets alone: without a syntax tree.
#pragma once

#include "parsers/syntax/outline.hpp"
#include <string_view>

namespace covey::parsers::languages::rust {

outline outline_of(std::string_view text);

}  // namespace covey::parsers::languages::rust
