#include "parsers/languages/python/flags.hpp"
#include "tests/languages/common/unit/flag_rows.hpp"

namespace covey::parsers::languages::python {
namespace {

using strings = std::vector<std::string>;
using parsers::testing::expect_refusal;
using parsers::testing::refused_rows;

runner_kind runner_of(const flag_table& table) {
  return &table == &pytest_flags     ? runner_kind::pytest
         : &table == &unittest_flags ? runner_kind::unittest
                                     : runner_kind::django;
}

std::string pytest_refuses(std::initializer_list<const char*> words) {
  run_settings added;
  for (const auto* word : words) added.args.push_back({word});
  return refusal_of(added, runner_kind::pytest);
}

BOOST_AUTO_TEST_SUITE(python_flags)

BOOST_DATA_TEST_CASE(is_refused_by_its_name, refused_rows({&pytest_flags, &unittest_flags, &django_flags}),
                     row) {
  expect_refusal(row, refusal_of({.args = row.words()}, runner_of(*row.table)));
}

BOOST_AUTO_TEST_CASE(what_chooses_and_what_plugins_know_is_passed_on) {
  for (const auto& words :
       std::initializer_list<std::initializer_list<const char*>>{{"-m", "not slow"},
                                                                 {"-k", "-x"},
                                                                 {"-n", "2"},
                                                                 {"--timeout=5"},
                                                                 {"-p", "no:randomly"},
                                                                 {"-pno:cacheprovider"},
                                                                 {"--runslow"},
                                                                 {"tests/unit"},
                                                                 {"--inline-snapshot=report"},
                                                                 {"--record-mode", "none"},
                                                                 {"-W", "error"}})
    BOOST_TEST(pytest_refuses(words) == "");
}

BOOST_AUTO_TEST_CASE(letters_may_stand_together) {
  BOOST_TEST(pytest_refuses({"-vx"}).starts_with("`-vx` is refused: "));
  BOOST_TEST(pytest_refuses({"-pno:terminal"}).starts_with("`-pno:terminal` is refused: "));
  BOOST_TEST(pytest_refuses({"-kx"}) == "");
}

BOOST_AUTO_TEST_CASE(values_are_compared_as_a_whole) {
  BOOST_TEST(pytest_refuses({"-p", "no:terminal"}).starts_with("`-p no:terminal` is refused: "));
  BOOST_TEST(pytest_refuses({"-p", "no:covey_pytest"}).starts_with("`-p no:covey_pytest` is refused: "));
  BOOST_TEST(pytest_refuses({"-p", "no:terminalprogress"}) == "");
  BOOST_TEST(pytest_refuses({"--inline-snapshot=report,fix"}) != "");
}

BOOST_AUTO_TEST_CASE(words_in_other_places_count) {
  BOOST_TEST(pytest_refuses({"@args.txt"}).starts_with("`@args.txt` is refused: "));
  BOOST_TEST(pytest_refuses({"-o", "addopts=-q --collect-only"})
                 .starts_with("`--collect-only` (addopts) is refused: "));
  run_settings added{.args = {{"--failf"}}};
  BOOST_TEST(refusal_of(added, runner_kind::django) != "");
}

BOOST_AUTO_TEST_CASE(those_of_a_variable_count) {
  run_settings added;
  added.env = {{"PYTEST_ADDOPTS", "-q --maxfail=1"}};
  BOOST_TEST(
      refusal_of(added, runner_kind::pytest).starts_with("`--maxfail=1` (PYTEST_ADDOPTS) is refused: "));
  BOOST_TEST(refusal_of(added, runner_kind::unittest) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::python
