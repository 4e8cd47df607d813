// Reads the fields of "DA:12,3\n" and "BRDA:12,0,1,3\n" without a branch per digit, and many lines at a time:
// their ends are found for a whole block of bytes at once. Nine of ten lines in a tracefile are of this kind.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace covey::parsers::lcov_fields {

constexpr std::size_t block = 64;   // bytes that are examined together
constexpr std::size_t reach = 160;  // bytes that must be readable from the start of a block

inline bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

#if defined(__SSE2__)
inline __m128i load(const char* at) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}

// Bit i is the highest bit of byte i of the results of `bytes` for the offsets 0, 16, 32 and 48.
template <class Bytes>
std::uint64_t mask(Bytes&& bytes) {
  const auto part = [&](std::size_t from) {
    return std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(bytes(from)))} << from;
  };
  return part(0) | part(16) | part(32) | part(48);
}
#else
template <class Holds>
std::uint64_t mask(Holds&& holds) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < block; ++i) out |= std::uint64_t{holds(i)} << i;
  return out;
}
#endif

// Bit i is set where byte i of the block is no digit.
inline std::uint64_t no_digits(const char* at) {
#if defined(__SSE2__)
  return ~mask([at](std::size_t from) {
    const auto values = _mm_sub_epi8(load(at + from), _mm_set1_epi8('0'));
    return _mm_cmpeq_epi8(_mm_min_epu8(values, _mm_set1_epi8(9)), values);
  });
#else
  return mask([at](std::size_t i) { return static_cast<unsigned char>(at[i] - '0') > 9; });
#endif
}

// Where it is a line feed.
inline std::uint64_t line_feeds(const char* at) {
#if defined(__SSE2__)
  return mask([at](std::size_t from) { return _mm_cmpeq_epi8(load(at + from), _mm_set1_epi8('\n')); });
#else
  return mask([at](std::size_t i) { return at[i] == '\n'; });
#endif
}

// Where it is no ASCII.
inline std::uint64_t no_ascii(const char* at) {
#if defined(__SSE2__)
  return mask([at](std::size_t from) { return load(at + from); });
#else
  return mask([at](std::size_t i) { return static_cast<unsigned char>(at[i]) > 0x7f; });
#endif
}

// Where two blocks have the same byte.
inline std::uint64_t equal(const char* a, const char* b) {
#if defined(__SSE2__)
  return mask([a, b](std::size_t from) { return _mm_cmpeq_epi8(load(a + from), load(b + from)); });
#else
  return mask([a, b](std::size_t i) { return a[i] == b[i]; });
#endif
}

// Eight bytes as a number, the first one lowest.
inline std::uint64_t load_little(const void* at) {
  std::uint64_t out = 0;
  if constexpr (std::endian::native == std::endian::little)
    std::memcpy(&out, at, sizeof out);
  else
    for (unsigned i = 0; i < sizeof out; ++i)
      out |= std::uint64_t{static_cast<const unsigned char*>(at)[i]} << 8 * i;
  return out;
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

// Two numbers of 1 to 4 digits, in one go, by where they end; four bytes are readable before that.
inline void two_numbers(const char* first_end, unsigned first_digits, const char* second_end,
                        unsigned second_digits, std::uint64_t& first, std::uint64_t& second) {
  if constexpr (std::endian::native == std::endian::little) {
    static constexpr std::uint32_t last_digits[] = {0, 0x0f000000, 0x0f0f0000, 0x0f0f0f00, 0x0f0f0f0f};
    std::uint32_t low, high;
    std::memcpy(&low, first_end - 4, sizeof low);
    std::memcpy(&high, second_end - 4, sizeof high);
    low &= last_digits[first_digits];  // the others read as leading zeros
    high &= last_digits[second_digits];
    std::uint64_t word = std::uint64_t{high} << 32 | low;
    word = word * 2561 >> 8;
    word = (word & 0x00ff00ff00ff00ff) * 6553601 >> 16;
    first = word & 0xffff;
    second = word >> 32 & 0xffff;
  } else {
    first = number(first_end - first_digits, first_digits);
    second = number(second_end - second_digits, second_digits);
  }
}

// The number of 1 to 7 digits before `end`; moves `at` behind `end`. Eight bytes are readable.
inline bool take(const char*& at, char end, std::uint64_t& value) {
  const auto bytes = load_little(at) ^ 0x3030303030303030;  // a digit becomes its value
  const auto others = ((bytes + 0x7676767676767676) | bytes) & 0x8080808080808080;
  const auto digits = static_cast<unsigned>(std::countr_zero(others)) / 8;
  if (digits - 1 >= 7 || at[digits] != end) return false;  // none at all wraps around
  value = number(at, digits);
  at += digits + 1;
  return true;
}

constexpr unsigned max_length = 8;
constexpr unsigned short_one = 4;  // most numbers have no more digits

// Walks over a block, field by field. After the first failed read the cursor must be discarded.
class cursor {
 public:
  explicit cursor(const char* at) : at_(at), ends_(no_digits(at)) {}

  const char* at() const { return at_; }

  // These bytes, which must not be digits.
  template <std::size_t Size>
  bool take(const char (&text)[Size]) {
    constexpr std::size_t length = Size - 1;
    static_assert(length > 1 && length <= 5);
    // In two steps: compilers turn a comparison of two or four bytes into a load, one of three or five into a
    // call.
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
    if (digits - 1 >= max_length || at_[digits] != end) return false;  // none at all wraps around
    value = number(at_, digits);
    ends_ = ends_ >> digits >> 1;
    at_ += digits + 1;
    return true;
  }

  // A number, then another: as two calls of the above; four bytes before them are readable.
  bool take_two(char first_end, std::uint64_t& first, char second_end, std::uint64_t& second) {
    const auto second_ends = ends_ & (ends_ - 1);
    if (second_ends == 0) return false;
    const auto first_digits = static_cast<unsigned>(std::countr_zero(ends_));
    const auto last = static_cast<unsigned>(std::countr_zero(second_ends));
    const auto second_digits = last - first_digits - 1;
    if (((first_digits - 1) | (second_digits - 1)) >= short_one)
      return take(first_end, first) && take(second_end, second);
    if (at_[first_digits] != first_end || at_[last] != second_end) return false;
    two_numbers(at_ + first_digits, first_digits, at_ + last, second_digits, first, second);
    ends_ >>= last + 1;
    at_ += last + 1;
    return true;
  }

 private:
  const char* at_;
  std::uint64_t ends_;  // bit i: the byte i from here is no digit; clear beyond the block
};

}  // namespace covey::parsers::lcov_fields
