#include "parsers/coverage/formats/xml/values.hpp"
#include "parsers/coverage/report_numbers.hpp"

namespace covey::parsers {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace

bool read_line_number(std::string_view text, std::uint32_t& line, complaints& wrong, std::uint64_t at) {
  return parse_line_number(trimmed(text), line, wrong, at);
}

bool read_count(std::string_view text, std::uint64_t& count, complaints& wrong, std::uint64_t at) {
  return parse_count(trimmed(text), count, wrong, at);
}

}  // namespace covey::parsers
