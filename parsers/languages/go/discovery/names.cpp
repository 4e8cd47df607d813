#include "parsers/languages/go/discovery/names.hpp"
#include "parsers/text/utf8.hpp"
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace covey::parsers::languages::go {
namespace {

struct range {
  char32_t first, last;
};

template <std::size_t N>
bool is_in(const std::array<range, N>& ranges, char32_t c) {
  for (const auto& one : ranges)
    if (one.first <= c && c <= one.last) return true;
  return false;
}

// Covers the alphabets with upper and lower case that identifiers are written in.
bool is_lower(char32_t c) {
  constexpr std::array<range, 10> lower{{{'a', 'z'},
                                         {0xDF, 0xF6},
                                         {0xF8, 0xFF},
                                         {0x3AC, 0x3CE},
                                         {0x430, 0x45F},
                                         {0x560, 0x588},
                                         {0x10D0, 0x10FA},
                                         {0x250, 0x2AF},
                                         {0x1F00, 0x1F07},
                                         {0x17F, 0x17F}}};
  if (is_in(lower, c)) return true;
  // In these ranges capital and small letters alternate: the capitals are the even or the odd code points.
  constexpr std::array<range, 6> even{
      {{0x100, 0x137}, {0x14A, 0x177}, {0x1DE, 0x1EF}, {0x1F8, 0x21F}, {0x460, 0x481}, {0x1E00, 0x1E95}}};
  constexpr std::array<range, 3> odd{{{0x139, 0x148}, {0x179, 0x17E}, {0x1CD, 0x1DC}}};
  if (is_in(even, c) || (0x48A <= c && c <= 0x4BF) || (0x4D0 <= c && c <= 0x52F) ||
      (0x1EA0 <= c && c <= 0x1EFF))
    return c % 2 == 1;
  return is_in(odd, c) && c % 2 == 0;
}

bool is_space(char32_t c) {
  constexpr std::array<range, 9> spaces{{{0x9, 0xD},
                                         {' ', ' '},
                                         {0x85, 0x85},
                                         {0xA0, 0xA0},
                                         {0x1680, 0x1680},
                                         {0x2000, 0x200A},
                                         {0x2028, 0x2029},
                                         {0x202F, 0x202F},
                                         {0x205F, 0x205F}}};
  return is_in(spaces, c) || c == 0x3000;
}

// False for controls, formatting characters, private use and noncharacters; which characters are assigned at
// all depends on the version of Go.
bool is_printed(char32_t c) {
  constexpr std::array<range, 17> hidden{{{0, 0x1F},
                                          {0x7F, 0x9F},
                                          {0xAD, 0xAD},
                                          {0x600, 0x605},
                                          {0x61C, 0x61C},
                                          {0x6DD, 0x6DD},
                                          {0x70F, 0x70F},
                                          {0x180E, 0x180E},
                                          {0x200B, 0x200F},
                                          {0x202A, 0x202E},
                                          {0x2060, 0x206F},
                                          {0xD800, 0xF8FF},
                                          {0xFEFF, 0xFEFF},
                                          {0xFFF0, 0xFFFB},
                                          {0xFFFE, 0xFFFF},
                                          {0x1D173, 0x1D17A},
                                          {0xE0000, 0xE00FF}}};
  return !is_in(hidden, c) && c < 0xF0000;
}

void append_escape(std::string& out, char32_t c) {
  if (c == '\a' || c == '\b') {
    out += c == '\a' ? "\\a" : "\\b";
    return;
  }
  constexpr std::string_view digits = "0123456789abcdef";
  const int width = c < ' ' || c == 0x7F ? 2 : c < 0x10000 ? 4 : 8;
  out += width == 2 ? "\\x" : width == 4 ? "\\u" : "\\U";
  for (int i = width - 1; i >= 0; --i) out += digits[(c >> (4U * static_cast<unsigned>(i))) & 0xFU];
}

// Appends what the escape after the backslash of "\x41" stands for; moves past it.
bool append_escaped(std::string& out, std::string_view& rest) {
  if (rest.empty()) return false;
  const char kind = rest.front();
  constexpr std::string_view simple = "abfnrtv\\\"'";
  constexpr std::string_view meaning = "\a\b\f\n\r\t\v\\\"'";
  if (const auto at = simple.find(kind); at != std::string_view::npos) {
    out += meaning[at];
    rest.remove_prefix(1);
    return true;
  }
  const bool octal = kind >= '0' && kind <= '7';
  const std::size_t length = octal ? 3 : kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
  if (!octal) rest.remove_prefix(1);
  if (length == 0 || rest.size() < length) return false;
  std::uint32_t value = 0;
  const auto* end = rest.data() + length;
  if (std::from_chars(rest.data(), end, value, octal ? 8 : 16).ptr != end) return false;
  rest.remove_prefix(length);
  if (kind == 'u' || kind == 'U') {
    if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return false;
    append_utf8(out, value);
  } else {
    if (value > 0xFF) return false;
    out += static_cast<char>(static_cast<unsigned char>(value));
  }
  return true;
}

}  // namespace

bool is_test_name(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  if (name.empty()) return true;
  return !is_utf8(name) || !is_lower(take_character(name));
}

std::optional<std::string> unquoted(std::string_view literal) {
  if (literal.size() < 2 || literal.front() != literal.back()) return std::nullopt;
  const bool raw = literal.front() == '`';
  if (!raw && literal.front() != '"') return std::nullopt;
  literal = literal.substr(1, literal.size() - 2);
  std::string out;
  while (!literal.empty()) {
    const char c = literal.front();
    literal.remove_prefix(1);
    if (!raw && c == '\\') {
      if (!append_escaped(out, literal)) return std::nullopt;
    } else if (!raw || c != '\r') {  // Go drops carriage returns in raw strings
      out += c;
    }
  }
  return out;
}

std::string rewritten(std::string_view piece) {
  std::string out;
  while (!piece.empty()) {
    const auto c = take_character(piece);
    if (is_space(c))
      out += '_';
    else if (!is_printed(c))
      append_escape(out, c);
    else
      append_utf8(out, c);
  }
  return out;
}

std::string subtest_name(std::string_view name) {
  return name.empty() ? "#00" : rewritten(name);
}

}  // namespace covey::parsers::languages::go
