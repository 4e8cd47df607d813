// A module's text -> its tests.
#pragma once

#include "parsers/languages/finder.hpp"
#include "parsers/languages/python/config.hpp"
#include <string_view>

namespace covey::parsers {

// `read`: modules that its classes may inherit tests from; may be empty.
file_blocks python_blocks(std::string_view path, std::string_view text, const python_settings& settings,
                          const source_reader& read);

}  // namespace covey::parsers
