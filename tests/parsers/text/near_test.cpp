#include "parsers/text/likeness.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

using strings = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(near)

BOOST_AUTO_TEST_CASE(the_nearest_names_come_first) {
  const strings known{"TestTotals", "TestOther", "Cart > TestTotal", "testtota", "TestTotal"};
  BOOST_TEST(names_near("TestTota", known, 4) == (strings{"testtota", "TestTotal", "TestTotals"}),
             boost::test_tools::per_element());
  BOOST_TEST(names_near("TestTota", known, 1) == strings{"testtota"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_last_part_of_a_longer_name_is_near) {
  const strings known{"test_a", "Cart > adds", "cart/cart_test.go"};
  BOOST_TEST(names_near("tests/x.py::test_a", known, 3) == strings{"test_a"},
             boost::test_tools::per_element());
  BOOST_TEST(names_near("adds", known, 3) == strings{"Cart > adds"}, boost::test_tools::per_element());
  BOOST_TEST(names_near("cart_test.go", known, 3) == strings{"cart/cart_test.go"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_has_little_in_common_is_not_near) {
  BOOST_TEST(names_near("TestNone", {"TestFake", "x", "", std::string(300, 'T')}, 3).empty());
  BOOST_TEST(names_near("", {"", "a", "ab"}, 3).size() <= 2u);
}

BOOST_AUTO_TEST_CASE(a_name_that_is_listed_twice_is_said_once) {
  BOOST_TEST(names_near("adds", {"Adds", "Adds"}, 3) == strings{"Adds"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
