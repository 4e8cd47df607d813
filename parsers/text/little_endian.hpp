// Eight bytes as a number, the first one lowest.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace covey::parsers {

inline std::uint64_t load_little(const void* at) {
  std::uint64_t out = 0;
  if constexpr (std::endian::native == std::endian::little)
    std::memcpy(&out, at, sizeof out);
  else
    for (unsigned i = 0; i < sizeof out; ++i)
      out |= std::uint64_t{static_cast<const unsigned char*>(at)[i]} << 8 * i;
  return out;
}

}  // namespace covey::parsers
