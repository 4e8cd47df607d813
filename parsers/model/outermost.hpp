// Counts of the tests of a group without those that are parts of another.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace covey::parsers {

// Of the names of a group's tests: "a" and "a/b" are one with the separator "/".
std::uint64_t count_outermost(const std::unordered_set<std::string_view>& names, std::string_view separator);

}  // namespace covey::parsers
