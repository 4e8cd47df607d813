#include "parsers/coverage/report_numbers.hpp"
#include "parsers/coverage/lenient_count.hpp"
#include "parsers/model/coverage.hpp"
#include <charconv>

namespace covey::parsers {

bool parse_line_number(std::string_view text, std::uint32_t& line, diagnostics& wrong, std::uint64_t at) {
  std::uint64_t value = 0;
  const auto* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (end != last || error == std::errc::invalid_argument)
    wrong.add("text where a line number belongs", at);
  else if (error != std::errc{} || value > max_line_number)
    wrong.add("a line number over 16777215", at);
  else if (value == 0)
    wrong.add("line number 0", at);
  else
    return line = static_cast<std::uint32_t>(value), true;
  return false;
}

bool parse_count(std::string_view text, std::uint64_t& count, diagnostics& wrong, std::uint64_t at) {
  switch (read_lenient_count(text, count)) {
    case count_kind::whole:
      return true;
    case count_kind::rounded:
      return wrong.add("a count with a fraction or an exponent, rounded", at), true;
    case count_kind::negative:
      return wrong.add(negative_count, at), true;
    case count_kind::too_large:
      return wrong.add(too_large_count, at), true;
    case count_kind::none:
      break;
  }
  return wrong.add("text where a count belongs", at), false;
}

}  // namespace covey::parsers
