#include "parsers/query/query.hpp"
#include <boost/test/unit_test.hpp>
#include <vector>

namespace covey::parsers {
namespace {

BOOST_AUTO_TEST_SUITE(query_letters)

BOOST_AUTO_TEST_CASE(kinds) {
  struct row {
    letter_kind kind;
    std::u32string_view characters;
  };
  const std::vector<row> table = {
      {letter_kind::white, U" \t\n\v\f\r\u0085\u00A0\u2003\u3000"},
      {letter_kind::other, U"_-.()[]{}<>'\"!?@#$%^&*+=~`\\\x01\x7F\u00AD\u2014\u20AC\U0001F600\uFFFD"},
      {letter_kind::delimiter, U"/,:;|"},
      {letter_kind::lower, U"az\u00DF\u00E9\u0101\u0138\u017E\u03B1\u043F\u0180"},
      {letter_kind::upper, U"AZ\u00C9\u0100\u017D\u0391\u041F\u0181\u0130"},
      {letter_kind::letter, U"\u00AA\u01BB\u01C5\u05D0\u3042\u65E5\uAC00"},
      {letter_kind::number, U"09\u00B2\u00BD\u0663\u2163"}};
  for (const auto& [kind, characters] : table)
    for (const auto character : characters)
      BOOST_TEST_CONTEXT("U+" << std::hex << static_cast<unsigned>(character))
  BOOST_TEST(static_cast<int>(kind_of(character)) == static_cast<int>(kind));
}

// The tables of a whole alphabet in which capitals and small letters take turns have to begin with a capital.
BOOST_AUTO_TEST_CASE(capitals_have_small_letters) {
  std::size_t pairs = 0;
  for (char32_t character = 0; character < 0x110000; ++character) {
    const auto small = lower_case(character);
    if (small == character) continue;
    ++pairs;
    BOOST_TEST_CONTEXT("U+" << std::hex << static_cast<unsigned>(character)) {
      BOOST_TEST((kind_of(character) != letter_kind::lower));
      BOOST_TEST(static_cast<unsigned>(lower_case(small)) == static_cast<unsigned>(small));
    }
  }
  BOOST_TEST(pairs > 1300u);
}

struct change {
  char32_t from;
  char32_t to;
};

BOOST_AUTO_TEST_CASE(small_letters) {
  for (const auto& [from, to] : std::vector<change>{{U'A', U'a'},
                                                    {U'a', U'a'},
                                                    {U'[', U'['},
                                                    {U'\u00C9', U'\u00E9'},
                                                    {U'\u00D7', U'\u00D7'},
                                                    {U'\u00DF', U'\u00DF'},
                                                    {U'\u0100', U'\u0101'},
                                                    {U'\u0101', U'\u0101'},
                                                    {U'\u0130', U'i'},
                                                    {U'\u0178', U'\u00FF'},
                                                    {U'\u01C4', U'\u01C6'},
                                                    {U'\u01C5', U'\u01C6'},
                                                    {U'\u0391', U'\u03B1'},
                                                    {U'\u041F', U'\u043F'},
                                                    {U'\u1E9E', U'\u00DF'},
                                                    {U'\u2163', U'\u2173'},
                                                    {U'\u212A', U'k'},
                                                    {U'\u65E5', U'\u65E5'},
                                                    {U'\U00010400', U'\U00010428'}})
    BOOST_TEST(static_cast<unsigned>(lower_case(from)) == static_cast<unsigned>(to));
}

BOOST_AUTO_TEST_CASE(accents) {
  for (const auto& [from, to] : std::vector<change>{{U'a', U'a'},
                                                    {U'\u00E9', U'e'},
                                                    {U'\u00C9', U'E'},
                                                    {U'\u00F8', U'o'},
                                                    {U'\u00DF', U's'},
                                                    {U'\u0131', U'i'},
                                                    {U'\u1EE8', U'U'},
                                                    {U'\u1EE9', U'u'},
                                                    {U'\u00E6', U'\u00E6'},
                                                    {U'\u043F', U'\u043F'},
                                                    {U'\u0301', U'\u0301'},
                                                    {U'\uFF41', U'\uFF41'}})
    BOOST_TEST(static_cast<unsigned>(without_accent(from)) == static_cast<unsigned>(to));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
