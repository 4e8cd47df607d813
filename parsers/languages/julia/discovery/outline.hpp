// The testsets of a Julia file, by its words and brackets alone.
#pragma once

#include "parsers/syntax/outline.hpp"
#include <string_view>

namespace covey::parsers::languages::julia {

outline outline_of(std::string_view text);

}  // namespace covey::parsers::languages::julia
