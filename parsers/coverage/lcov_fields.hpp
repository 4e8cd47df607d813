// The fields of "DA:12,3\n" and "BRDA:12,0,1,3\n" without a branch per digit, and of many lines at a time:
// where they end is found for a whole block of bytes together. Nine lines of ten in a tracefile are these.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace covey::parsers::lcov_fields {

constexpr std::size_t block = 64;  // bytes that are looked at together
constexpr std::size_t reach = 80;  // bytes that have to be readable from where a block begins

inline bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

// Bit i is set where byte i of the block is no digit.
inline std::uint64_t no_digits(const char* at) {
#if defined(__SSE2__)
  const auto digits = [at](std::size_t from) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + from));
    const __m128i values = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
    const auto mask = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(values, _mm_set1_epi8(9)), values));
    return std::uint64_t{static_cast<std::uint32_t>(mask)} << from;
  };
  return ~(digits(0) | digits(16) | digits(32) | digits(48));
#else
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < block; ++i)
    mask |= std::uint64_t{static_cast<unsigned char>(at[i] - '0') > 9} << i;
  return mask;
#endif
}

// The number of 1 to 8 digits; eight bytes are readable from there.
inline std::uint64_t number(const char* at, unsigned digits) {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint64_t word;
    std::memcpy(&word, at, sizeof word);
    word <<= 64 - 8 * digits;  // what is shifted in reads as leading zeros
    word = (word & 0x0f0f0f0f0f0f0f0f) * 2561 >> 8;
    word = (word & 0x00ff00ff00ff00ff) * 6553601 >> 16;
    return (word & 0x0000ffff0000ffff) * 42949672960001 >> 32;
  } else {
    std::uint64_t out = 0;
    for (unsigned i = 0; i < digits; ++i) out = out * 10 + static_cast<unsigned>(at[i] - '0');
    return out;
  }
}

// Two numbers of 1 to 4 digits, in one go; four bytes are readable from where each begins.
inline void two_numbers(const char* first_at, unsigned first_digits, const char* second_at,
                        unsigned second_digits, std::uint64_t& first, std::uint64_t& second) {
  if constexpr (std::endian::native == std::endian::little) {
    std::uint32_t low, high;
    std::memcpy(&low, first_at, sizeof low);
    std::memcpy(&high, second_at, sizeof high);
    low <<= 32 - 8 * first_digits;
    high <<= 32 - 8 * second_digits;
    std::uint64_t word = std::uint64_t{high} << 32 | low;
    word = (word & 0x0f0f0f0f0f0f0f0f) * 2561 >> 8;
    word = (word & 0x00ff00ff00ff00ff) * 6553601 >> 16;
    first = word & 0xffff;
    second = word >> 32 & 0xffff;
  } else {
    first = number(first_at, first_digits);
    second = number(second_at, second_digits);
  }
}

constexpr unsigned longest = 8;
constexpr unsigned short_one = 4;  // most numbers have no more digits

// Walks over a block, field by field. After something else than what was asked for it is of no more use.
class cursor {
 public:
  explicit cursor(const char* at) : at_(at), ends_(no_digits(at)) {}

  const char* at() const { return at_; }

  // These bytes, of which none is a digit.
  template <std::size_t Size>
  bool take(const char (&text)[Size]) {
    constexpr std::size_t length = Size - 1;
    static_assert(length > 1 && length <= 5);
    // In two steps, for compilers make a load of four or two bytes of each, but a call of three or five.
    constexpr std::size_t first = length < 4 ? 2 : 4;
    if (std::memcmp(at_, text, first) != 0 || (length > first && at_[first] != text[first])) return false;
    ends_ >>= length;
    at_ += length;
    return true;
  }

  // The number before the next byte that is no digit, if that byte is `end`.
  bool take(char end, std::uint64_t& value) {
    if (ends_ == 0) return false;
    const auto digits = static_cast<unsigned>(std::countr_zero(ends_));
    if (digits - 1 >= longest || at_[digits] != end) return false;  // none at all wraps around
    value = number(at_, digits);
    ends_ = ends_ >> digits >> 1;
    at_ += digits + 1;
    return true;
  }

  // A number, then another: as two calls of the above.
  bool take_two(char first_end, std::uint64_t& first, char second_end, std::uint64_t& second) {
    const auto second_ends = ends_ & (ends_ - 1);
    if (second_ends == 0) return false;
    const auto first_digits = static_cast<unsigned>(std::countr_zero(ends_));
    const auto taken = static_cast<unsigned>(std::countr_zero(second_ends)) + 1;
    const auto second_digits = taken - first_digits - 2;
    if (first_digits - 1 >= short_one || second_digits - 1 >= short_one)
      return take(first_end, first) && take(second_end, second);
    if (at_[first_digits] != first_end || at_[taken - 1] != second_end) return false;
    two_numbers(at_, first_digits, at_ + first_digits + 1, second_digits, first, second);
    ends_ = ends_ >> (taken - 1) >> 1;
    at_ += taken;
    return true;
  }

 private:
  const char* at_;
  std::uint64_t ends_;  // bit i: the byte i from here is no digit; clear beyond the block
};

}  // namespace covey::parsers::lcov_fields
