// The tests of a module, by its words and its indentation alone.
#pragma once

#include "parsers/discovery/outline.hpp"
#include "parsers/discovery/python/settings.hpp"
#include <string_view>

namespace covey::parsers {

outline python_outline(std::string_view text, const python_settings& settings);

}  // namespace covey::parsers
