// What every coverage format needs: lines and ranges of several reports put together.
#pragma once

#include "parsers/model/coverage.hpp"
#include <cstdint>
#include <vector>

namespace covey::parsers {

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b);

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

}  // namespace covey::parsers
