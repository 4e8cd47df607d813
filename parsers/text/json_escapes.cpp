#include "parsers/text/json_escapes.hpp"
#include "parsers/text/json_blocks.hpp"
#include "parsers/text/json_scanner.hpp"
#include "parsers/text/utf8.hpp"
#include <optional>
#include <string>

namespace covey::parsers {
namespace {

std::optional<unsigned> hex_digits(std::string_view text) {
  unsigned value = 0;
  if (text.size() < 4) return std::nullopt;
  for (const char c : text.substr(0, 4)) {
    const bool digit = c >= '0' && c <= '9';
    const char letter = static_cast<char>(c | 0x20);
    if (!digit && (letter < 'a' || letter > 'f')) return std::nullopt;
    value = value << 4U | static_cast<unsigned>(digit ? c - '0' : letter - 'a' + 10);
  }
  return value;
}

bool is_leading(unsigned unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}
bool is_trailing(unsigned unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

}  // namespace

json_escape read_unit_escape(std::string_view text) {
  if (text.size() < 6 || text[1] != 'u') return {};
  const auto unit = hex_digits(text.substr(2));
  if (!unit || is_trailing(*unit)) return {};
  if (!is_leading(*unit)) return {6, *unit};
  if (text.substr(6, 2) != "\\u") return {};
  const auto second = hex_digits(text.substr(8));
  if (!second || !is_trailing(*second)) return {};
  return {12, 0x10000 + ((*unit - 0xD800) << 10U) + (*second - 0xDC00)};
}

char* decode_json_text(const json_value& text, char* out) {
  const auto* at = text.raw.data();
  const auto* const end = at + text.raw.size();
  for (;;) {
    const auto* const plain = json_blocks::copy_plain(at, end, out);
    out += plain - at;
    at = plain;
    if (at == end) return out;
    if (const char simple = simple_escape(at, end)) {
      *out++ = simple;
      at += 2;
      continue;
    }
    const auto found = read_unit_escape({at, end});
    out = put_utf8(out, found.character);
    at += found.length;
  }
}

std::string json_text(const json_value& text) {
  std::string out(text.raw.size(), '\0');
  out.resize(static_cast<std::size_t>(decode_json_text(text, out.data()) - out.data()));
  return out;
}

}  // namespace covey::parsers
