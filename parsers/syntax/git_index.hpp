// What git tracks. Source: gitformat-index(5).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// What the file `index` of a repository names, relative to its root; empty if it is none. Without what a split index has elsewhere.
std::vector<std::string> tracked_paths(std::string_view index);

}  // namespace covey::parsers
