// The functions of a source of Python.
#pragma once

#include "parsers/model/function_extent.hpp"
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

// As parsers/syntax/functions.hpp has them. The path's ending says how the text is to be read, where that matters.
std::vector<function_extent> functions_of(std::string_view path, std::string_view text);

}  // namespace covey::parsers::languages::python
