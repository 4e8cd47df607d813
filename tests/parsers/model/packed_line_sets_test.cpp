#include "parsers/model/lines_by_unit.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <string>

namespace covey::parsers {
namespace {

using ranges = std::vector<line_range>;

const std::vector<ranges> samples = {
    {},
    {{1, 1}},
    {{127, 254}, {382, 510}},        // one byte each, and the first number of two
    {{128, 255}, {16'384, 32'767}},  // two and three
    {{1, 4'294'967'295}},            // the largest there is
    {{4'294'967'295, 4'294'967'295}},
    {{5, 9}, {11, 11}, {4'000'000, 4'000'001}},
};

bool has(const ranges& set, std::uint32_t line) {
  for (const auto& range : set)
    if (range.first <= line && line <= range.last) return true;
  return false;
}

BOOST_AUTO_TEST_SUITE(packed_sets_of_lines)

BOOST_AUTO_TEST_CASE(each_set_reads_as_it_was_added) {
  packed_line_sets sets;
  std::vector<std::size_t> places;
  for (const auto& set : samples) places.push_back(sets.add(set));
  ranges read{{7, 7}};
  for (std::size_t i = 0; i < samples.size(); ++i) BOOST_TEST_CONTEXT("set " << i) {
      sets.read(places[i], read);
      BOOST_CHECK(read == samples[i]);
      BOOST_TEST(sets.after(places[i]) == (i + 1 < places.size() ? places[i + 1] : sets.end()));
    }
}

BOOST_AUTO_TEST_CASE(the_text_is_the_same_for_the_same_lines_only) {
  packed_line_sets once, again;
  for (const auto& set : samples) once.add(set);
  std::vector<std::string> texts;
  for (const auto& set : samples) texts.emplace_back(again.text(again.add(set)));
  std::size_t place = 0;
  for (const auto& text : texts) {
    BOOST_CHECK(once.text(place) == text);
    place = once.after(place);
  }
  std::sort(texts.begin(), texts.end());
  BOOST_CHECK(std::adjacent_find(texts.begin(), texts.end()) == texts.end());
}

BOOST_AUTO_TEST_CASE(a_set_that_is_removed_leaves_the_others) {
  packed_line_sets sets;
  const auto first = sets.add(samples[2]);
  const auto end = sets.end();
  sets.remove_from(sets.add(samples[3]));
  BOOST_TEST(sets.end() == end);
  ranges read;
  sets.read(first, read);
  BOOST_CHECK(read == samples[2]);
}

BOOST_AUTO_TEST_CASE(the_sets_with_a_line_are_told_by_both_ends_of_their_ranges) {
  packed_line_sets sets;
  std::vector<std::size_t> places;
  for (const auto& set : samples) places.push_back(sets.add(set));
  for (const std::uint32_t line :
       {1U,   2U,   5U,   9U,   10U,     11U,     12U,     126U,       127U,           254U,          255U,
        256U, 381U, 510U, 511U, 16'383U, 32'767U, 32'768U, 4'000'000U, 4'294'967'294U, 4'294'967'295U}) {
    const auto with = sets.with_any_of({line, line});
    for (std::size_t i = 0; i < samples.size(); ++i) BOOST_TEST_CONTEXT("set " << i << ", line " << line)
    BOOST_TEST(with[places[i]] == has(samples[i], line));
  }
}

BOOST_AUTO_TEST_CASE(a_range_takes_as_much_as_its_numbers_need_however_long_it_is) {
  packed_line_sets sets;
  for (int i = 0; i < 1000; ++i) sets.add({{10, 30}, {50, 90}});
  BOOST_TEST(sets.end() == 5'000U);
  BOOST_TEST(sets.text(sets.add({{1, 4'000'000'000}})).size() == 6U);
  BOOST_TEST(packed_line_sets{}.with_any_of({1, 1}).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
