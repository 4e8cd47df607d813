// Files of one folder that need each other: see test_finder::link().
#pragma once

#include "parsers/languages/finder.hpp"

namespace covey::parsers {

// Links copies of the results; files that were not read stay as they are.
void link_folders(const test_finder& finder, std::vector<listed_file>& files);

}  // namespace covey::parsers
