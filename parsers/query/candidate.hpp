// One candidate as the terms of a query look at it. What costs something is made when it is first asked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

enum class lowering : std::uint8_t {
  none,
  capitals,  // all but title case (U+01C5), numerals (U+2160) and the like
  all
};

class query_candidate {
 public:
  // `bytes` must stay where they are. An object is used again for the next candidate, to keep its memory.
  void assign(std::string_view bytes);

  std::string_view bytes() const { return bytes_; }
  bool ascii() const { return ascii_; }

  const std::u32string& characters();

  // The characters as a term sees them that does not tell cases, or accents, apart.
  const std::u32string& seen(lowering lower, bool without_accents);

  // What a match of each character is worth beyond a match anywhere: most at the beginning of a word.
  const std::vector<std::uint8_t>& bonuses();

  // Where the text without the blanks around it begins and ends; both the length, or 0 and 0, if all is
  // blank.
  std::size_t leading_blanks();
  std::size_t trailing_blanks();

  // Without blanks around it, in characters.
  std::size_t trimmed_length();

 private:
  std::string_view bytes_;
  bool ascii_ = true;
  std::u32string characters_;
  std::array<std::u32string, 6> seen_;  // by what is changed
  std::vector<std::uint8_t> bonuses_;
  bool has_characters_ = false;
  bool has_bonuses_ = false;
  std::array<bool, 6> has_seen_{};
};

constexpr std::uint8_t boundary_bonus = 8;  // this much or more: a word begins here

}  // namespace covey::parsers
