#include "parsers/coverage/formats/json/numbers.hpp"
#include "parsers/coverage/report_numbers.hpp"
#include "parsers/model/coverage.hpp"
#include <cmath>

namespace covey::parsers {

std::optional<std::uint32_t> line_in(const boost::json::value& from) {
  if (from.is_int64()) {
    const auto line = from.get_int64();
    if (line >= 1 && line <= max_line_number) return static_cast<std::uint32_t>(line);
  }
  if (from.is_double()) {
    const auto line = from.get_double();
    if (line >= 1 && line <= max_line_number && std::floor(line) == line)
      return static_cast<std::uint32_t>(line);
  }
  return std::nullopt;
}

std::uint32_t line_or_none(const boost::json::value* from) {
  return from == nullptr ? 0 : line_in(*from).value_or(0);
}

std::optional<std::uint64_t> count_in(const boost::json::value& from, diagnostics& wrong,
                                      std::string_view at) {
  if (!from.is_number()) return wrong.add(no_count, 0, at), std::nullopt;
  boost::system::error_code ignored;  // any number converts to a double, and a count exactly
  const auto count = from.to_number<double>(ignored);
  if (std::isnan(count)) return 0;  // 0e400: Boost.JSON multiplies 0 by infinity
  if (count < 0) return wrong.add(negative_count, 0, at), 0;
  if (count > static_cast<double>(max_hits)) return wrong.add(too_large_count, 0, at), max_hits;
  return static_cast<std::uint64_t>(std::ceil(count));
}

}  // namespace covey::parsers
