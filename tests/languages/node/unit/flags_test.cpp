#include "parsers/languages/node/script/script_command.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "tests/languages/common/unit/flag_rows.hpp"

namespace covey::parsers::languages::node {
namespace {

using strings = std::vector<std::string>;
using parsers::testing::expect_refusal;
using parsers::testing::refused_rows;

BOOST_AUTO_TEST_SUITE(node_flags)

BOOST_DATA_TEST_CASE(is_refused_by_its_name,
                     refused_rows({&jest_flags, &vitest_flags, &mocha_flags, &node_test_flags, &ava_flags,
                                   &bun_flags, &deno_flags}),
                     row) {
  expect_refusal(row, why_refused(row.words(), *row.table));
}

BOOST_AUTO_TEST_CASE(a_flag_may_be_spelt_in_several_ways) {
  for (const auto* word :
       {"--watchAll", "--watch-all", "--watchAll=true", "--coverage.enabled", "--u", "-iu", "-iuv"})
    BOOST_TEST(why_refused(std::vector<added_word>{{word}}, jest_flags) != "", word);
}

BOOST_AUTO_TEST_CASE(what_chooses_and_what_says_how_is_passed_on) {
  const auto passes = [](const flag_table& table, std::initializer_list<const char*> words) {
    std::vector<added_word> added;
    for (const auto* word : words) added.push_back({word});
    BOOST_TEST(why_refused(added, table) == "");
  };
  passes(jest_flags, {"--ci", "--no-watch-all", "--watch=false", "--bail=0", "--no-coverage", "-tu"});
  passes(jest_flags, {"--runInBand", "--selectProjects", "a", "b", "-t", "name", "-w", "2"});
  passes(vitest_flags, {"--project", "unit", "--pool=forks"});
  passes(mocha_flags, {"--grep", "slow", "--timeout", "5000", "--parallel"});
  passes(node_test_flags, {"--test-concurrency=1", "--import", "./setup.mjs", "--test-only"});
}

BOOST_AUTO_TEST_CASE(those_of_a_variable_count) {
  BOOST_TEST(why_refused(run_settings{.env = {{"MOCHA_OPTIONS", "--exit --dry-run"}}}, mocha_flags)
                 .starts_with("`--dry-run` (MOCHA_OPTIONS) is refused: "));
}

BOOST_AUTO_TEST_CASE(values_stay_with_their_flags_in_a_run_of_some_tests) {
  const std::vector<added_word> words{{"--retry"}, {"2"},        {"--runInBand"}, {"unit/x"},
                                      {"-w"},      {"1"},        {"--projects"},  {"a"},
                                      {"b"},       {"--pool=x"}, {"--maxWorkers"}};
  BOOST_TEST(with_joined_values(words) == (strings{"--retry=2", "--runInBand", "unit/x", "-w", "1",
                                                   "--projects", "a", "b", "--pool=x", "--maxWorkers"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::node
