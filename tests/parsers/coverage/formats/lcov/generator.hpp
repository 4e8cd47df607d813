// Tracefiles that a seed determines, on every platform, with what lcov 1.x agrees on and tools write in
// practice.
#pragma once

#include <cstdint>
#include <string>

namespace covey::testing {

std::string generated_tracefile(std::uint64_t seed);

}  // namespace covey::testing
