#include "parsers/text/json_scanner.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace covey::parsers {
namespace {

// --- Many bytes at once: with SSE2, which every x86-64 has; elsewhere byte by byte. Reads stay inside the text, and at most
// as many bytes are written as are read. ---

// Ends a run of plain text in a string: the string's end, an escape, a forbidden or a non-ASCII character.
inline bool is_special(char c) {
  return c == '"' || c == '\\' || static_cast<signed char>(c) < 0x20;
}

// The bounds of the text that is read.
struct bounds {
  const char* begin;
  const char* end;
};

// How many bytes are searched for special ones at once. Names are short, and so are the runs between two
// escapes. The first long search finds the end of most texts, whatever their length, without a branch that
// could be mispredicted.
constexpr std::ptrdiff_t short_block = 16;
constexpr std::ptrdiff_t long_block = 64;

#ifdef __SSE2__
// One bit for each special byte of 16.
inline std::uint64_t specials_of(const char* at) {
  const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  const auto quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  const auto escapes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  const auto others = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));  // signed: over 0x7f is below zero
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, escapes), others)));
}

template <std::ptrdiff_t block>
inline std::uint64_t specials_in(const char* at) {
  std::uint64_t found = specials_of(at);
  if constexpr (block == 64)
    found |= specials_of(at + 16) << 16U | specials_of(at + 32) << 32U | specials_of(at + 48) << 48U;
  return found;
}

// The first special byte from `at` on, or the end. Reads stay inside the text: its last bytes are examined
// together with those before them.
template <std::ptrdiff_t block>
[[gnu::always_inline]] inline const char* next_special(const char* at, bounds text) {
  for (; text.end - at >= block; at += block)
    if (const auto found = specials_in<block>(at); found != 0) return at + std::countr_zero(found);
  if (at != text.end && text.end - text.begin >= block) {
    const auto found = specials_in<block>(text.end - block) >> (block - (text.end - at));
    return found == 0 ? text.end : at + std::countr_zero(found);
  }
  return std::find_if(at, text.end, is_special);
}
#else
template <std::ptrdiff_t block>
const char* next_special(const char* at, bounds text) {
  return std::find_if(at, text.end, is_special);
}
#endif

// Copies up to the next backslash or the end; returns that place.
inline const char* copy_plain(const char* at, const char* end, char* out) {
#ifdef __SSE2__
  for (; end - at >= 16; at += 16, out += 16) {
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
    const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
    if (found != 0) return at + std::countr_zero(found);
  }
  if (end - at >= 8) {
    const auto bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out), bytes);
    const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
    if (found != 0) return at + std::countr_zero(found);
    at += 8;
    out += 8;
  }
#endif
  while (at != end && *at != '\\') *out++ = *at++;
  return at;
}

// Whether the name stands there without blanks; json_name::room bytes are read.
inline bool fits(const json_name& name, const char* at) {
#ifdef __SSE2__
  const auto here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  const auto wanted = _mm_load_si128(reinterpret_cast<const __m128i*>(name.quoted()));
  const auto same = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(here, wanted)));
  return (~same & name.mask()) == 0;
#else
  return std::memcmp(at, name.quoted(), name.size()) == 0;
#endif
}

// --- Byte by byte ---

// The escapes of JSON's strings (RFC 8259, section 7).
struct json_escape {
  std::size_t length = 0;  // 0: not an escape
  char32_t character = 0;
};

// What a single character behind a backslash stands for; 0: the escape is longer, or invalid.
constexpr auto simple_escapes = [] {
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

std::optional<unsigned> hex_digits(std::string_view text) {
  unsigned value = 0;
  if (text.size() < 4) return std::nullopt;
  for (const char c : text.substr(0, 4)) {
    const int digit = hex_digit(c);
    if (digit < 0) return std::nullopt;
    value = value << 4U | static_cast<unsigned>(digit);
  }
  return value;
}

bool is_leading(unsigned unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}
bool is_trailing(unsigned unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

// A backslash, "u" and four digits, at the start of the text; a pair of surrogates is one.
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

constexpr int max_depth = 32;

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

std::size_t digits_from(std::string_view text, std::size_t at) {
  const auto begin = at;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at - begin;
}

// The length of the number at the start of the text; 0 where there is none.
std::size_t number_length(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const auto whole = digits_from(text, at);
  if (whole == 0 || (whole > 1 && text[at] == '0')) return 0;
  at += whole;
  if (at < text.size() && text[at] == '.') {
    const auto digits = digits_from(text, ++at);
    if (digits == 0) return 0;
    at += digits;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const auto digits = digits_from(text, at);
    if (digits == 0) return 0;
    at += digits;
  }
  return at;
}

// The functions below take a place in the text and return the one behind what they read; null: it is not
// there. Places are passed by value, so that they stay in registers.

inline const char* after_blanks(const char* at, const char* end) {
  while (at != end && is_blank(*at)) ++at;
  return at;
}

// Blanks may stand before it, but programs mostly write none.
inline const char* after(char expected, const char* at, const char* end) {
  if (at != end && *at == expected) return at + 1;
  at = after_blanks(at, end);
  return at != end && *at == expected ? at + 1 : nullptr;
}

// An escape or a character that is not ASCII.
const char* after_special(const char* at, const char* end, json_value& into) {
  const bool escape = *at == '\\';
  into.escaped = into.escaped || escape;
  if (escape && simple_escape(at, end) != 0) return at + 2;
  const std::string_view rest{at, end};
  const bool control = static_cast<signed char>(*at) >= 0 && !escape;
  const auto length = control ? 0 : escape ? read_unit_escape(rest).length : valid_sequence(rest);
  return length == 0 ? nullptr : at + length;
}

// To the quote that ends a string, from its first special byte on.
const char* end_of_special_string(const char* at, bounds text, json_value& into) {
  while (at != nullptr && at != text.end && *at != '"')
    at = is_special(*at) ? after_special(at, text.end, into) : next_special<short_block>(at, text);
  return at == text.end ? nullptr : at;
}

// `at`: behind the first quote.
template <std::ptrdiff_t block>
[[gnu::always_inline]] inline const char* after_string(const char* at, bounds text, json_value& into) {
  const auto* end = next_special<block>(at, text);
  into.kind = json_kind::string;
  into.escaped = false;
  if (end == text.end || *end != '"') end = end_of_special_string(end, text, into);
  if (end == nullptr) return nullptr;
  into.raw = {at, end};
  return end + 1;
}

const char* after_word(std::string_view word, const char* at, const char* end) {
  return std::string_view{at, end}.starts_with(word) ? at + word.size() : nullptr;
}

const char* after_container(const char* at, bounds text, int depth);

// Of a container `into` gets only the place where it begins.
const char* after_other(const char* at, bounds text, json_value& into, int depth) {
  const auto* const begin = at;
  switch (*at) {
    case '{':
    case '[':
      into.kind = *at == '{' ? json_kind::object : json_kind::array;
      at = after_container(at, text, depth);
      break;
    case 't':
    case 'f':
      into.kind = json_kind::boolean;
      at = after_word(*at == 't' ? "true" : "false", at, text.end);
      break;
    case 'n':
      into.kind = json_kind::null;
      at = after_word("null", at, text.end);
      break;
    default: {
      into.kind = json_kind::number;
      const auto length = number_length({at, text.end});
      at = length == 0 ? nullptr : at + length;
    }
  }
  into.escaped = false;
  if (at != nullptr) into.raw = {begin, at};
  return at;
}

// `depth`: of the value, if it is a container.
[[gnu::always_inline]] inline const char* after_value(const char* at, bounds text, json_value& into,
                                                      int depth) {
  if (at != text.end && *at != '"') at = after_blanks(at, text.end);
  if (at == text.end) return nullptr;
  return *at == '"' ? after_string<long_block>(at + 1, text, into) : after_other(at, text, into, depth);
}

[[gnu::always_inline]] inline const char* after_name(const char* at, bounds text, json_value& into) {
  at = after('"', at, text.end);
  if (at != nullptr) at = after_string<short_block>(at, text, into);
  return at == nullptr ? nullptr : after(':', at, text.end);
}

const char* after_container(const char* at, bounds text, int depth) {
  if (depth > max_depth) return nullptr;
  const bool object = *at == '{';
  const char close = object ? '}' : ']';
  if (const auto* const behind = after(close, at + 1, text.end)) return behind;
  json_value ignored;
  do {
    ++at;  // what opens it, or a comma
    if (object) at = after_name(at, text, ignored);
    if (at != nullptr) at = after_value(at, text, ignored, depth + 1);
    if (at == nullptr) return nullptr;
    at = after_blanks(at, text.end);
  } while (at != text.end && *at == ',');
  return after(close, at, text.end);
}

// Tries the names after the last one, in their order; null: none of them stands there without blanks.
[[gnu::always_inline]] inline const char* after_expected_name(const char* at, const char* end,
                                                              json_names names, std::size_t& index) {
  if (end - at < static_cast<std::ptrdiff_t>(json_name::room)) return nullptr;
  for (auto i = index + 1; i < names.size(); ++i) {
    if (!fits(names[i], at)) continue;
    index = i;
    return at + names[i].size();
  }
  return nullptr;
}

// Any other name.
const char* after_other_name(const char* at, bounds text, json_names names, std::size_t& index,
                             std::string& decoded, std::string_view& key) {
  json_value name;
  at = after_name(at, text, name);
  if (at == nullptr) return nullptr;
  key = name.raw;
  if (name.escaped) key = decoded = json_text(name);
  const auto found = std::ranges::find_if(names, [&](const auto& known) { return known.text() == key; });
  index = found == names.end() ? json_object::unknown : static_cast<std::size_t>(found - names.begin());
  return at;
}

}  // namespace

char* decode_json_text(const json_value& text, char* out) {
  const auto* at = text.raw.data();
  const auto* const end = at + text.raw.size();
  for (;;) {
    const auto* const plain = copy_plain(at, end, out);
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

json_cursor::json_cursor(std::string_view text, char open, char close)
    : begin_(text.data()), end_(begin_ + text.size()), at_(after(open, begin_, end_)), close_(close) {}

inline const char* json_cursor::advance() {
  const auto* const at = at_;
  if (at == nullptr) return nullptr;
  if (!first_ && at != end_ && *at == ',') return at + 1;
  return advance_slowly(at);
}

// Handles the first element, the container's end, and blanks before a comma.
const char* json_cursor::advance_slowly(const char* at) {
  const bool first = std::exchange(first_, false);
  const auto* const behind = after(close_, at, end_);
  if (behind == nullptr) return first ? at : after(',', at, end_);
  complete_ = after_blanks(behind, end_) == end_;
  return nullptr;
}

bool json_object::next() {
  const auto* at = advance();
  const bounds text{begin_, end_};
  if (at != nullptr) {
    const auto* const behind = after_expected_name(at, end_, names_, index_);
    at = behind != nullptr ? behind : after_other_name(at, text, names_, index_, decoded_key_, key_);
  }
  at_ = at == nullptr ? nullptr : after_value(at, text, value_, 2);
  return at_ != nullptr;
}

bool json_array::next() {
  const auto* const at = advance();
  at_ = at == nullptr ? nullptr : after_value(at, {begin_, end_}, value_, 2);
  return at_ != nullptr;
}

bool read_json_members(std::string_view text, json_names names, std::span<json_value> values) {
  const bounds all{text.data(), text.data() + text.size()};
  std::fill(values.begin(), values.end(), json_value{});
  auto index = json_object::unknown;
  std::string decoded;
  std::string_view key;
  json_value unwanted;
  const auto* at = after('{', all.begin, all.end);
  for (bool first = true; at != nullptr; first = false) {
    if (first || at == all.end || *at != ',') {
      if (const auto* const behind = after('}', at, all.end)) return after_blanks(behind, all.end) == all.end;
    }
    if (!first) at = after(',', at, all.end);
    if (at == nullptr) return false;
    const auto* const behind = after_expected_name(at, all.end, names, index);
    at = behind != nullptr ? behind : after_other_name(at, all, names, index, decoded, key);
    if (at == nullptr) return false;
    at = after_value(at, all, index == json_object::unknown ? unwanted : values[index], 2);
  }
  return false;
}

double json_number(const json_value& number) {
  double out = 0;
  const auto raw = number.raw;
  const auto error = std::from_chars(raw.data(), raw.data() + raw.size(), out).ec;
  return error == std::errc{} ? out : 0;
}

}  // namespace covey::parsers
