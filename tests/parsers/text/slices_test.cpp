#include "parsers/text/slices.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {
namespace {

using strings = std::vector<std::string>;

strings lines_of(std::string_view text) {
  strings out;
  for (std::string_view line; next_line(text, line);) out.emplace_back(line);
  return out;
}

BOOST_AUTO_TEST_SUITE(slices)

BOOST_AUTO_TEST_CASE(a_line_feed_ends_a_line_and_begins_none) {
  BOOST_TEST((lines_of("") == strings{}));
  BOOST_TEST((lines_of("a\n\nb\r\n") == strings{"a", "", "b\r"}));
  BOOST_TEST((lines_of("a\nb") == strings{"a", "b"}));
}

BOOST_AUTO_TEST_CASE(blanks_around_a_text_are_left_out) {
  BOOST_TEST(trimmed(" \t a b \r\n") == "a b");
  BOOST_TEST(trimmed(" \t ") == "");
  BOOST_TEST(trimmed("-a-", "-") == "a");
}

BOOST_AUTO_TEST_CASE(a_text_of_many_lines_becomes_one) {
  BOOST_TEST(one_line("\n  f(a,\r\n\t b)\n") == "f(a, b) ");
  BOOST_TEST(shortened("short", 5) == "short");
  BOOST_TEST(shortened("na\xC3\xAFve", 3) == "na…");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
