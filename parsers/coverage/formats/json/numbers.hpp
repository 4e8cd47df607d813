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

// The same, 0 where there is none: for what may do without a line.
std::uint32_t line_or_none(const boost::json::value* from);

// At most max_hits; of a fraction the next whole number, for what ran did run. Complains of what is no count,
// or more than that, and of what is below zero: counters that were torn are written so.
std::optional<std::uint64_t> count_in(const boost::json::value& from, diagnostics& wrong,
                                      std::string_view at);

}  // namespace covey::parsers
