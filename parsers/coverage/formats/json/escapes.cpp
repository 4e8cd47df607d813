#include "parsers/coverage/formats/json/escapes.hpp"
#include <cstdint>

namespace covey::parsers {
namespace {

constexpr std::size_t escape_length = 6;  // \uXXXX
constexpr std::string_view replacement = "\\ufffd";

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

struct escape {
  enum { cut, other, unit } kind = other;
  std::size_t length = 0;   // other: what can be passed on as it is
  std::uint32_t value = 0;  // unit: a UTF-16 code unit
};

// What stands at the beginning of the text, which is a backslash.
escape escape_at(std::string_view text) {
  if (text.size() < 2) return {escape::cut};
  if (text[1] != 'u') return {escape::other, 2};
  std::uint32_t value = 0;
  for (std::size_t i = 2; i < escape_length; ++i) {
    if (i >= text.size()) return {escape::cut};
    const int nibble = digit(text[i]);
    if (nibble < 0) return {escape::other, i};
    value = value * 16 + static_cast<std::uint32_t>(nibble);
  }
  return {escape::unit, escape_length, value};
}

bool is_high(std::uint32_t unit) {
  return unit >= 0xd800 && unit < 0xdc00;
}
bool is_low(std::uint32_t unit) {
  return unit >= 0xdc00 && unit < 0xe000;
}

struct verdict {
  bool cut = false;   // more text is needed
  bool lone = false;  // the first `length` bytes are to be replaced
  std::size_t length = 0;
};

verdict judge(std::string_view text) {
  const auto first = escape_at(text);
  if (first.kind == escape::cut) return {true};
  if (first.kind == escape::other || (!is_high(first.value) && !is_low(first.value)))
    return {false, false, first.length};
  if (is_low(first.value)) return {false, true, escape_length};
  const auto rest = text.substr(escape_length);
  if (rest.empty()) return {true};
  if (rest.front() != '\\') return {false, true, escape_length};
  const auto second = escape_at(rest);
  if (second.kind == escape::cut) return {true};
  if (second.kind == escape::unit && is_low(second.value)) return {false, false, 2 * escape_length};
  return {false, true, escape_length};
}

}  // namespace

void surrogate_repair::feed(std::string_view bytes, const sink& out) {
  std::string joined;
  if (!held_.empty()) {
    joined = std::move(held_);
    held_.clear();
    joined += bytes;
    bytes = joined;
  }
  std::size_t passed = 0;
  for (auto at = bytes.find('\\'); at != std::string_view::npos; at = bytes.find('\\', at)) {
    const auto is = judge(bytes.substr(at));
    if (is.cut) {
      held_ = bytes.substr(at);
      bytes = bytes.substr(0, at);
      break;
    }
    if (is.lone) {
      if (at > passed) out(bytes.substr(passed, at - passed));
      out(replacement);
      passed = at + is.length;
    }
    at += is.length;
  }
  if (bytes.size() > passed) out(bytes.substr(passed));
}

void surrogate_repair::finish(const sink& out) {
  if (!held_.empty()) out(held_);
  held_.clear();
}

}  // namespace covey::parsers
