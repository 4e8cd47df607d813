#include "parsers/coverage/line_sets.hpp"
#include <boost/test/unit_test.hpp>
#include <limits>

namespace covey::parsers {
namespace {

constexpr auto most = std::numeric_limits<std::uint64_t>::max();

BOOST_AUTO_TEST_SUITE(line_sets)

BOOST_AUTO_TEST_CASE(hits_of_the_same_line_are_added_and_saturate) {
  const std::vector<line_hits> a{{1, 2}, {3, most}, {4, 0}}, b{{2, 0}, {3, 1}, {4, 5}};
  BOOST_CHECK((summed(a, b) == std::vector<line_hits>{{1, 2}, {2, 0}, {3, most}, {4, 5}}));
  BOOST_CHECK(summed(a, {}) == a);
  BOOST_CHECK(summed({}, a) == a);
}

BOOST_AUTO_TEST_CASE(only_lines_that_ran_are_in_a_range) {
  BOOST_CHECK((ranges_hit({{1, 1}, {2, 9}, {3, 0}, {4, 1}, {6, 1}}) ==
               std::vector<line_range>{{1, 2}, {4, 4}, {6, 6}}));
  BOOST_CHECK(ranges_hit({{1, 0}}).empty());
}

BOOST_AUTO_TEST_CASE(united_ranges_neither_overlap_nor_touch) {
  const std::vector<line_range> a{{1, 3}, {10, 20}}, b{{4, 5}, {12, 13}, {30, 30}};
  BOOST_CHECK((united(a, b) == std::vector<line_range>{{1, 5}, {10, 20}, {30, 30}}));
  BOOST_CHECK(united(a, {}) == a);
}

BOOST_AUTO_TEST_CASE(a_line_is_contained_with_both_ends_of_its_range) {
  const std::vector<line_range> ranges{{2, 3}, {7, 7}};
  for (const auto line : {2U, 3U, 7U}) BOOST_TEST(contains(ranges, line));
  for (const auto line : {0U, 1U, 4U, 6U, 8U}) BOOST_TEST(!contains(ranges, line));
  BOOST_TEST(!contains({}, 1));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
