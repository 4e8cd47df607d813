// Differences of two texts by lines, displayed so that a reader sees what differs: two lines of context, long
// lines as a window around the difference, blanks and line ends made visible where the two sides look alike.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct diff_line {
  // ' ' both, '-' the first side only, '+' the second only ('<' and '>' where a runner writes them so); '\0':
  // neither, a head or a gap.
  char sign = ' ';
  std::string text;  // without its sign
};

// Of two texts. Lines that differ only in what without_volatile() masks count as equal, unless there is no
// other difference. If more than 2,000 lines lie between the first and the last difference, they are not
// matched: the rest of the first text stands before the rest of the second.
std::vector<diff_line> line_diff(std::string_view first, std::string_view second);

// Of a diff that a runner printed, in any of the usual forms: unified, go-cmp's, jest's, pretty_assertions'.
std::vector<diff_line> read_diff(std::string_view printed);

// At most `max_bytes`: whole lines from the first difference on, and how many lines are left out. Of a line
// over 160 bytes only the part from 40 bytes before its difference from its partner to 40 bytes behind it.
std::string show_diff(const std::vector<diff_line>& lines, std::size_t max_bytes);

// The same of two texts, below a line that names the sides: "(- want, + got)". Empty where they print alike.
std::string named_diff(std::string_view first, std::string_view second, std::string_view first_name,
                       std::string_view second_name, std::size_t max_bytes);

// Two different texts that look the same: they differ only in blanks, line ends or invisible characters.
bool look_alike(std::string_view first, std::string_view second);

// Blanks as "·", tabs as "\t", a carriage return as "\r", and all other characters except printable ASCII
// like "\u00a0".
std::string with_visible_blanks(std::string_view text);

}  // namespace covey::parsers
