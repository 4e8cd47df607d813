#include "parsers/coverage/formats/xml/values.hpp"
#include "parsers/coverage/report_numbers.hpp"
#include "parsers/text/slices.hpp"

namespace covey::parsers {
bool read_line_number(std::string_view text, std::uint32_t& line, diagnostics& wrong, std::uint64_t at) {
  return parse_line_number(trimmed(text), line, wrong, at);
}

bool read_count(std::string_view text, std::uint64_t& count, diagnostics& wrong, std::uint64_t at) {
  return parse_count(trimmed(text), count, wrong, at);
}

}  // namespace covey::parsers
