// Sets of lines in one buffer, in a few bytes each: a large suite has millions of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct line_range {  // both ends included, lines count from 1
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  friend bool operator==(const line_range&, const line_range&) = default;
};

// A set is a list of ranges, each stored as the distance of its first line from the last line of the range
// before, and its length. Both are above zero and written with seven bits per byte, low ones first; the high
// bit says that more bytes follow. So a zero byte always ends a set. Memory grows with the number of ranges,
// not with their length.
class packed_line_sets {
 public:
  // `ranges`: sorted, disjoint. Returns the set's place: the index of its first byte.
  std::size_t add(const std::vector<line_range>& ranges);
  void remove_from(std::size_t place) { bytes_.resize(place); }  // that set and those behind it

  void read(std::size_t place, std::vector<line_range>& into) const;
  // Equal sets have equal text.
  std::string_view text(std::size_t place) const { return bytes_.c_str() + place; }
  std::size_t after(std::size_t place) const {
    return place + text(place).size() + 1;
  }  // the next set's place
  std::size_t end() const { return bytes_.size(); }

  // Indexed by place: whether the set there contains one of the lines. Takes O(bytes).
  std::vector<bool> with_any_of(line_range lines) const;

  void shrink_to_fit() { bytes_.shrink_to_fit(); }
  std::size_t memory() const { return bytes_.capacity(); }

 private:
  std::string bytes_;
};

}  // namespace covey::parsers
