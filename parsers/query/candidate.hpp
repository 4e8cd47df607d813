// One candidate as the terms of a query see it. Costly values are computed on first use.
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
  // `bytes` must stay where they are. Reuse one object for all candidates, to keep its memory.
  void assign(std::string_view bytes);

  std::string_view bytes() const { return bytes_; }
  bool ascii() const { return ascii_; }

  const std::u32string& characters();

  // The characters as seen by a term that ignores case, or accents.
  const std::u32string& seen(lowering lower, bool without_accents);

  // What a match of each character adds to the value of any match: most at the beginning of a word.
  const std::vector<std::uint8_t>& bonuses();

  // How many blanks the text begins and ends with; both are its length if all is blank.
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
