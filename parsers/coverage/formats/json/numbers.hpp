// Lines and counts as coverage reports in JSON hold them.
#pragma once

#include "parsers/coverage/diagnostics.hpp"
#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>

namespace covey::parsers {

constexpr std::string_view no_line = "a line that is no number from 1 to 16777215, left out";
constexpr std::string_view no_count = "a count that is no number, left out";

// A whole number from 1 to max_line_number.
std::optional<std::uint32_t> line_in(const boost::json::value& from);

// The same, 0 if there is none: for entries whose line is optional.
std::uint32_t line_or_none(const boost::json::value* from);

// At most max_hits; a fraction is rounded up, because that code did run. Gives a diagnostic for anything but
// a count, for a larger count, and for one below zero, which torn counters cause.
std::optional<std::uint64_t> count_in(const boost::json::value& from, diagnostics& wrong,
                                      std::string_view at);

}  // namespace covey::parsers
