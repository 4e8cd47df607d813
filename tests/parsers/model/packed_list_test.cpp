// What is packed is unpacked the same: near entries and far ones, in order and not.
#include "parsers/model/packed_list.hpp"
#include <boost/test/unit_test.hpp>
#include <random>
#include <utility>

namespace covey::parsers {
namespace {

class entry_generator {
 public:
  explicit entry_generator(unsigned seed) : random_(seed) {}

  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

  // Mostly shortly after the one before; else anywhere, also before it.
  std::uint32_t line() {
    if (below(10) == 0)
      line_ = below(4) == 0 ? max_line_number - below(3) : below(200);
    else
      line_ = std::min(line_ + below(40), max_line_number);
    return line_;
  }

  std::uint64_t count() {
    constexpr std::uint64_t edges[] = {0, 1, 2046, 2047, 2048, 65534, 65535, 65536, max_hits - 1, max_hits};
    return below(3) == 0 ? below(3000) : edges[below(std::size(edges))];
  }

  std::uint32_t number() {
    constexpr std::uint32_t edges[] = {0, 1, 30, 31, 32, 255, max_block};
    return edges[below(std::size(edges))];
  }

 private:
  std::mt19937 random_;
  std::uint32_t line_ = 0;
};

template <class List, class Make>
void check_lists(Make&& make) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    entry_generator any{seed};
    std::vector<typename List::value_type> expected;
    List list;
    for (auto left = any.below(300); left > 0; --left) {
      expected.push_back(make(any));
      list.push_back(expected.back());
      BOOST_TEST_REQUIRE((list.back() == expected.back()));
    }
    BOOST_TEST_REQUIRE(list.size() == expected.size());
    BOOST_TEST_REQUIRE((std::vector(list.begin(), list.end()) == expected));
    BOOST_TEST_REQUIRE((list == List{expected}));
  }
}

BOOST_AUTO_TEST_SUITE(packed_list_suite)

BOOST_AUTO_TEST_CASE(lines_of_any_kind_and_order) {
  check_lists<line_list>([](entry_generator& any) { return line_hits{any.line(), any.count()}; });
}

BOOST_AUTO_TEST_CASE(branches_of_any_kind_and_order) {
  check_lists<branch_list>([](entry_generator& any) {
    const auto way = any.below(5) == 0 ? named_branch + any.number() : any.number();
    return branch_hits{any.line(), any.number(), way, any.count(), any.below(3) > 0, any.below(4) == 0};
  });
}

BOOST_AUTO_TEST_CASE(order_is_noticed) {
  const std::pair<std::vector<line_hits>, bool> lines[] = {
      {{}, true},
      {{{0, 1}}, false},  // no line of a file
      {{{1, 1}, {2, 1}, {40, 9000}, {max_line_number, 0}}, true},
      {{{1, 1}, {1, 1}}, false},
      {{{0, 1}, {0, 1}}, false},
      {{{100, 1}, {99, 1}}, false},
      {{{2, 1}, {1, 1}, {3, 1}}, false},
  };
  for (const auto& [entries, in_order] : lines) BOOST_TEST(line_list{entries}.in_order() == in_order);
  BOOST_TEST((branch_list{{1, 0, 0}, {1, 0, 1}, {1, 0, 0, 0, true, true}, {1, 1, 0}, {2, 0, 0}}.in_order()));
  BOOST_TEST(!(branch_list{{1, 0, 1}, {1, 0, 0}}.in_order()));
  BOOST_TEST(!(branch_list{{1, 0, 0}, {1, 0, 0, 7}}.in_order()));
}

BOOST_AUTO_TEST_CASE(a_list_that_was_taken_or_moved_from_is_empty_and_can_grow_again) {
  line_list list{{5, 1}, {4, 2}};
  const auto taken = list.take();
  BOOST_TEST((taken == line_list{{5, 1}, {4, 2}}));
  BOOST_TEST(list.empty());
  BOOST_TEST(list.in_order());
  BOOST_TEST((list.begin() == list.end()));
  list.push_back({7, 3});
  BOOST_TEST((list == line_list{{7, 3}}));
  const auto moved = std::move(list);
  BOOST_TEST((moved == line_list{{7, 3}}));
  list = {{1, 1}};
  list.emplace_back(2u, std::uint64_t{1});
  BOOST_TEST((list == line_list{{1, 1}, {2, 1}}));
  BOOST_TEST((taken == line_list{{5, 1}, {4, 2}}));
}

BOOST_AUTO_TEST_CASE(lines_that_follow_each_other_take_two_bytes) {
  line_list lines;
  for (std::uint32_t line = 1; line <= 10'000; ++line) lines.emplace_back(line, std::uint64_t{line} % 2048);
  lines.shrink_to_fit();
  BOOST_TEST(lines.memory() == 20'000u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
