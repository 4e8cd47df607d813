// A selection of files and blocks, for Node's runners: the keys by which their reporters select it
// (reporters/README.md), and the names that its tests will have in the results.
#pragma once

#include "parsers/model/selection.hpp"
#include <string>
#include <vector>

namespace covey::parsers::languages::node {

// One for a whole file, else one per block.
std::vector<rerun_test> wanted_by(const file_selection& selection);

// `among_all`: the run includes tests outside the selection, which may have the same names as its blocks.
selector_lists selectors_for(const std::vector<file_selection>& selections, bool among_all);

}  // namespace covey::parsers::languages::node
