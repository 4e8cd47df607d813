// A count as coverage tools write it. Mostly that is a whole number; some write an average, a JavaScript
// number or a counter that overflowed.
#pragma once

#include <cstdint>
#include <string_view>

namespace covey::parsers {

enum class count_kind : std::uint8_t {
  whole,      // 12
  rounded,    // 0.4, 1e3: to the nearest; above 0 at least 1, because it was hit
  negative,   // -3: taken as 0
  too_large,  // taken as max_hits
  none,       // not a number; `count` is unchanged
};

// The whole text is the number: [-]DIGITS[.DIGITS][(e|E)[+|-]DIGITS]; the digits of one side of the point may
// be missing.
count_kind read_lenient_count(std::string_view text, std::uint64_t& count);

}  // namespace covey::parsers
