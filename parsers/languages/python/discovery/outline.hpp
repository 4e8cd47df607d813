// The tests of a module, by its words and its indentation alone.
#pragma once

#include "parsers/syntax/outline.hpp"
#include "parsers/languages/python/config.hpp"
#include <string_view>

namespace covey::parsers {

outline python_outline(std::string_view text, const python_settings& settings);

}  // namespace covey::parsers
