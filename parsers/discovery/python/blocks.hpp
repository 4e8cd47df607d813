// A module's text -> its tests.
#pragma once

#include "parsers/discovery/finder.hpp"
#include "parsers/discovery/python/settings.hpp"
#include <string_view>

namespace covey::parsers {

file_blocks python_blocks(std::string_view text, const python_settings& settings);

}  // namespace covey::parsers
