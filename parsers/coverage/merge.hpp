// What every coverage format needs: lines, ranges and whole files of several reports put together. Counts of the same
// thing are added, saturating, as lcov does.
#pragma once

#include "parsers/model/coverage.hpp"
#include <cstdint>
#include <vector>

namespace covey::parsers {

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b);
std::uint64_t sum_of_hits(std::uint64_t a, std::uint64_t b);  // at most max_hits

// Line by line; both sorted by line.
line_list summed(const line_list& a, const line_list& b);

// The lines with hits; `lines` is sorted.
std::vector<line_range> ranges_hit(const line_list& lines);

// The lines without hits. Lines that cannot run stand between them in a range; lines that ran never do.
std::vector<line_range> ranges_missed(const line_list& lines);

// Sorted, disjoint and not adjacent, whatever they were.
void put_in_order(std::vector<line_range>& ranges);

// The lines of both, where `a` has few ranges.
std::vector<line_range> intersection(const std::vector<line_range>& a, const std::vector<line_range>& b);

// Brings what a reader has collected in any order into the order the model promises; repeated entries are
// added.
void put_in_order(std::vector<line_hits>& lines);
void put_in_order(line_list& lines);
void put_in_order(std::vector<branch_hits>& branches);
void put_in_order(branch_list& branches);
void put_in_order(std::vector<condition_hits>& conditions);

// Statements in any order: each line once, with the most hits of any.
void keep_most(std::vector<line_hits>& lines);

// Both in order. `by_unit` of `more` is ignored: its units are indexes into another list.
void merge_into(file_coverage& sum, file_coverage&& more);

}  // namespace covey::parsers
