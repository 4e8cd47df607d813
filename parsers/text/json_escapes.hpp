// The escapes of JSON's strings (RFC 8259, section 7).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace covey::parsers {

struct json_escape {
  std::size_t length = 0;  // 0: not an escape
  char32_t character = 0;
};

// A backslash, "u" and four digits, at the start of the text; a pair of surrogates is one.
json_escape read_unit_escape(std::string_view text);

// What a single character behind a backslash stands for; 0: the escape is longer, or invalid.
inline constexpr auto simple_escapes = [] {
  std::array<char, 256> out{};
  constexpr std::string_view names = "\"\\/bfnrt";
  constexpr std::string_view characters = "\"\\/\b\f\n\r\t";
  for (std::size_t i = 0; i < names.size(); ++i) out[static_cast<unsigned char>(names[i])] = characters[i];
  return out;
}();

// `at`: a backslash; 0 at the end of the text.
inline char simple_escape(const char* at, const char* end) {
  return end - at < 2 ? '\0' : simple_escapes[static_cast<unsigned char>(at[1])];
}

}  // namespace covey::parsers
