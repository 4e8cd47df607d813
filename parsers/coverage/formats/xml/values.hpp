// Numbers in the attributes of XML reports, where white space may stand around them; else as in
// report_numbers.hpp.
#pragma once

#include "parsers/coverage/diagnostics.hpp"
#include <cstdint>
#include <string_view>

namespace covey::parsers {

bool read_line_number(std::string_view text, std::uint32_t& line, diagnostics& wrong, std::uint64_t at);
bool read_count(std::string_view text, std::uint64_t& count, diagnostics& wrong, std::uint64_t at);

}  // namespace covey::parsers
