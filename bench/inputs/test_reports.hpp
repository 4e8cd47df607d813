// What runners report of a made project's tests, until `bytes` are written.
#pragma once

#include "bench/inputs/made_text.hpp"

namespace covey::bench {

made_text make_events(std::size_t bytes,
                      std::uint64_t seed);  // of covey's reporters (reporters/README.md), as for jest
made_text make_junit(std::size_t bytes, std::uint64_t seed);  // JUnit's XML, as bun writes it

}  // namespace covey::bench
