// A line of a source file, and how often it ran.
#pragma once

#include <algorithm>
#include <cstdint>

namespace covey::parsers {

constexpr std::uint32_t max_line_number = (1u << 24) - 1;  // no source file is longer
constexpr std::uint64_t max_hits = (1ull << 40) - 1;       // higher counts are stored as this

struct line_hits {
  std::uint32_t line;
  std::uint64_t hits;  // 0: could run, did not

  constexpr line_hits(std::uint32_t at = 0, std::uint64_t count = 0)
      : line(std::min(at, max_line_number)), hits(std::min(count, max_hits)) {}
  friend bool operator==(const line_hits&, const line_hits&) = default;
};

}  // namespace covey::parsers
