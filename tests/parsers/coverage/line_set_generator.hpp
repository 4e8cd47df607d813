// Sets of lines that overlap, touch and repeat, the same for the same seed.
#pragma once

#include "parsers/model/lines_by_unit.hpp"
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace covey::testing {

inline std::vector<parsers::line_range> ranges_of(const std::set<std::uint32_t>& lines) {
  std::vector<parsers::line_range> out;
  for (const auto line : lines)
    if (!out.empty() && out.back().last + 1 == line)
      out.back().last = line;
    else
      out.push_back({line, line});
  return out;
}

// Of the lines up to `last`, in a few blocks; one in eight is empty.
inline std::set<std::uint32_t> some_lines(std::mt19937& random, std::uint32_t last) {
  std::set<std::uint32_t> out;
  for (auto blocks = random() % 8; blocks > 0; --blocks) {
    const auto first = 1 + random() % last;
    for (auto line = first; line <= last && line < first + 1 + random() % 12; ++line)
      out.insert(static_cast<std::uint32_t>(line));
  }
  return out;
}

}  // namespace covey::testing
