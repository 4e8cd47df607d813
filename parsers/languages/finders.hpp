// All languages whose tests can be found.
#pragma once

#include "parsers/languages/finder.hpp"
#include <span>
#include <string_view>

namespace covey::parsers {

std::span<const discovery* const> discoveries();

// nullptr: none of this name.
const discovery* find_discovery(std::string_view language);

}  // namespace covey::parsers
