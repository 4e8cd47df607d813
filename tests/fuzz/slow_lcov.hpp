// LCOV read in the plainest way: what the fast reader has to agree with, to the last diagnostic.
#pragma once

#include "parsers/coverage/formats/format.hpp"
#include <string_view>

namespace covey::fuzz {

parsers::coverage_report slow_lcov(std::string_view bytes);

}  // namespace covey::fuzz
