// Examines many bytes of a JSON text at once: the inner loops of json_scanner and json_escapes. With SSE2,
// which every x86-64 has; elsewhere byte by byte. Reads stay inside the text, and at most as many bytes are
// written as are read.
#pragma once

#include "parsers/text/json_scanner.hpp"
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace covey::parsers::json_blocks {

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
inline constexpr std::ptrdiff_t short_block = 16;
inline constexpr std::ptrdiff_t long_block = 64;

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

}  // namespace covey::parsers::json_blocks
