// The tests of a Rust file, by its words and brackets alone.
#pragma once

#include "parsers/syntax/outline.hpp"
#include <string_view>

namespace covey::parsers {

outline rust_outline(std::string_view text);

}  // namespace covey::parsers
