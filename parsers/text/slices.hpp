// Parts of a text: its lines, and the text between blanks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace covey::parsers {

// Takes the next line, without its "\n"; false: there is none left.
bool next_line(std::string_view& rest, std::string_view& line);

// Without the blanks around it.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

// With one space for each run of blanks and line ends, and none at the beginning.
std::string one_line(std::string_view text);

// At most `max` bytes of it, then "…" if that is not all.
std::string shortened(std::string_view text, std::size_t max);

}  // namespace covey::parsers
