// Which lines have run if a region of a program has, as llvm-cov counts lines: a line is run by the regions
// that begin on it, and by the innermost one that goes on from a line above.
// Source: LineCoverageStats and SegmentBuilder in LLVM's CoverageMapping.cpp.
#pragma once

#include "parsers/coverage/llvm/function_map.hpp"
#include "parsers/model/packed_line_sets.hpp"
#include <cstdint>
#include <utility>
#include <vector>

namespace covey::parsers::llvm {

// Counters of a program, by their number, and how often they counted; sorted.
using counted = std::vector<std::pair<std::uint32_t, std::uint64_t>>;

struct file_lines {
  std::uint32_t file = 0;  // number in mapped_program::files
  std::vector<line_range> lines;
};

class region_lines {
 public:
  explicit region_lines(mapped_program program);

  const mapped_program& program() const { return program_; }

  // What ran if the counters counted that much. `shared`: some counts are those of others that ran at the same
  // time, so that a difference of counters proves nothing, and all that can have run is given.
  // Sorted by file; the lines are sorted and disjoint.
  std::vector<file_lines> ran(const counted& by, bool shared) const;

 private:
  void paint();
  const mapped_function* function_of(std::uint32_t counter) const;

  mapped_program program_;
  std::vector<std::uint32_t> by_counter_;  // function numbers, sorted by their first counter
  std::vector<std::vector<std::vector<line_range>>> lines_;  // of each region of each function
};

}  // namespace covey::parsers::llvm
