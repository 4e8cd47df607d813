#include "parsers/text/likeness.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

namespace covey::parsers {
namespace {

std::string shown(std::string_view first, std::string_view second, std::size_t max = 4000) {
  return show_diff(line_diff(first, second), max);
}

std::string numbered(int from, int to) {
  std::string out;
  for (int i = from; i <= to; ++i) out += "line " + std::to_string(i) + "\n";
  return out;
}

BOOST_AUTO_TEST_SUITE(diff)

BOOST_AUTO_TEST_CASE(what_differs_has_two_lines_of_context) {
  const auto first = numbered(1, 9) + "old\n" + numbered(11, 20);
  const auto second = numbered(1, 9) + "new\n" + numbered(11, 20);
  BOOST_TEST(shown(first, second) ==
             "… 7 equal lines\n line 8\n line 9\n-old\n+new\n line 11\n line 12\n… 9 equal lines\n");
}

BOOST_AUTO_TEST_CASE(lines_are_taken_out_and_put_in_where_they_are) {
  BOOST_TEST(shown("a\nb\nc", "a\nc") == " a\n-b\n c\n");
  BOOST_TEST(shown("a\nc", "a\nb\nc") == " a\n+b\n c\n");
  BOOST_TEST(shown("one\ntwo\nthree\nfour", "one\n2\nthree\nfour\nfive") ==
             " one\n-two\n+2\n three\n four\n+five\n");
}

BOOST_AUTO_TEST_CASE(a_long_line_is_shown_around_its_first_difference) {
  const std::string before(5000, 'x'), after(300, 'y');
  const auto out = shown(before + "1" + after, before + "2" + after);
  const auto same = std::string(40, 'x');
  BOOST_TEST(out.find("-…[4960 bytes]" + same + "1yyy") == 0u);
  BOOST_TEST(out.find("\n+…[4960 bytes]" + same + "2yyy") != std::string::npos);
  BOOST_TEST(out.size() < 450u);
}

BOOST_AUTO_TEST_CASE(the_first_difference_is_shown_however_little_room_there_is) {
  std::string first = numbered(1, 500) + "want\n", second = numbered(1, 500) + "got\n";
  for (int i = 0; i < 100; ++i) first += "a\n", second += "b\n";
  const auto out = shown(first, second, 10);
  BOOST_TEST(out.find("-want\n") != std::string::npos);
  BOOST_TEST(out.find(" more lines of the difference\n") != std::string::npos);
  BOOST_TEST(out.size() < 200u);
}

BOOST_AUTO_TEST_CASE(addresses_and_times_are_no_difference) {
  const std::string first = "at 0xc000123456\nsize 3\nseen 2026-01-02T10:11:12Z";
  const std::string second = "at 0xc0009abcde\nsize 4\nseen 2027-11-12T20:21:22Z";
  BOOST_TEST(shown(first, second) == " at 0xc0009abcde\n-size 3\n+size 4\n seen 2027-11-12T20:21:22Z\n");
}

BOOST_AUTO_TEST_CASE(unless_nothing_else_differs) {
  BOOST_TEST(shown("now 10:11:12", "now 10:11:13") == "-now 10:11:12\n+now 10:11:13\n");
}

BOOST_AUTO_TEST_CASE(what_nobody_sees_is_made_visible) {
  BOOST_TEST(shown("a  \nb", "a\nb") == "-a··\n+a\n b\n");
  BOOST_TEST(shown("a\tb", "a b") == "-a\\tb\n+a·b\n");
  BOOST_TEST(shown("a\r\nb", "a\nb") == "-a\\r\n+a\n b\n");
  BOOST_TEST(shown("a\xc2\xa0z", "a z") == "-a\\u00a0z\n+a·z\n");
  BOOST_TEST(look_alike("e\xcc\x81", "e"));
  BOOST_TEST(!look_alike("a", "b"));
}

BOOST_AUTO_TEST_CASE(equal_texts_have_no_difference) {
  BOOST_TEST(shown("", "") == "");
  BOOST_TEST(shown("a\nb", "a\nb") == "");
}

BOOST_AUTO_TEST_CASE(what_is_too_long_to_be_compared_stands_one_after_the_other) {
  std::string first, second;
  for (int i = 0; i < 3000; ++i)
    first += "a" + std::to_string(i) + "\n", second += "b" + std::to_string(i) + "\n";
  const auto all = line_diff("same\n" + first, "same\n" + second);
  BOOST_TEST(all.size() == 6002u);
  BOOST_TEST(all[1].text == "a0");
  BOOST_TEST(all[3001].text == "b0");
}

BOOST_AUTO_TEST_CASE(a_runners_own_diff_keeps_its_signs) {
  BOOST_TEST(show_diff(read_diff("--- want\n+++ got\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n d"), 4000) ==
             "--- want\n+++ got\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n d\n");
  BOOST_TEST(show_diff(read_diff("Diff < left / right > :\n 1\n 2\n 3\n<4\n>5"), 4000) ==
             "Diff < left / right > :\n… 1 equal line\n 2\n 3\n<4\n>5\n");
}

BOOST_AUTO_TEST_CASE(the_sides_are_named) {
  BOOST_TEST(named_diff("a\nb", "a\nc", "want", "got", 1000) == "(- want, + got)\n a\n-b\n+c\n");
  BOOST_TEST(named_diff("a", "a", "want", "got", 1000) == "");
}

// Both windows end shortly behind what differs.
BOOST_AUTO_TEST_CASE(a_long_line_is_shown_around_what_differs) {
  const std::string before(300, 'a'), after(300, 'b');
  const auto shown = show_diff(line_diff(before + "1" + after, before + "2" + after), 1000);
  BOOST_TEST(shown == "-…[260 bytes]" + before.substr(260) + "1" + after.substr(260) + "…[260 bytes]\n" +
                          "+…[260 bytes]" + before.substr(260) + "2" + after.substr(260) + "…[260 bytes]\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
