#include "parsers/model/coverage.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

BOOST_AUTO_TEST_SUITE(coverage_model)

BOOST_AUTO_TEST_CASE(tenths_of_a_percent_are_rounded_half_up) {
  struct {
    std::uint64_t hit, found;
    std::uint32_t permille;
  } const cases[] = {
      {0, 0, 0},    {0, 7, 0},     {7, 7, 1000},     {1, 3, 333},        {2, 3, 667},  {1, 2000, 1},
      {1, 2001, 0}, {63, 86, 733}, {854, 1000, 854}, {1999, 2000, 1000}, {3, 2000, 2}, {1, 16, 63},
  };
  for (const auto& c : cases)
    BOOST_TEST_CONTEXT(c.hit << " of " << c.found) BOOST_TEST(permille({c.found, c.hit}) == c.permille);
}

BOOST_AUTO_TEST_CASE(totals_count_lines_not_hits) {
  coverage data;
  data.files["a.go"].lines = {{1, 5}, {2, 0}, {9, 1}};
  data.files["b.go"].lines = {{1, 0}};
  data.files["empty.go"];
  BOOST_TEST(totals(data).lines.found == 4U);
  BOOST_TEST(totals(data).lines.hit == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
