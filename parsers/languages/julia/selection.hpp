// Selected test files and blocks of a Julia run: what the reporter is told about them.
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/model/selection.hpp"
#include <string>
#include <vector>

namespace covey::parsers::languages::julia {

// The content of COVEY_SELECTIONS's file: per line a JSON array of strings with the file, the first and the
// last line of a block, and the literals of its own label; 0 and 0 for a whole file. A block is identified by
// its lines and its own label, because the names around it depend on who includes its file.
std::string selection_entries(const std::vector<file_selection>& selections);

// Which tests belong to a selection is left to the reporter: what a selected file includes or a selected
// block calls may be written anywhere. If everything runs, the tests of a file are those written in it.
selector_lists selectors_for(const plan_request& request);

}  // namespace covey::parsers::languages::julia
