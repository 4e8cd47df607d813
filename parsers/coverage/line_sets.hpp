// What every coverage format needs: lines and ranges of several reports put together.
#pragma once

#include "parsers/model/coverage.hpp"
#include <cstdint>
#include <vector>

namespace covey::parsers {

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b);

// Line by line; both sorted by line.
std::vector<line_hits> summed(const std::vector<line_hits>& a, const std::vector<line_hits>& b);

// The lines with hits; `lines` is sorted.
std::vector<line_range> ranges_hit(const std::vector<line_hits>& lines);

// The lines without hits. Lines that cannot run stand between them in a range; lines that ran never do.
std::vector<line_range> ranges_missed(const std::vector<line_hits>& lines);

// Both sorted and disjoint, as is the result.
std::vector<line_range> united(const std::vector<line_range>& a, const std::vector<line_range>& b);

bool contains(const std::vector<line_range>& ranges, std::uint32_t line);

}  // namespace covey::parsers
