#include "parsers/coverage/unit_lines_collector.hpp"
#include "parsers/coverage/merge.hpp"
#include "tests/parsers/coverage/line_set_generator.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <map>
#include <numeric>

namespace covey::parsers {
namespace {

using units = std::vector<std::uint32_t>;
using lines = std::set<std::uint32_t>;

constexpr std::uint32_t last_line = 60;

units numbered(std::uint32_t count) {
  units out(count);
  std::iota(out.begin(), out.end(), 0U);
  return out;
}

// The same, kept as simply as can be.
struct model {
  std::map<std::uint32_t, lines> by_unit;

  units units_of(std::uint32_t line) const {
    units out;
    for (const auto& [unit, ran] : by_unit)
      if (line == 0 ? !ran.empty() : ran.contains(line)) out.push_back(unit);
    return out;
  }
};

void compare(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto count = static_cast<std::uint32_t>(1 + random() % 300);
  auto numbers = numbered(count);
  std::shuffle(numbers.begin(), numbers.end(), random);
  const auto counted = testing::some_lines(random, last_line);
  unit_lines_collector collector;
  model expected;
  for (auto left = random() % 1000; left > 0; --left) {
    const auto unit = static_cast<std::uint32_t>(random() % count);
    const auto ran = testing::some_lines(random, last_line);
    collector.add(unit, testing::ranges_of(ran));
    auto& all = expected.by_unit[numbers[unit]];
    for (const auto line : ran)
      if (counted.contains(line)) all.insert(line);
  }
  std::erase_if(expected.by_unit, [](const auto& one) { return one.second.empty(); });
  const auto index = collector.finish(numbers, testing::ranges_of(counted));
  for (std::uint32_t line = 0; line <= last_line + 1; ++line)
    BOOST_TEST_REQUIRE(index.units_of(line) == expected.units_of(line), boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(index.size() == expected.by_unit.size());
  auto it = expected.by_unit.begin();
  for (const auto& one : index) {
    BOOST_TEST_REQUIRE(one.unit == it->first);
    BOOST_REQUIRE(one.ran == testing::ranges_of((it++)->second));
  }
}

BOOST_AUTO_TEST_SUITE(unit_lines_collector_suite)

BOOST_AUTO_TEST_CASE(it_answers_as_plain_sets_do) {
  for (std::uint32_t seed = 1; seed <= 100; ++seed) BOOST_TEST_CONTEXT("seed " << seed) compare(seed);
}

BOOST_AUTO_TEST_CASE(nothing_was_added) {
  unit_lines_collector collector;
  const auto index = collector.finish({}, {{1, 9}});
  BOOST_TEST(index.empty());
  BOOST_TEST(index.units_of(0).empty());
}

BOOST_AUTO_TEST_CASE(units_that_ran_nothing_that_counts_are_absent) {
  unit_lines_collector collector;
  collector.add(0, {});
  collector.add(1, {{5, 6}});
  collector.add(2, {{1, 2}});
  BOOST_TEST(collector.added().size() == 3U);
  const auto index = collector.finish(numbered(3), {{2, 4}});
  BOOST_REQUIRE(index.size() == 1U);
  BOOST_TEST(index[0].unit == 2U);
  BOOST_CHECK((index[0].ran == std::vector<line_range>{{2, 2}}));
}

BOOST_AUTO_TEST_CASE(tests_that_run_the_same_lines_take_eight_bytes_each) {
  constexpr std::uint32_t count = 100'000;
  unit_lines_collector collector;
  for (std::uint32_t unit = 0; unit < count; ++unit)
    collector.add(unit, {{10, 40}, {60, 90}, {unit % 50 + 100, 200}});
  const auto index = collector.finish(numbered(count), {{1, 1000}});
  BOOST_TEST(index.units_of(150).size() == count);
  BOOST_TEST(index.units_of(100).size() == count / 50);
  BOOST_TEST(index.memory() <= count * 8 + 1024);
}

BOOST_AUTO_TEST_CASE(what_has_no_room_is_left_out_and_counted) {
  unit_lines_collector collector{17};
  for (std::uint32_t unit = 0; unit < 8; ++unit) collector.add(unit, {{unit * 2 + 1, unit * 2 + 1}});
  BOOST_TEST(collector.left_out() == 3U);
  const auto index = collector.finish(numbered(8), {{1, 100}});
  BOOST_TEST(index.units_of(0) == (units{0, 1, 2, 3, 4}), boost::test_tools::per_element());
  BOOST_TEST(collector.left_out() == 3U);
}

// A range of four bytes is a thousand ranges of the lines that count.
BOOST_AUTO_TEST_CASE(few_bytes_that_become_many_are_bounded_too) {
  std::vector<line_range> odd;
  for (std::uint32_t line = 1; line < 2000; line += 2) odd.push_back({line, line});
  unit_lines_collector collector{4096};
  for (std::uint32_t unit = 0; unit < 10; ++unit) collector.add(unit, {{unit * 2 + 1, 2000}});
  const auto index = collector.finish(numbered(10), odd);
  BOOST_TEST(index.size() == 2U);
  BOOST_TEST(collector.left_out() == 8U);
  BOOST_TEST(index.memory() <= 4096U + 64);
}

// Every one of 10,000 tests runs its own tenth of a file's 50 functions.
BOOST_AUTO_TEST_CASE(sets_that_all_differ_take_some_bytes_a_range) {
  std::mt19937 random(3);
  unit_lines_collector collector;
  std::size_t all = 0;
  for (std::uint32_t unit = 0; unit < 10'000; ++unit) {
    std::vector<line_range> ran;
    for (std::uint32_t function = 0; function < 50; ++function)
      if (random() % 10 == 0) ran.push_back({function * 40 + 1, function * 40 + 20});
    all += ran.size();
    collector.add(unit, ran);
  }
  const auto index = collector.finish(numbered(10'000), {{1, 2000}});
  BOOST_TEST(index.memory() <= all * 3 + 10'000 * 9);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
