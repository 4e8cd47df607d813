// Counts of lines from the segments of `llvm-cov export`, by the rules of LLVM's LineCoverageStats.
#pragma once

#include "parsers/model/coverage.hpp"
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace covey::parsers {

struct llvm_place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend auto operator<=>(const llvm_place&, const llvm_place&) = default;
};

// From its place on to the next segment, the code ran `count` times.
struct llvm_segment {
  llvm_place at;
  bool has_count = false;     // false: it was preprocessed away, or lies between functions
  bool region_entry = false;  // a region begins here; false: one ended, and the one around it goes on
  bool gap = false;           // white space between statements
  std::uint64_t count = 0;
};

// All by segments sorted by place.
std::uint64_t number_of_lines(std::span<const llvm_segment> segments);  // at least as many as lines_of gives
line_list lines_of(std::span<const llvm_segment> segments);
std::uint64_t count_at(std::span<const llvm_segment> segments, llvm_place place);  // 0 where there is none

}  // namespace covey::parsers
