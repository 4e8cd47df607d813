// Parts of a text: its lines, the text between blanks, numbers, a line of a source to be displayed beside its place.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Takes the next line, without its "\n"; false: there is none left.
bool next_line(std::string_view& rest, std::string_view& line);

// The parts between these signs, one more than there are of them.
std::vector<std::string_view> split(std::string_view text, char by);

// Without the blanks around it.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

// Where the text in quotes ends that begins at `at`: the same quote without a backslash before it; npos: it does not end.
std::size_t end_of_quoted(std::string_view text, std::size_t at);

// With one space for each run of blanks and line ends, and none at the beginning.
std::string one_line(std::string_view text);

// At most `max` bytes of it, then "…" if that is not all.
std::string shortened(std::string_view text, std::size_t max);

// Takes the number that the text begins with; false: there is none, or it is too large.
template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

// Whether all of the text is the number.
template <class Number>
bool read_number(std::string_view text, Number& number) {
  return take_number(text, number) && text.empty();
}

// -1: it is no hexadecimal digit.
constexpr int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char letter = static_cast<char>(c | 0x20);
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

// How a line is displayed: with the rest of its statement; with the condition above it as well; as it stands.
enum class line_form : std::uint8_t { statement, guarded, plain };
std::string displayed_line(std::string_view text, std::uint32_t line, line_form form, std::size_t max);

// The line (from 1) without the blanks around it, and the rest of its statement: further lines while a
// bracket that it opens is open, with one blank between them; the line alone if a block opens before they are
// all closed, or if they do not close soon. At most `max` bytes, then "…". Empty if there is no such line.
std::string source_line(std::string_view text, std::uint32_t line, std::size_t max);

// The same, and the condition it stands under, if that is a few lines above it: it mostly says why an exception was raised.
// "raise TypeError(args) (under: if len(args) >= 1:)", "return 0 (under: else of: if (x < 2) {)".
std::string guarded_line(std::string_view text, std::uint32_t line, std::size_t max);

}  // namespace covey::parsers
