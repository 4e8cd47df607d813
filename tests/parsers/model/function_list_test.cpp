#include "parsers/model/packed_list.hpp"
#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <string>
#include <utility>

namespace covey::parsers {
namespace {

BOOST_AUTO_TEST_SUITE(function_list_suite)

BOOST_AUTO_TEST_CASE(names_of_any_length_stay) {
  function_list list;
  std::vector<std::string> names;
  for (std::size_t length = 0; length < 200; ++length)
    names.emplace_back(length, static_cast<char>('a' + length % 26));
  for (std::uint32_t i = 0; i < names.size(); ++i) list.push_back({names[i], i, 2 * i, 3 * i});
  BOOST_TEST_REQUIRE(list.size() == names.size());
  for (std::uint32_t i = 0; i < names.size(); ++i)
    BOOST_TEST((list[i] == function_hits{names[i], i, 2 * i, 3 * i}), i);
  std::size_t seen = 0;
  for (const auto& function : list) BOOST_TEST(function.name == names[seen++]);
  BOOST_TEST(seen == names.size());
}

BOOST_AUTO_TEST_CASE(short_names_with_text_behind_them) {
  const std::string text = "main\nFNDA:1,main\n" + std::string(function_list::slack, '.');
  function_list list;
  for (int i = 0; i < 100; ++i) {
    list.push_back_short(text.data(), 4, 7);
    list.push_back_short(text.data() + 5, 11, 8);
  }
  for (std::size_t i = 0; i < list.size(); ++i)
    BOOST_TEST((list[i] == (i % 2 == 0 ? function_hits{"main", 7} : function_hits{"FNDA:1,main", 8})), i);
}

BOOST_AUTO_TEST_CASE(hits_are_added_and_lines_stand_where_there_were_none) {
  function_list list{{"f", 0, 0, 1}, {"g", 5, 6, max_hits}};
  list.add(0, {"f", 3, 4, 2});
  list.add(1, {"g", 7, 8, 1});
  BOOST_TEST((list == function_list{{"f", 3, 4, 3}, {"g", 5, 6, max_hits}}));
}

BOOST_AUTO_TEST_CASE(a_list_that_was_taken_or_moved_from_is_empty_and_can_grow_again) {
  function_list list{{"f", 1}, {"g", 2}};
  const auto taken = list.take();
  BOOST_TEST(list.empty());
  list.push_back({"h", 3});
  BOOST_TEST((taken == function_list{{"f", 1}, {"g", 2}}));
  BOOST_TEST((list == function_list{{"h", 3}}));
  auto copy = list;
  copy.push_back({"i", 4});
  const auto moved = std::move(list);
  list.push_back({"j", 5});
  BOOST_TEST((copy == function_list{{"h", 3}, {"i", 4}}));
  BOOST_TEST((moved == function_list{{"h", 3}}));
  BOOST_TEST((list == function_list{{"j", 5}}));
  BOOST_CHECK_THROW(list.at(1), std::out_of_range);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
