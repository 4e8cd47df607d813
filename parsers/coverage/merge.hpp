// The coverage of one file from several records or runs, put together as lcov does: counts of the same thing
// are added, saturating.
#pragma once

#include "parsers/model/coverage.hpp"

namespace covey::parsers {

// Brings what a reader has collected in any order into the order the model promises; repeated entries are
// added.
void put_in_order(std::vector<line_hits>& lines);
void put_in_order(line_list& lines);
void put_in_order(std::vector<branch_hits>& branches);
void put_in_order(branch_list& branches);
void put_in_order(std::vector<condition_hits>& conditions);

// Both in order. `by_unit` of `more` is ignored: its units are indexes into another list.
void merge_into(file_coverage& sum, file_coverage&& more);

}  // namespace covey::parsers
