// What a caller picked by its source, for Node's runners: the keys by which their reporters select it
// (reporters/README.md), and the names that its tests will have in the results.
#pragma once

#include "parsers/model/selection.hpp"
#include <string>
#include <vector>

namespace covey::parsers {

// Of a whole file one, else one for each of its blocks.
std::vector<rerun_test> wanted_by(const file_selection& selection);

// `among_all`: the run is of more than the picks, so that other tests may have the names of their blocks.
selector_lists node_selectors(const std::vector<file_selection>& selections, bool among_all);

}  // namespace covey::parsers
