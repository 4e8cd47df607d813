#include "parsers/coverage/formats/format.hpp"
#include "tests/parsers/coverage/formats/report_reading.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

BOOST_AUTO_TEST_SUITE(diagnostics_suite)

BOOST_AUTO_TEST_CASE(a_class_is_counted_and_its_first_place_is_kept) {
  diagnostics wrong;
  BOOST_TEST(wrong.empty());
  wrong.add("odd", 3, "a.c");
  wrong.add("even", 4);
  wrong.add("odd", 5, "b.c");
  BOOST_TEST(!wrong.empty());
  BOOST_TEST(wrong.count() == 3U);
  BOOST_TEST(testing::text_of(wrong.all()) == "odd x2 @3 a.c\neven x1 @4\n");
}

BOOST_AUTO_TEST_CASE(classes_stand_in_the_order_of_their_first_places_whenever_they_are_told) {
  diagnostics wrong;
  wrong.add("late", 9);
  wrong.add("early", 2);
  wrong.add("between", 5);
  wrong.add("also between", 5);
  BOOST_TEST(testing::text_of(wrong.take()) ==
             "early x1 @2\nbetween x1 @5\nalso between x1 @5\nlate x1 @9\n");
}

BOOST_AUTO_TEST_CASE(without_lines_the_order_is_that_of_telling) {
  diagnostics wrong;
  for (const auto* what : {"b", "a", "c"}) wrong.add(what, 0, what);
  BOOST_TEST(testing::text_of(wrong.all()) == "b x1 @0 b\na x1 @0 a\nc x1 @0 c\n");
}

BOOST_AUTO_TEST_CASE(the_place_is_short_and_readable) {
  diagnostics wrong;
  wrong.add("odd", 0, "\x1b[31mred\xff" + std::string(1000, 'x'));
  const auto& at = wrong.all().front().first_at;
  BOOST_TEST(at.starts_with("red\xef\xbf\xbdxxx"));
  BOOST_TEST(at.size() <= 203U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
