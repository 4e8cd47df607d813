#include "parsers/model/coverage.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

std::int32_t overall(found_and_hit before, found_and_hit after) {
  snapshot a, b;
  a.lines = before;
  b.lines = after;
  return change(a, b).overall;
}

BOOST_AUTO_TEST_SUITE(snapshot_change_suite)

// 12.34 % is shown as 12.3 and 14.25 % as 14.3: between them lie 1.91 points.
BOOST_AUTO_TEST_CASE(the_change_is_that_of_the_counts_not_of_what_is_shown) {
  BOOST_TEST(overall({10'000, 1'234}, {10'000, 1'425}) == 19);
  BOOST_TEST(overall({10'000, 1'425}, {10'000, 1'234}) == -19);
  BOOST_TEST(overall({10'000, 1'250}, {10'000, 1'255}) == 1);  // 0.05, rounded away from zero
  BOOST_TEST(overall({10'000, 1'255}, {10'000, 1'250}) == -1);
  BOOST_TEST(overall({3, 1}, {3, 2}) == 333);
  BOOST_TEST(overall({}, {4, 1}) == 250);
  BOOST_TEST(overall({4, 1}, {}) == -250);
  BOOST_TEST(overall({}, {}) == 0);
  constexpr std::uint64_t large = (1ull << 40) - 1;
  BOOST_TEST(overall({large, 0}, {large, large}) == 1000);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
