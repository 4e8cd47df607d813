// Collects which lines of one file each unit of a run ran. Reports list units in any order, and the same unit
// repeatedly.
#pragma once

#include "parsers/model/lines_by_unit.hpp"
#include "parsers/model/coverage.hpp"
#include "parsers/model/test.hpp"
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace covey::parsers {

// Stores equal sets of lines once.
class line_set_interner {
 public:
  // `max_bytes`: of all sets; at most the default, because places have 32 bits.
  explicit line_set_interner(std::size_t max_bytes = std::numeric_limits<std::uint32_t>::max())
      : max_bytes_(max_bytes) {}

  // `ranges`: sorted, disjoint. The place of the set, the same for equal ones; nothing if there is no room
  // for it.
  std::optional<std::uint32_t> add(const std::vector<line_range>& ranges);

  const packed_line_sets& sets() const { return sets_; }
  packed_line_sets take() { return std::move(sets_); }  // called last

 private:
  std::uint32_t& slot_of(std::size_t place);
  void grow();

  std::size_t max_bytes_;
  packed_line_sets sets_;
  std::vector<std::uint32_t> slots_;  // a hash table, open: places from 1; 0: free
  std::size_t count_ = 0;
};

// Per file: enough for 10,000 tests that all run it differently, with 13,000 ranges each. The limit is needed
// because a few bytes of a report may claim more.
constexpr std::size_t max_set_bytes = std::size_t{256} * 1024 * 1024;

class unit_lines_collector {
 public:
  explicit unit_lines_collector(std::size_t max_bytes = max_set_bytes)
      : max_bytes_(max_bytes), sets_(max_bytes) {}

  // `ran`: sorted, disjoint. Units are any numbers from 0.
  void add(std::uint32_t unit, const std::vector<line_range>& ran);

  // What was added, in its order.
  const std::vector<unit_set>& added() const { return added_; }

  // Called once. In the result unit u is numbers[u], and has only those of its lines that are `counted`.
  lines_by_unit finish(const std::vector<std::uint32_t>& numbers, const std::vector<line_range>& counted);

  // How many sets of lines were left out for lack of room.
  std::size_t left_out() const { return left_out_; }

 private:
  void unite();
  std::uint32_t place_of(line_set_interner& in, const std::vector<line_range>& ran, std::uint32_t otherwise);

  std::size_t max_bytes_;
  std::vector<unit_set> added_;
  line_set_interner sets_;
  std::size_t left_out_ = 0;
};

std::string note_of_left_out(std::size_t sets);  // of several collectors

// What is told of each unit beside its tests.

// Sets coverage_unit::lines of all units (those of files that are not aside), and the duration of those that are single tests. Takes O(units of all files
// + bytes of all sets).
void add_unit_facts(coverage& to, const run_results& results);

}  // namespace covey::parsers
