// What a caller picked, for the reporter (reporters/python/covey_picks.py) and for the reading of its report.
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/languages/python/plan.hpp"
#include <boost/json/array.hpp>
#include <string>
#include <vector>

namespace covey::parsers {

// Under which names the tests of each pick will be reported.
selector_lists python_selectors(const std::vector<file_selection>& selections);

// For COVEY_SELECT, an object each: {"file": "/w/tests/test_x.py", "name": ["TestX::test_", ""],
// "below": true, "lines": [3, 9]}. A whole file has no name; `below`: what is below the name belongs to it.
boost::json::array python_picks(const std::string& root, const std::vector<file_selection>& selections);

// What the runner cannot run, or not alone.
std::vector<std::string> python_pick_notes(const std::vector<file_selection>& selections,
                                           python_runner runner);

}  // namespace covey::parsers
