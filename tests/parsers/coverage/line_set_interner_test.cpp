#include "parsers/coverage/unit_lines_collector.hpp"
#include "tests/parsers/coverage/line_set_generator.hpp"
#include <boost/test/unit_test.hpp>
#include <map>

namespace covey::parsers {
namespace {

using ranges = std::vector<line_range>;

BOOST_AUTO_TEST_SUITE(line_set_interner_suite)

BOOST_AUTO_TEST_CASE(equal_sets_have_one_place_and_different_ones_their_own) {
  std::mt19937 random(1);
  line_set_interner sets;
  std::map<std::set<std::uint32_t>, std::uint32_t> places;
  for (int i = 0; i < 5'000; ++i) {
    const auto lines = testing::some_lines(random, 12);  // so few that many are equal
    const auto place = sets.add(testing::ranges_of(lines));
    BOOST_REQUIRE(place.has_value());
    const auto [known, is_new] = places.try_emplace(lines, *place);
    BOOST_TEST_REQUIRE(known->second == *place);
  }
  BOOST_TEST_REQUIRE(places.size() > 100U);
  BOOST_TEST_REQUIRE(places.size() < 4'096U);
  const auto packed = sets.take();
  std::set<std::uint32_t> distinct;
  ranges read;
  for (const auto& [lines, place] : places) {
    distinct.insert(place);
    packed.read(place, read);
    BOOST_REQUIRE(read == testing::ranges_of(lines));
  }
  BOOST_TEST(distinct.size() == places.size());
}

BOOST_AUTO_TEST_CASE(what_has_no_room_is_refused_and_what_is_known_needs_none) {
  line_set_interner sets{8};
  const ranges small{{1, 1}}, other{{2, 2}}, large{{1, 1}, {3, 3}, {5, 5}};
  const auto first = sets.add(small);
  BOOST_REQUIRE(first.has_value());
  BOOST_TEST(!sets.add(large).has_value());
  const auto second = sets.add(other);
  BOOST_REQUIRE(second.has_value());
  BOOST_TEST(!sets.add({{3, 3}}).has_value());
  BOOST_CHECK(sets.add(small) == first);
  BOOST_CHECK(sets.add(other) == second);
  BOOST_TEST(sets.sets().end() == 6U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
