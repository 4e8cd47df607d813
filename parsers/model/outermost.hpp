// Which tests of a group are parts of another.
#pragma once

#include "parsers/model/run.hpp"
#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace covey::parsers {

// What stands between the name of a test and that of its part.
std::string_view separator_of(const run_results& results);

// Counts those that are not. Of the names of a group's tests: "a" and "a/b" are one with the separator "/".
std::uint64_t count_outermost(const std::unordered_set<std::string_view>& names, std::string_view separator);

}  // namespace covey::parsers
