// Which units ran which lines of one file. Many tests run the same lines of it, so each set of lines is
// stored once: a unit takes eight bytes, a set two or three bytes per range. A large suite has millions of sets.
// Design: docs/design/18-floods.md
#pragma once

#include "parsers/model/packed_list.hpp"
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
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

// The lines of one file that one unit ran (count > 0): sorted, disjoint, not adjacent.
struct unit_lines {
  std::uint32_t unit = 0;
  std::vector<line_range> ran;
};

struct unit_set {
  std::uint32_t unit = 0;
  std::uint32_t set = 0;  // its place in the packed sets
};

class lines_by_unit {
 public:
  lines_by_unit() = default;
  // Sorted by unit, each once; a unit that ran nothing of the file is absent.
  lines_by_unit(std::initializer_list<unit_lines> all);
  lines_by_unit(std::vector<unit_set> units, packed_line_sets sets);

  // The units that ran the line (0: any line), or one of the lines, sorted. Takes O(units + bytes of all sets).
  std::vector<std::uint32_t> units_of(std::uint32_t line) const { return units_of({line, line}); }
  std::vector<std::uint32_t> units_of(line_range lines) const;

  // Sorted by unit. Units with the same set share its place.
  std::span<const unit_set> units() const { return units_; }
  void read_set(std::uint32_t place, std::vector<line_range>& into) const { sets_.read(place, into); }

  bool empty() const { return units_.empty(); }
  std::size_t size() const { return units_.size(); }
  // The units in their order. Each value is built on access.
  unit_lines operator[](std::size_t at) const;
  unit_lines at(std::size_t at) const;  // throws std::out_of_range

  using value_type = unit_lines;
  using iterator = index_iterator<lines_by_unit>;
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, size()}; }

  std::size_t memory() const;  // bytes on the heap

 private:
  std::vector<unit_set> units_;
  packed_line_sets sets_;
};

}  // namespace covey::parsers
