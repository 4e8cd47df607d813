#include "parsers/failures/difference.hpp"
#include "parsers/events/failure_text.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

namespace covey::parsers {
namespace {

failure compared(std::string actual, std::string expected, std::string message = "mismatch") {
  failure out;
  out.message = std::move(message);
  keep_values(out, std::move(actual), std::move(expected));
  return out;
}

BOOST_AUTO_TEST_SUITE(differences)

BOOST_AUTO_TEST_CASE(short_values_are_shown_as_they_are) {
  const auto out = difference_of(compared("5", "3"), 1000);
  BOOST_TEST(out.legend == "");
  BOOST_TEST(out.text == "got: 5\nwant: 3\n");
}

BOOST_AUTO_TEST_CASE(values_that_the_message_has_are_not_said_again) {
  BOOST_TEST(difference_of(compared("5", "3", "got 5, want 3"), 1000).text == "");
}

// Of what misses a property the library knows one value only.
BOOST_AUTO_TEST_CASE(a_value_alone_that_the_message_has_in_a_line_is_not_said_again) {
  failure from;
  from.message = "expected { a: 1, list: [ 1, 2 ] } to have property 'b'";
  from.actual = "Object {\n  \"a\": 1,\n  \"list\": Array [\n    1,\n    2,\n  ],\n}";
  BOOST_TEST(difference_of(from, 1000).text == "");
  from.message = "expected { a: 1, …(1) } to have property 'b'";
  BOOST_TEST(difference_of(from, 1000).text.starts_with("got: Object {"));
  from.actual = "\n";  // without a word
  BOOST_TEST(difference_of(from, 1000).text == "got: \n\n");
}

BOOST_AUTO_TEST_CASE(a_map_beside_a_single_word_is_no_difference_by_lines) {
  const auto out = difference_of(
      compared("Object {\n  \"a\": 1,\n}", "undefined", "expected { a: 1 } to be undefined"), 1000);
  BOOST_TEST(out.text == "");
  BOOST_TEST(difference_of(compared("Object {\n  \"a\": 1,\n}", "undefined", "no"), 1000)
                 .text.starts_with("-undefined"));
}

BOOST_AUTO_TEST_CASE(unless_they_look_alike) {
  const auto out = difference_of(compared("a ", "a", "expected a  to be a"), 1000);
  BOOST_TEST(out.legend == "");
  BOOST_TEST(out.text == "got: a·\nwant: a\n");
}

BOOST_AUTO_TEST_CASE(line_ends_are_seen) {
  BOOST_TEST(difference_of(compared("a\r\nb", "a\nb"), 1000).text == "-a\n+a\\r\n b\n");
}

BOOST_AUTO_TEST_CASE(left_and_right_keep_their_names) {
  auto from = compared("a\nb\nc", "a\nx\nc");
  from.values = value_names::left_right;
  const auto out = difference_of(from, 1000);
  BOOST_TEST(out.legend == "- left, + right");
  BOOST_TEST(out.text == " a\n-b\n+x\n c\n");
}

BOOST_AUTO_TEST_CASE(values_of_a_line_each_have_one_form_whether_short_or_long) {
  const std::string same(200, 'a');
  for (const auto names : {value_names::left_right, value_names::actual_expected}) {
    const bool sides = names == value_names::left_right;
    auto brief = compared("x1", "x2"), full = compared(same + "1", same + "2");
    brief.values = full.values = names;
    for (const auto& from : {brief, full}) {
      const auto out = difference_of(from, 1000);
      BOOST_TEST(out.legend == "");
      BOOST_TEST(out.text.starts_with(sides ? "left: " : "got: "), out.text);
      BOOST_TEST(out.text.find(sides ? "1\nright: " : "1\nwant: ") != std::string::npos, out.text);
      BOOST_TEST(out.text.ends_with("2\n"), out.text);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_long_value_keeps_the_part_that_differs) {
  const std::string same(300'000, 'a');
  const auto from = compared(same + "GOT" + same, same + "WANT" + same);
  BOOST_TEST(from.actual->size() < 10'000u);
  const auto out = difference_of(from, 500);
  BOOST_TEST(out.text.find("aWANTa") != std::string::npos);
  BOOST_TEST(out.text.find("aGOTa") != std::string::npos);
  BOOST_TEST(out.text.size() < 700u);
}

BOOST_AUTO_TEST_CASE(a_diff_without_a_legend_gets_one) {
  failure from;
  from.diff = "-a\n+b";
  BOOST_TEST(difference_of(from, 1000).legend == "- expected, + actual");
  from.diff = "--- Expected\n+++ Actual\n@@ -1 +1 @@\n-a\n+b";
  BOOST_TEST(difference_of(from, 1000).legend == "- expected, + actual");
  BOOST_TEST(difference_of(from, 1000).text == "-a\n+b\n");
  from.diff = "Diff < left / right > :\n<1\n>2";
  BOOST_TEST(difference_of(from, 1000).legend == "");
  BOOST_TEST(difference_of(from, 1000).text == from.diff + "\n");
  from.diff = "-a\n+b";
  from.message = "mismatch (-want +got)";
  BOOST_TEST(difference_of(from, 1000).legend == "");
}

BOOST_AUTO_TEST_CASE(a_diff_that_shows_nothing_gives_way_to_the_values) {
  auto from = compared("a\r\nb", "a\nb");
  from.diff = "-a\n+a\n b";
  BOOST_TEST(difference_of(from, 1000).text == "-a\n+a\\r\n b\n");
}

BOOST_AUTO_TEST_CASE(words_that_only_say_that_values_differ_are_left_out) {
  for (const auto* stock : {"assertion `left == right` failed", "assertion failed: `(left == right)`"}) {
    const auto from = compared("1", "2", stock);
    BOOST_TEST(message_beside(from, difference_of(from, 1000)) == "");
    const auto told = compared("1", "2", std::string{stock} + ": sizes");
    BOOST_TEST(message_beside(told, difference_of(told, 1000)) == "sizes");
  }
  const auto own = compared("1", "2", "sizes differ");
  BOOST_TEST(message_beside(own, difference_of(own, 1000)) == "sizes differ");
  const auto twice = compared("a\nb", "a\nc", "sizes differ\n+ actual - expected\n\n+ 'a\\nb'\n- 'a\\nc'\n");
  BOOST_TEST(message_beside(twice, difference_of(twice, 1000)) == "sizes differ");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
