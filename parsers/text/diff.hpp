// Differences of two texts by lines, shown so that a reader sees what differs: two lines of context, long
// lines as a window around it, blanks and line ends made visible where the two sides look alike.
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

// Of two texts. Lines that differ in nothing but what without_volatile() masks are the same, unless nothing
// else differs. Beyond 2,000 lines between the first and the last difference lines are not looked for again:
// the rest of the one stands before the rest of the other.
std::vector<diff_line> line_diff(std::string_view first, std::string_view second);

// Of a diff that a runner printed, in any of the usual forms: unified, go-cmp's, jest's, pretty_assertions'.
std::vector<diff_line> read_diff(std::string_view printed);

// At most so many bytes, whole lines from the first difference on, and how many lines are left out. A line is
// shown to 160 bytes, a longer one from 40 bytes before what differs from its partner to 40 behind it.
std::string show_diff(const std::vector<diff_line>& lines, std::size_t most_bytes);

// The same of two texts, below a line that names the sides: "(- want, + got)". Empty where they print alike.
std::string named_diff(std::string_view first, std::string_view second, std::string_view first_name,
                       std::string_view second_name, std::size_t most_bytes);

// Two different texts that a reader takes for the same: they differ in blanks, line ends or what nobody sees.
bool look_alike(std::string_view first, std::string_view second);

// Blanks as "·", tabs as "\t", a carriage return as "\r", other characters that are no letters, digits or
// signs of ASCII as "\u00a0".
std::string with_visible_blanks(std::string_view text);

}  // namespace covey::parsers
