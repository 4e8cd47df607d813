#include "parsers/languages/go/flags.hpp"
#include "tests/languages/common/unit/flag_rows.hpp"

namespace covey::parsers::languages::go {
namespace {

using strings = std::vector<std::string>;
using parsers::testing::expect_refusal;
using parsers::testing::refused_rows;

BOOST_AUTO_TEST_SUITE(go_flags)

BOOST_DATA_TEST_CASE(is_refused_by_its_name, refused_rows({&added_flags}), row) {
  expect_refusal(row, refusal_of(row.words()));
}

BOOST_AUTO_TEST_CASE(one_dash_two_or_test_dot_are_one_flag) {
  for (const auto* word : {"--json", "-test.run=X", "--test.v", "-run=X"}) {
    const auto why = refusal_of(std::vector<added_word>{{word}});
    BOOST_TEST(why.empty() == (std::string_view{word} == "--test.v"), word);
  }
}

BOOST_AUTO_TEST_CASE(packages_are_no_flags) {
  BOOST_TEST(refusal_of(std::vector<added_word>{{"-tags", {}}, {"integration", {}}, {"-short", {}}}) == "");
  const auto why = refusal_of(std::vector<added_word>{{"-short", {}}, {"./cart", "covey.toml:3"}});
  BOOST_TEST(why.starts_with("`./cart` (covey.toml:3) is refused: it is no flag; "));
}

BOOST_AUTO_TEST_CASE(what_a_test_binary_alone_knows_is_passed_on) {
  BOOST_TEST(refusal_of(std::vector<added_word>{{"-args"}, {"-test.run=x"}}) != "");
  BOOST_TEST(refusal_of(std::vector<added_word>{{"-tags"}, {"-args"}, {"-run=x"}}) != "");
  BOOST_TEST(refusal_of(std::vector<added_word>{{"-v=false"}}) != "");
  BOOST_TEST(refusal_of(std::vector<added_word>{{"-v"}}) == "");
  BOOST_TEST(refusal_of(std::vector<added_word>{{"-integration"}, {"value"}, {"-args"}, {"-run"}, {"x"}}) ==
             "");
}

BOOST_AUTO_TEST_CASE(those_of_a_variable_count) {
  const auto said = [](const char* flags) { return refusal_of(run_settings{.env = {{"GOFLAGS", flags}}}); };
  BOOST_TEST(said("-tags=a '-exec=sudo -E'") == "");
  BOOST_TEST(said("-mod=mod -json").starts_with("`-json` (GOFLAGS) is refused: "));
}

BOOST_AUTO_TEST_CASE(flags_of_builds_are_told_from_those_of_tests) {
  const std::vector<added_word> words{{"-race"}, {"-tags"},    {"a,b"},   {"-count"},
                                      {"2"},     {"-mod=mod"}, {"-args"}, {"-x"}};
  BOOST_TEST(build_flags(words) == (strings{"-race", "-tags", "a,b", "-mod=mod"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_overlay_is_taken_out_for_the_one_that_it_becomes_a_part_of) {
  std::vector<added_word> words{{"-race"},    {"-overlay"},         {"a.json"}, {"-tags"},
                                {"-overlay"}, {"--overlay=b.json"}, {"-args"},  {"-overlay=c.json"}};
  BOOST_TEST(take_overlay(words) == "b.json");
  BOOST_CHECK(
      (words == std::vector<added_word>{{"-race"}, {"-tags"}, {"-overlay"}, {"-args"}, {"-overlay=c.json"}}));
  BOOST_TEST(take_overlay(words).empty());
}

BOOST_AUTO_TEST_CASE(what_leaves_tests_out_is_known) {
  BOOST_TEST(select_tests(std::vector<added_word>{{"-skip=Slow"}}));
  BOOST_TEST(select_tests(std::vector<added_word>{{"-failfast"}}));
  BOOST_TEST(!select_tests(std::vector<added_word>{{"-failfast=false"}}));
  BOOST_TEST(notes_on(std::vector<added_word>{{"-failfast=false"}, {"-count=1"}, {"-cpu=2"}}).empty());
  BOOST_TEST(notes_on(std::vector<added_word>{{"-count"}, {"3"}}).size() == 1u);
  BOOST_TEST(!select_tests(std::vector<added_word>{{"-short"}, {"-args"}, {"-skip"}}));
  BOOST_TEST(notes_on(std::vector<added_word>{{"-failfast"}}).size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::go
