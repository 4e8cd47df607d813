// Picked test files and blocks of a Julia run: what the reporter is told of them.
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/model/selection.hpp"
#include <string>
#include <vector>

namespace covey::parsers {

// What COVEY_PICKS's file holds: a line each, as a JSON array of strings: the file, the first line and the
// last of a block, and the pieces of its own label; of a whole file 0 and 0. The block's lines and its own
// label are what it is known by: the names around it are those of whoever includes its file.
std::string julia_picks(const std::vector<file_selection>& selections);

// Which tests are of a pick, the reporter tells, for what is included by a picked file or called by a picked
// block may be written anywhere. Where everything runs, a file's tests are those written in it.
selector_lists julia_selectors(const plan_request& request);

}  // namespace covey::parsers
