#include "parsers/model/lines_by_unit.hpp"
#include "tests/parsers/coverage/line_set_generator.hpp"
#include <boost/test/unit_test.hpp>
#include <limits>
#include <stdexcept>

namespace covey::parsers {
namespace {

using units = std::vector<std::uint32_t>;

BOOST_AUTO_TEST_SUITE(lines_by_unit_suite)

BOOST_AUTO_TEST_CASE(units_are_given_as_they_were_put_in) {
  const lines_by_unit made{{2, {{1, 3}, {9, 9}}}, {5, {{3, 3}}}, {7, {{1, 3}, {9, 9}}}};
  BOOST_TEST(made.size() == 3U);
  units in_order;
  for (const auto& one : made) in_order.push_back(one.unit);
  BOOST_TEST(in_order == (units{2, 5, 7}), boost::test_tools::per_element());
  BOOST_CHECK((made[1].ran == std::vector<line_range>{{3, 3}}));
  BOOST_CHECK((made.at(2).ran == std::vector<line_range>{{1, 3}, {9, 9}}));
  BOOST_CHECK_THROW(made.at(3), std::out_of_range);
}

BOOST_AUTO_TEST_CASE(a_line_has_the_units_that_ran_it_and_line_0_has_all) {
  const lines_by_unit made{{2, {{1, 3}, {9, 9}}}, {5, {{3, 3}}}};
  BOOST_TEST(made.units_of(1) == (units{2}), boost::test_tools::per_element());
  BOOST_TEST(made.units_of(3) == (units{2, 5}), boost::test_tools::per_element());
  BOOST_TEST(made.units_of(9) == (units{2}), boost::test_tools::per_element());
  BOOST_TEST(made.units_of(0) == (units{2, 5}), boost::test_tools::per_element());
  for (const auto line : {4U, 8U, 10U, std::numeric_limits<std::uint32_t>::max()})
    BOOST_TEST(made.units_of(line).empty());
}

BOOST_AUTO_TEST_CASE(a_file_that_nothing_ran_has_no_units) {
  const lines_by_unit none;
  BOOST_TEST(none.empty());
  BOOST_TEST(none.size() == 0U);
  BOOST_TEST(none.units_of(0).empty());
  BOOST_TEST(none.units_of(1).empty());
  BOOST_CHECK(none.begin() == none.end());
  BOOST_CHECK_THROW(none.at(0), std::out_of_range);
}

BOOST_AUTO_TEST_CASE(moved_and_copied_it_answers_the_same) {
  lines_by_unit made{{1, {{4, 4}}}};
  const auto copy = made;
  const auto moved = std::move(made);
  BOOST_TEST(copy.units_of(4) == (units{1}), boost::test_tools::per_element());
  BOOST_TEST(moved.units_of(4) == (units{1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
