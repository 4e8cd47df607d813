// What a caller picked by its source, for Node's runners: the keys by which their reporters select it
// (reporters/README.md), and the names that its tests will have in the results.
#pragma once

#include "parsers/model/selection.hpp"
#include <string>
#include <vector>

namespace covey::parsers {

// Of a whole file one, else one for each of its blocks.
std::vector<wanted_test> wanted_by(const test_pick& pick);

// `among_all`: the run is of more than the picks, so that other tests may have the names of their blocks.
pick_selectors node_selectors(const std::vector<test_pick>& picks, bool among_all);

}  // namespace covey::parsers
