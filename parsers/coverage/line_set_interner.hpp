// Stores equal sets of lines once.
#pragma once

#include "parsers/model/packed_line_sets.hpp"
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace covey::parsers {

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

}  // namespace covey::parsers
