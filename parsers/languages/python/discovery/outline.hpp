// The tests of a module, found by words and indentation alone: without a syntax tree.
#pragma once

#include "parsers/syntax/outline.hpp"
#include "parsers/languages/python/config.hpp"
#include <string_view>

namespace covey::parsers::languages::python {

outline outline_of(std::string_view text, const pytest_config& settings);

}  // namespace covey::parsers::languages::python
