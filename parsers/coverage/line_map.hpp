// Which lines of a source were which of an earlier state of it.
#pragma once

#include "parsers/model/source_lines.hpp"
#include "parsers/model/lines_by_unit.hpp"
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
// line, then by what repeats as often. Takes O(lines). Both must outlive it.
class line_map {
 public:
  line_map(const line_hashes& then, const line_hashes& now);

  earlier_lines of(std::uint32_t line) const;  // from 1
  // The earlier line that the line was matched with and that read the same; 0: none.
  std::uint32_t same_as(std::uint32_t line) const;

 private:
  const line_hashes* then_;
  const line_hashes* now_;
  std::vector<earlier_lines> lines_;
};

// The lines of now, in their order, that are new or have changed, and those between which something was taken out or moved.
std::vector<std::uint32_t> changed_lines(const line_hashes& then, const line_hashes& now);

}  // namespace covey::parsers
