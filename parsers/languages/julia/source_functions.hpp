// The functions of a source of Julia.
#pragma once

#include "parsers/model/function_extent.hpp"
#include <string_view>
#include <vector>

namespace covey::parsers::languages::julia {

// As parsers/syntax/functions.hpp has them. The path's ending says how the text is to be read, where that matters.
std::vector<function_extent> functions_of(std::string_view path, std::string_view text);

}  // namespace covey::parsers::languages::julia
