#include "parsers/text/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace covey::parsers {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

struct byte_range {
  unsigned char low;
  unsigned char high;
};

// What may follow the first byte of a sequence: RFC 3629, section 4. It shuts out overlong forms, surrogates
// and everything over U+10FFFF.
byte_range second_byte(unsigned char first) {
  switch (first) {
    case 0xE0:
      return {0xA0, 0xBF};
    case 0xED:
      return {0x80, 0x9F};
    case 0xF0:
      return {0x90, 0xBF};
    case 0xF4:
      return {0x80, 0x8F};
    default:
      return {0x80, 0xBF};
  }
}

std::size_t announced_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

std::size_t valid_prefix(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const auto length = valid_sequence(bytes.substr(at));
    if (length == 0) break;
    at += length;
  }
  return at;
}

bool in(char byte, char low, char high) {
  return byte >= low && byte <= high;
}

// ESC [ parameters intermediates final: ECMA-48, section 5.4. A sequence that breaks off ends before the
// first byte that cannot belong to it, so that it never swallows the text after it.
std::size_t control_sequence(std::string_view text) {
  std::size_t at = 2;
  while (at < text.size() && in(text[at], '\x20', '\x3F')) ++at;
  if (at < text.size() && in(text[at], '\x40', '\x7E')) ++at;
  return at;
}

// ESC ] … ended by BEL or ESC \: section 5.6. Its text holds no line feed, so an unended one stops at the
// line's end.
std::size_t operating_system_command(std::string_view text) {
  for (std::size_t at = 2; at < text.size(); ++at) {
    if (text[at] == '\a') return at + 1;
    if (text[at] == '\n') return at;
    if (text[at] == '\x1B') return at + 1 < text.size() && text[at + 1] == '\\' ? at + 2 : at;
  }
  return text.size();
}

// Length of the terminal escape sequence at the start, which is an ESC.
std::size_t escape_sequence(std::string_view text) {
  if (text.size() == 1) return 1;
  if (text[1] == '[') return control_sequence(text);
  if (text[1] == ']') return operating_system_command(text);
  std::size_t at = 1;
  while (at < text.size() && in(text[at], '\x20', '\x2F')) ++at;
  if (at < text.size() && in(text[at], '\x30', '\x7E')) ++at;
  return at;
}

// Bytes of the control character at the start of valid text, 0 where there is none. U+0080 to U+009F are
// controls too.
std::size_t control_character(std::string_view text) {
  if (in(text[0], '\x00', '\x1F') || text[0] == '\x7F') return 1;
  if (text[0] != '\xC2' || text.size() < 2) return 0;
  return static_cast<unsigned char>(text[1]) < 0xA0 ? 2 : 0;
}

std::uint64_t word_at(std::string_view bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data(), sizeof word);
  return word;
}

// Not 0 if one of the eight bytes is not printable ASCII: one below the space borrows, one from DEL on has or
// gets the highest bit.
std::uint64_t unprintable_in(std::uint64_t word) {
  return ((word - 0x2020202020202020) | (word + 0x0101010101010101) | word) & 0x8080808080808080;
}

// Bytes at the start of valid text that plain_text() leaves as they are.
std::size_t plain_prefix(std::string_view text) {
  constexpr std::size_t word = sizeof(std::uint64_t);
  auto rest = text;
  while (!rest.empty()) {
    const bool usual = rest.size() >= word && unprintable_in(word_at(rest)) == 0;
    if (!usual && rest.front() != '\t' && rest.front() != '\n' && control_character(rest) > 0) break;
    rest.remove_prefix(usual ? word : 1);
  }
  return text.size() - rest.size();
}

}  // namespace

std::size_t valid_sequence(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const auto length = announced_length(at(0));
  if (length > bytes.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    const auto [low, high] = i == 1 ? second_byte(at(0)) : byte_range{0x80, 0xBF};
    if (at(i) < low || at(i) > high) return 0;
  }
  return length;
}

// Most texts are, so test eight bytes at a time.
bool is_ascii(std::string_view bytes) {
  std::uint64_t all = 0;
  for (; bytes.size() >= sizeof all; bytes.remove_prefix(sizeof all)) all |= word_at(bytes);
  for (const char byte : bytes) all |= static_cast<unsigned char>(byte);
  return (all & 0x8080808080808080) == 0;
}

bool is_printable_ascii(std::string_view bytes) {
  std::uint64_t found = 0;
  for (; bytes.size() >= sizeof found; bytes.remove_prefix(sizeof found))
    found |= unprintable_in(word_at(bytes));
  for (const char byte : bytes) found |= in(byte, ' ', '~') ? 0U : 1U;
  return found == 0;
}

bool is_utf8(std::string_view bytes) {
  return is_ascii(bytes) || valid_prefix(bytes) == bytes.size();
}

std::string repair_utf8(std::string_view bytes) {
  std::string repaired;
  repaired.reserve(bytes.size());
  while (!bytes.empty()) {
    const auto valid = valid_prefix(bytes);
    repaired += bytes.substr(0, valid);
    bytes.remove_prefix(valid);
    std::size_t broken = 0;
    while (broken < bytes.size() && valid_sequence(bytes.substr(broken)) == 0) ++broken;
    if (broken > 0) repaired += replacement;
    bytes.remove_prefix(broken);
  }
  return repaired;
}

std::string plain_text(std::string_view bytes) {
  std::string repaired;
  auto rest = is_utf8(bytes) ? bytes : repaired = repair_utf8(bytes);
  std::string plain;
  plain.reserve(rest.size());
  for (;;) {
    const auto length = plain_prefix(rest);
    plain += rest.substr(0, length);
    rest.remove_prefix(length);
    if (rest.empty()) return plain;
    std::size_t used = 0;
    if (rest.front() == '\x1B') {
      used = escape_sequence(rest);
    } else if (rest.front() == '\r') {
      plain += '\n';
      used = rest.substr(1, 1) == "\n" ? 2 : 1;
    } else {
      used = control_character(rest);
    }
    rest.remove_prefix(used);
  }
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

std::string_view first_bytes(std::string_view text, std::size_t max) {
  if (text.size() <= max) return text;
  for (int i = 0; i < 3 && max > 0 && continues_character(text[max]); ++i) --max;
  return text.substr(0, max);
}

char32_t take_character(std::string_view& text) {
  const auto length = valid_sequence(text);
  if (length == 0) {
    text.remove_prefix(1);
    return U'\uFFFD';
  }
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  char32_t out = length == 1 ? byte(0) : byte(0) & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) out = out << 6U | (byte(i) & 0x3FU);
  text.remove_prefix(length);
  return out;
}

void decode_utf8(std::string_view bytes, std::u32string& characters) {
  while (!bytes.empty()) characters += take_character(bytes);
}

char* put_utf8(char* out, char32_t character) {
  const auto put = [&](char32_t byte) { *out++ = static_cast<char>(static_cast<unsigned char>(byte)); };
  const auto put_rest = [&](unsigned shift) { put(0x80U | (character >> shift & 0x3FU)); };
  if (character < 0x80) {
    put(character);
    return out;
  }
  if (character < 0x800) {
    put(0xC0U | character >> 6U);
  } else if (character < 0x10000) {
    put(0xE0U | character >> 12U);
    put_rest(6);
  } else {
    put(0xF0U | character >> 18U);
    put_rest(12);
    put_rest(6);
  }
  put_rest(0);
  return out;
}

void append_utf8(std::string& out, char32_t character) {
  char bytes[4];
  out.append(bytes, put_utf8(bytes, character));
}

}  // namespace covey::parsers
