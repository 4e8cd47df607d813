// A made LCOV tracefile of any size, the same for the same seed on every machine. bench/README.md says what
// is in it.
#pragma once

#include <cstdint>
#include <iosfwd>

namespace covey::bench {

// Whole records, until `bytes` are written.
void write_tracefile(std::ostream& out, std::uint64_t bytes, std::uint64_t seed);

}  // namespace covey::bench
