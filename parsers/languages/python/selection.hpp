// What a caller selected, for the reporter (reporters/python/covey_selections.py) and for reading its report.
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/languages/python/plan.hpp"
#include <boost/json/array.hpp>
#include <string>
#include <vector>

namespace covey::parsers::languages::python {

// The names under which the tests of each selection will be reported.
selector_lists selectors_for(const std::vector<file_selection>& selections);

// For COVEY_SELECT, one object each: {"file": "/w/tests/test_x.py", "name": ["TestX::test_", ""],
// "below": true, "lines": [3, 9]}. A whole file has no name; `below`: names below this one are selected too.
boost::json::array selection_entries(const std::string& root, const std::vector<file_selection>& selections);

// Notes on selected tests that the runner cannot run, or cannot run alone.
std::vector<std::string> selection_notes(const std::vector<file_selection>& selections, runner_kind runner);

}  // namespace covey::parsers::languages::python
