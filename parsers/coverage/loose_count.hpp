// A count as measuring tools write it. Mostly that is a whole number; some write an average, a JavaScript
// number or a counter that ran over.
#pragma once

#include <cstdint>
#include <string_view>

namespace covey::parsers {

enum class count_kind : std::uint8_t {
  whole,      // 12
  rounded,    // 0.4, 1e3: to the nearest; what is over 0 is at least 1, for it was hit
  negative,   // -3: taken as 0
  too_large,  // taken as max_hits
  none,       // no number; `count` is left alone
};

// The whole text is the number: [-]DIGITS[.DIGITS][(e|E)[+|-]DIGITS]; the digits of one side of the point may
// be missing.
count_kind read_loose_count(std::string_view text, std::uint64_t& count);

}  // namespace covey::parsers
