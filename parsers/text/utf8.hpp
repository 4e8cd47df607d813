// UTF-8: what a test printed -> text that may go into JSON, and single characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace covey::parsers {

bool is_ascii(std::string_view bytes);
bool is_utf8(std::string_view bytes);
bool is_printable_ascii(std::string_view bytes);  // from the space to the tilde

// Whether the byte is not the first of a character.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Bytes of the valid character at the start of a non-empty text; 0 if there is none.
std::size_t valid_sequence(std::string_view bytes);

// Each maximal run of invalid UTF-8 (RFC 3629: no surrogates, nothing over U+10FFFF) becomes one U+FFFD.
std::string repair_utf8(std::string_view bytes);

// Repaired, without terminal escape sequences (CSI, OSC and two-byte ones) and without control characters
// other than tab and line feed; "\r\n" becomes "\n", a lone "\r" a line feed.
std::string plain_text(std::string_view bytes);

std::string_view without_byte_order_mark(std::string_view text);

// At most its first `max` bytes, and whole characters only.
std::string_view first_bytes(std::string_view text, std::size_t max);

// Takes the first character of a non-empty text. Each byte of invalid UTF-8 becomes a U+FFFD of its own, as
// in Go.
char32_t take_character(std::string_view& text);

// Appends all of its characters, as take_character() gives them.
void decode_utf8(std::string_view bytes, std::u32string& characters);

// A surrogate, or a value over U+10FFFF, gives invalid UTF-8.
void append_utf8(std::string& out, char32_t character);
// The same: writes up to four bytes to `out` and returns their end.
char* put_utf8(char* out, char32_t character);

}  // namespace covey::parsers
