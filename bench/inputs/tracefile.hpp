// A made LCOV tracefile of any size, the same for the same seed on every machine. bench/README.md says what
// is in it.
#pragma once

#include "bench/inputs/made_text.hpp"
#include <cstdint>
#include <iosfwd>

namespace covey::bench {

// Whole records, until `bytes` are written. What is in them: files, lines found and hit.
counts write_tracefile(std::ostream& out, std::uint64_t bytes, std::uint64_t seed);

}  // namespace covey::bench
