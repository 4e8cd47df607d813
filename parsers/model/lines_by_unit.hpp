// Which units ran which lines of one file. Many tests run the same lines of it, so each set of lines is
// stored once: a unit takes eight bytes, a set two or three bytes per range.
// Design: docs/design/18-floods.md
#pragma once

#include "parsers/model/packed_line_sets.hpp"
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace covey::parsers {

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

  class iterator {
   public:
    iterator(const lines_by_unit& of, std::size_t at) : of_(&of), at_(at) {}
    unit_lines operator*() const { return (*of_)[at_]; }
    iterator& operator++() {
      ++at_;
      return *this;
    }
    friend bool operator==(const iterator&, const iterator&) = default;

   private:
    const lines_by_unit* of_;
    std::size_t at_;
  };
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, size()}; }

  std::size_t memory() const;  // bytes on the heap

 private:
  std::vector<unit_set> units_;
  packed_line_sets sets_;
};

}  // namespace covey::parsers
