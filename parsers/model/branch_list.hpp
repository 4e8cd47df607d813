// The ways out of the lines of a file and how often each was taken, in four bytes per way.
#pragma once

#include "parsers/model/packed_list.hpp"
#include "parsers/model/line_hits.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>

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

// Four bytes, from the lowest bit on: the distance to the line of the entry before, 0 to 30 (5 bits), the
// block and the branch (5 each), whether it is the way of an exception, and the count, or 65535 for a way
// that was not evaluated. An entry that does not fit has 31 as its distance, then the whole branch_hits.
struct branch_packing {
  using entry = branch_hits;
  static constexpr std::size_t max_length = sizeof(std::uint32_t) + sizeof(branch_hits);

  static unsigned char* write(unsigned char* at, const branch_hits& before, const branch_hits& entry,
                              bool& in_order) {
    in_order = in_order && follows(before, entry);
    const auto distance = entry.line - before.line;
    const auto count = entry.evaluated ? entry.taken : unevaluated;
    const bool is_near = distance < far && entry.block <= small && entry.branch <= small &&
                         (count < unevaluated || !entry.evaluated);
    const auto near = is_near
                          ? distance | entry.block << 5 | entry.branch << 10 |
                                std::uint32_t{entry.exception} << 15 | static_cast<std::uint32_t>(count) << 16
                          : far;
    std::memcpy(at, &near, sizeof near);
    at += sizeof near;
    return is_near ? at : write_far(at, entry);
  }

  static const unsigned char* read(const unsigned char* at, branch_hits& entry) {
    std::uint32_t near;
    std::memcpy(&near, at, sizeof near);
    at += sizeof near;
    if ((near & small) == far) {
      std::memcpy(&entry, at, sizeof entry);
      return at + sizeof entry;
    }
    const auto count = near >> 16;
    entry = {entry.line + (near & small), near >> 5 & small,    near >> 10 & small, count,
             count != unevaluated,        (near >> 15 & 1) != 0};
    return at;
  }

 private:
  static bool follows(const branch_hits& before, const branch_hits& entry) {
    return std::tie(before.line, before.block, before.exception, before.branch) <
           std::tie(entry.line, entry.block, entry.exception, entry.branch);
  }

  static constexpr std::uint32_t far = 31, small = 31, unevaluated = 65535;

  // By value and not inlined, so that entries that fit can stay in registers.
  [[gnu::noinline]] static unsigned char* write_far(unsigned char* at, branch_hits entry) {
    std::memcpy(at, &entry, sizeof entry);
    return at + sizeof entry;
  }
};

using branch_list = packed_list<branch_packing>;

}  // namespace covey::parsers
