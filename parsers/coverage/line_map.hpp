// Which lines of a source were which of an earlier state of it.
#pragma once

#include "parsers/model/line_hashes.hpp"
#include "parsers/model/packed_line_sets.hpp"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace covey::parsers {

enum class line_origin : std::uint8_t {
  same,    // it was there
  edited,  // other lines stood in its place, or it stood elsewhere, or something around it was edited
  added,   // nothing did
  none     // a blank line, or one behind the end
};

struct earlier_lines {
  line_origin origin = line_origin::none;
  line_range lines = {};  // where it was, or what stood in its place
};

// Lines of more than this many that were replaced together are new ones.
constexpr std::size_t max_edited_together = 20;

// Matches lines that are inside the same ones: by what is there once in both, and between these by what follows the same
// line, then by what repeats as often. Takes O(lines).
class line_map {
 public:
  line_map(const line_hashes& then, const line_hashes& now);

  earlier_lines of(std::uint32_t line) const;  // from 1

 private:
  std::vector<earlier_lines> lines_;
};

}  // namespace covey::parsers
