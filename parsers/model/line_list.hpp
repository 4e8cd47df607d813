// The lines of a file and how often each ran, in two bytes per line.
#pragma once

#include "parsers/model/line_hits.hpp"
#include "parsers/model/packed_list.hpp"
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace covey::parsers {

// Two bytes: the distance to the line before, 1 to 31, times 2048, plus the count, up to 2047. An entry that
// does not fit has 0 there, then eight bytes: the line and the count.
struct line_packing {
  using entry = line_hits;
  static constexpr std::size_t max_length = 2 + 8;

  static unsigned char* write(unsigned char* at, const line_hits& before, const line_hits& entry,
                              bool& in_order) {
    const auto distance = entry.line - before.line;
    const bool is_near = distance - 1 < farthest && entry.hits <= max;
    const auto near = static_cast<std::uint16_t>(is_near ? distance << 11 | entry.hits : 0);
    std::memcpy(at, &near, sizeof near);
    at += sizeof near;
    if (is_near) return at;
    in_order = in_order && before.line < entry.line;
    const auto far = entry.hits << 24 | entry.line;
    std::memcpy(at, &far, sizeof far);
    return at + sizeof far;
  }

  static const unsigned char* read(const unsigned char* at, line_hits& entry) {
    std::uint16_t near;
    std::memcpy(&near, at, sizeof near);
    at += sizeof near;
    entry.line += near >> 11;
    entry.hits = near & max;
    if (near != 0) return at;
    std::uint64_t far;
    std::memcpy(&far, at, sizeof far);
    entry.line = far & max_line_number;
    entry.hits = far >> 24;
    return at + sizeof far;
  }

 private:
  static constexpr std::uint32_t farthest = 31;
  static constexpr std::uint64_t max = 2047;
};

using line_list = packed_list<line_packing>;

}  // namespace covey::parsers
