// One way out of a line that branches, and how often it was taken.
#pragma once

#include "parsers/model/line_hits.hpp"
#include <algorithm>
#include <cstdint>

namespace covey::parsers {

constexpr std::uint32_t max_block = (1u << 30) - 1;
constexpr std::uint32_t named_branch = 1u << 31;

// Block and branch tell the ways of a line apart; the coverage tool defines their meaning.
struct branch_hits {
  std::uint64_t taken;
  std::uint32_t line;
  std::uint32_t block;
  std::uint32_t branch;  // from `named_branch` on: an index into file_coverage::branch_names
  bool exception;        // the way an exception takes
  bool evaluated;        // if not, the condition before it was never reached ("-" in LCOV); then taken is 0

  constexpr branch_hits(std::uint32_t at = 0, std::uint32_t in_block = 0, std::uint32_t way = 0,
                        std::uint64_t count = 0, bool reached = true, bool by_exception = false)
      : taken(reached ? std::min(count, max_hits) : 0),
        line(std::min(at, max_line_number)),
        block(std::min(in_block, max_block)),
        branch(way),
        exception(by_exception),
        evaluated(reached) {}
  friend bool operator==(const branch_hits&, const branch_hits&) = default;
};

}  // namespace covey::parsers
