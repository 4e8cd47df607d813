// Line numbers and counts as reports write them. Malformed ones get diagnostics of the same classes in all
// formats; `at` is the line of the report.
#pragma once

#include "parsers/coverage/diagnostics.hpp"
#include <cstdint>
#include <string_view>

namespace covey::parsers {

// A count as coverage tools write it. Mostly that is a whole number; some write an average, a JavaScript
// number or a counter that overflowed.
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

constexpr std::string_view negative_count = "a negative count, taken as 0";
constexpr std::string_view too_large_count = "a count over 1099511627775, taken as that";

// The whole text, from 1 to max_line_number; else `line` is unchanged.
bool parse_line_number(std::string_view text, std::uint32_t& line, diagnostics& wrong, std::uint64_t at);

// The whole text, as read_lenient_count reads it; false only if it is not a number.
bool parse_count(std::string_view text, std::uint64_t& count, diagnostics& wrong, std::uint64_t at);

}  // namespace covey::parsers
