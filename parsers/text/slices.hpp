// Parts of a text: its lines, the text between blanks, numbers.
#pragma once

#include <charconv>
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

}  // namespace covey::parsers
