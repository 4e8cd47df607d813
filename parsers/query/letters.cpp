#include "parsers/query/letters.hpp"

#include <algorithm>
#include <array>

namespace covey::parsers {
namespace {

enum range_kind : std::uint8_t { white, lower, upper, letter, number, cased };

struct kind_range {
  char32_t first;
  char32_t last;
  range_kind kind;  // cased: capitals and their small letters alternate, a capital first
};

struct case_range {
  char32_t first;
  char32_t last;
  char32_t every;  // 2: every other character, from the first on
  std::int32_t to_lower;
};

struct accent_range {
  char32_t first;
  char32_t last;
  char letter;
};

#include "parsers/query/letter_tables.inc"

// The range that holds the character, or nullptr.
template <class Ranges>
const typename Ranges::value_type* range_of(const Ranges& ranges, char32_t character) {
  const auto found = std::lower_bound(ranges.begin(), ranges.end(), character,
                                      [](const auto& range, char32_t sought) { return range.last < sought; });
  return found == ranges.end() || character < found->first ? nullptr : &*found;
}

letter_kind kind_in(const kind_range& range, char32_t character) {
  switch (range.kind) {
    case white:
      return letter_kind::white;
    case lower:
      return letter_kind::lower;
    case upper:
      return letter_kind::upper;
    case letter:
      return letter_kind::letter;
    case number:
      return letter_kind::number;
    case cased:
      return (character - range.first) % 2 == 0 ? letter_kind::upper : letter_kind::lower;
  }
  return letter_kind::other;
}

}  // namespace

namespace beyond_ascii {

letter_kind kind_of(char32_t character) {
  const auto* range = range_of(kinds, character);
  return range == nullptr ? letter_kind::other : kind_in(*range, character);
}

char32_t lower_case(char32_t character) {
  const auto* range = range_of(cases, character);
  if (range == nullptr || (character - range->first) % range->every != 0) return character;
  return static_cast<char32_t>(static_cast<std::int32_t>(character) + range->to_lower);
}

char32_t without_accent(char32_t character) {
  if (character > accents.back().last) return character;
  const auto* range = range_of(accents, character);
  return range == nullptr ? character : static_cast<char32_t>(range->letter);
}

}  // namespace beyond_ascii

}  // namespace covey::parsers
