// Sets of lines behind each other, in a few bytes each: a large suite has millions of them.
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

// A set is its ranges, each the distance of its first line from the last one of the range before it, and its
// length. Both are above zero and written seven bits a byte, low ones first, the high bit says that more
// follow: so a byte of zero ends a set and stands nowhere else. Memory follows the number of ranges, however
// long they are.
class packed_line_sets {
 public:
  // `ranges`: sorted, disjoint. Gives the set's place, its first byte.
  std::size_t add(const std::vector<line_range>& ranges);
  void remove_from(std::size_t place) { bytes_.resize(place); }  // that set and those behind it

  void read(std::size_t place, std::vector<line_range>& into) const;
  // The same text for the same lines.
  std::string_view text(std::size_t place) const { return bytes_.c_str() + place; }
  std::size_t after(std::size_t place) const {
    return place + text(place).size() + 1;
  }  // the next set's place
  std::size_t end() const { return bytes_.size(); }

  // By place: whether the set there has the line in it. Takes O(bytes).
  std::vector<bool> with(std::uint32_t line) const;

  void shrink_to_fit() { bytes_.shrink_to_fit(); }
  std::size_t memory() const { return bytes_.capacity(); }

 private:
  std::string bytes_;
};

}  // namespace covey::parsers
