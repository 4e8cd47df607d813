#include "parsers/text/bounded_cache.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

namespace covey::parsers {

BOOST_AUTO_TEST_SUITE(cache_with_bounds)

BOOST_AUTO_TEST_CASE(what_was_not_asked_for_longest_makes_room) {
  bounded_cache<std::string, int> kept{2};
  kept.put("a", 1);
  kept.put("b", 2);
  BOOST_TEST(*kept.find("a") == 1);
  BOOST_TEST(kept.latest() == 1);
  kept.put("c", 3);
  BOOST_TEST(kept.find("b") == nullptr);
  BOOST_TEST(*kept.find("a") == 1);
  BOOST_TEST(*kept.find("c") == 3);
  kept.put("c", 4);
  BOOST_TEST(kept.size() == 2u);
  BOOST_TEST(kept.take("c").value() == 4);
  BOOST_TEST(!kept.take("c"));
}

BOOST_AUTO_TEST_CASE(costs_are_bounded_but_the_latest_stays) {
  bounded_cache<std::string, int> kept{10, 100};
  BOOST_TEST(kept.put("a", 1, 40) == 0u);
  BOOST_TEST(kept.put("b", 2, 60) == 0u);
  BOOST_TEST(kept.put("c", 3, 30) == 40u);
  BOOST_TEST(kept.find("a") == nullptr);
  BOOST_TEST(kept.cost() == 90u);
  BOOST_TEST(kept.put("b", 5, 10) == 60u);
  BOOST_TEST(kept.put("d", 4, 1000) == 40u);
  BOOST_TEST(kept.size() == 1u);
  BOOST_TEST(*kept.find("d") == 4);
  BOOST_TEST(kept.put("e", 5, 1) == 1000u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace covey::parsers
