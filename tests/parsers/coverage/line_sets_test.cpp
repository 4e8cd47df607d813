#include "parsers/coverage/merge.hpp"
#include <boost/test/unit_test.hpp>
#include <limits>

namespace covey::parsers {
namespace {

constexpr auto max = std::numeric_limits<std::uint64_t>::max();

BOOST_AUTO_TEST_SUITE(line_sets)

BOOST_AUTO_TEST_CASE(hits_of_the_same_line_are_added_and_saturate) {
  const std::vector<line_hits> a{{1, 2}, {3, max}, {4, 0}}, b{{2, 0}, {3, 1}, {4, 5}};
  BOOST_CHECK((summed(a, b) == std::vector<line_hits>{{1, 2}, {2, 0}, {3, max}, {4, 5}}));
  BOOST_CHECK(summed(a, {}) == a);
  BOOST_CHECK(summed({}, a) == a);
}

BOOST_AUTO_TEST_CASE(only_lines_that_ran_are_in_a_range) {
  BOOST_CHECK((ranges_hit({{1, 1}, {2, 9}, {3, 0}, {4, 1}, {6, 1}}) ==
               std::vector<line_range>{{1, 2}, {4, 4}, {6, 6}}));
  BOOST_CHECK(ranges_hit({{1, 0}}).empty());
}

BOOST_AUTO_TEST_CASE(ranges_in_order_neither_overlap_nor_touch) {
  std::vector<line_range> ranges{{10, 20}, {1, 3}, {30, 30}, {12, 13}, {4, 5}};
  put_in_order(ranges);
  BOOST_CHECK((ranges == std::vector<line_range>{{1, 5}, {10, 20}, {30, 30}}));
  const auto same = ranges;
  put_in_order(ranges);
  BOOST_CHECK(ranges == same);
  ranges.clear();
  put_in_order(ranges);
  BOOST_CHECK(ranges.empty());
}

BOOST_AUTO_TEST_CASE(an_intersection_has_the_lines_of_both) {
  const std::vector<line_range> a{{2, 8}, {12, 12}, {20, 30}}, b{{1, 3}, {7, 7}, {9, 21}, {23, 23}, {30, 40}};
  const std::vector<line_range> both{{2, 3}, {7, 7}, {12, 12}, {20, 21}, {23, 23}, {30, 30}};
  BOOST_CHECK(intersection(a, b) == both);
  BOOST_CHECK(intersection(b, a) == both);
  BOOST_CHECK(intersection(a, a) == a);
  BOOST_CHECK(intersection(a, {}).empty());
  BOOST_CHECK(intersection({}, a).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
