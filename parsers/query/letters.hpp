// What a query must know of single characters: word boundaries, capitals, accents. Source: Unicode's general
// categories and simple lower case, and the letters that fzf takes accented ones for (letter_tables.py).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace covey::parsers {

// From the characters that belong least to a word to those that belong most; up to `delimiter` they end one.
enum class letter_kind : std::uint8_t {
  white,
  other,
  delimiter,  // one of /,:;|
  lower,
  upper,
  letter,  // of a script without capitals
  number
};

namespace beyond_ascii {
letter_kind kind_of(char32_t character);
char32_t lower_case(char32_t character);
char32_t without_accent(char32_t character);
}  // namespace beyond_ascii

constexpr char32_t ascii_end = 0x80;

constexpr letter_kind ascii_kind(char32_t character) {
  if (character >= 'a' && character <= 'z') return letter_kind::lower;
  if (character >= 'A' && character <= 'Z') return letter_kind::upper;
  if (character >= '0' && character <= '9') return letter_kind::number;
  if (character == ' ' || (character >= '\t' && character <= '\r')) return letter_kind::white;
  return std::u32string_view{U"/,:;|"}.find(character) == std::u32string_view::npos ? letter_kind::other
                                                                                    : letter_kind::delimiter;
}

constexpr auto ascii_kinds = [] {
  std::array<letter_kind, ascii_end> table{};
  for (char32_t i = 0; i < ascii_end; ++i) table[i] = ascii_kind(i);
  return table;
}();

inline letter_kind kind_of(char32_t character) {
  return character < ascii_end ? ascii_kinds[character] : beyond_ascii::kind_of(character);
}

// Maps one character to one: U+00DF stays.
inline char32_t lower_case(char32_t character) {
  if (character >= ascii_end) return beyond_ascii::lower_case(character);
  return character >= 'A' && character <= 'Z' ? character + ('a' - 'A') : character;
}

// U+00E9 -> e, U+00F8 -> o, U+1EE8 -> U; all else stays.
inline char32_t without_accent(char32_t character) {
  return character < ascii_end ? character : beyond_ascii::without_accent(character);
}

inline bool is_blank(char32_t character) {
  return kind_of(character) == letter_kind::white;
}

}  // namespace covey::parsers
