#include "parsers/languages/rust/selection.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

using strings = std::vector<std::string>;
using starts = std::vector<binary_start>;

const test_list three{{"a", {}}, {"b", {}}, {"c", {}}};

BOOST_AUTO_TEST_SUITE(rust_start_lists)

BOOST_AUTO_TEST_CASE(a_binary_that_runs_whole_is_given_no_names) {
  const auto all = starts_for({true, {}}, false);
  BOOST_CHECK(all == starts{{}});
  BOOST_TEST(start_arguments(all.front()).empty());
  BOOST_TEST(count_tests(all.front(), three) == 3U);
}

BOOST_AUTO_TEST_CASE(libtest_takes_several_names_and_mimic_one) {
  BOOST_CHECK(starts_for({false, {"a", "b"}}, false) == (starts{{{"a", "b"}, {}}}));
  BOOST_CHECK(starts_for({false, {"a", "b"}}, true) == (starts{{{"a"}, {}}, {{"b"}, {}}}));
  BOOST_TEST(start_arguments({{"-x", "b"}, {}}) == (strings{"--exact", "--", "-x", "b"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_that_would_be_too_long_for_one_command_are_spread_over_several) {
  chosen_tests chosen;
  for (char c = 'a'; c < 'd'; ++c) chosen.names.insert(std::string(60'000, c));
  BOOST_TEST(starts_for(chosen, false).size() == 3U);
}

BOOST_AUTO_TEST_CASE(the_rest_is_what_had_not_begun) {
  BOOST_CHECK(starts_of_the_rest({}, three, {"b"}, false) == (starts{{{"a", "c"}, {}}}));
  BOOST_CHECK(starts_of_the_rest({{"a", "b"}, {}}, three, {"a"}, false) == (starts{{{"b"}, {}}}));
  BOOST_TEST(starts_of_the_rest({{"a", "b"}, {}}, three, {"a", "b"}, false).empty());
  BOOST_TEST(starts_of_the_rest({}, three, {"a", "b", "c"}, false).empty());
}

BOOST_AUTO_TEST_CASE(mimic_leaves_out_what_had_begun) {
  const test_list tests{{"[ui] a", {}}, {"a", {{}, true, true}}, {"b", {}}, {"c", {}}};
  const auto rest = starts_of_the_rest({}, tests, {"a"}, true);
  BOOST_CHECK(rest == (starts{{{}, {"a"}}}));
  BOOST_TEST(count_tests(rest.front(), tests) == 2U);
  BOOST_TEST(start_arguments(rest.front()) == (strings{"--exact", "--skip", "a"}),
             boost::test_tools::per_element());
  const auto later = starts_of_the_rest(rest.front(), tests, {"b"}, true);
  BOOST_CHECK(later == (starts{{{}, {"a", "b"}}}));
  BOOST_TEST(starts_of_the_rest(later.front(), tests, {"c"}, true).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust
