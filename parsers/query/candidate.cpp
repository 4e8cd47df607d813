#include "parsers/query/candidate.hpp"

#include "parsers/query/letters.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>

namespace covey::parsers {
namespace {

constexpr std::size_t kinds = static_cast<std::size_t>(letter_kind::number) + 1;

constexpr std::uint8_t bonus_between(letter_kind before, letter_kind here) {
  constexpr std::uint8_t after_blank = boundary_bonus + 2;
  if (here > letter_kind::other) {
    if (before == letter_kind::white) return after_blank;
    if (before == letter_kind::delimiter) return boundary_bonus + 1;
    if (before == letter_kind::other) return boundary_bonus;
  }
  const bool hump = before == letter_kind::lower && here == letter_kind::upper;
  const bool first_digit = before != letter_kind::number && here == letter_kind::number;
  if (hump || first_digit) return boundary_bonus - 1;
  if (here == letter_kind::other) return boundary_bonus;
  return here == letter_kind::white ? after_blank : 0;
}

constexpr auto bonus_table = [] {
  std::array<std::array<std::uint8_t, kinds>, kinds> table{};
  for (std::size_t before = 0; before < kinds; ++before)
    for (std::size_t here = 0; here < kinds; ++here)
      table[before][here] = bonus_between(static_cast<letter_kind>(before), static_cast<letter_kind>(here));
  return table;
}();

char32_t lowered(char32_t character, lowering lower) {
  const bool apply =
      lower == lowering::all || (lower == lowering::capitals && kind_of(character) == letter_kind::upper);
  return apply ? lower_case(character) : character;
}

}  // namespace

void query_candidate::assign(std::string_view bytes) {
  bytes_ = bytes;
  ascii_ = is_ascii(bytes);
  has_characters_ = has_bonuses_ = false;
  has_seen_.fill(false);
}

const std::u32string& query_candidate::characters() {
  if (has_characters_) return characters_;
  if (ascii_) {
    characters_.assign(bytes_.begin(), bytes_.end());
  } else {
    characters_.clear();
    decode_utf8(bytes_, characters_);
  }
  has_characters_ = true;
  return characters_;
}

const std::u32string& query_candidate::seen(lowering lower, bool without_accents) {
  without_accents = without_accents && !ascii_;
  if (ascii_ && lower == lowering::capitals) lower = lowering::all;
  if (lower == lowering::none && !without_accents) return characters();
  const auto which = static_cast<std::size_t>(lower) * 2 + (without_accents ? 1 : 0);
  auto& text = seen_[which];
  if (has_seen_[which]) return text;
  text = characters();
  for (auto& character : text) {
    character = lowered(character, lower);
    if (without_accents) character = without_accent(character);
  }
  has_seen_[which] = true;
  return text;
}

const std::vector<std::uint8_t>& query_candidate::bonuses() {
  if (has_bonuses_) return bonuses_;
  bonuses_.resize(characters().size());
  auto before = letter_kind::white;
  std::transform(characters_.begin(), characters_.end(), bonuses_.begin(), [&](char32_t character) {
    const auto here = kind_of(character);
    const auto bonus = bonus_table[static_cast<std::size_t>(before)][static_cast<std::size_t>(here)];
    before = here;
    return bonus;
  });
  has_bonuses_ = true;
  return bonuses_;
}

std::size_t query_candidate::leading_blanks() {
  const auto& text = characters();
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_blank) - text.begin());
}

std::size_t query_candidate::trailing_blanks() {
  const auto& text = characters();
  return static_cast<std::size_t>(std::find_if_not(text.rbegin(), text.rend(), is_blank) - text.rbegin());
}

std::size_t query_candidate::trimmed_length() {
  const auto length = characters().size();
  const auto leading = leading_blanks();
  return leading == length ? 0 : length - leading - trailing_blanks();
}

}  // namespace covey::parsers
