#include "parsers/localization/suspects.hpp"
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

namespace covey::parsers {
namespace {

using enum unit_role;

unit_roles roles(std::vector<unit_role> of) {
  unit_roles out{std::move(of), {}};
  for (const auto one : out.of) {
    out.all.failing += one == failing;
    out.all.others += one == other;
    out.all.passing += one == passing;
  }
  return out;
}

// "1-3:2/0/1" of lines that two failing tests, no other one and one passing test ran
std::string text(const std::vector<line_spectrum>& all) {
  std::string out;
  for (const auto& [lines, ran] : all)
    out += (out.empty() ? "" : " ") + std::to_string(lines.first) + "-" + std::to_string(lines.last) + ":" +
           std::to_string(ran.failing) + "/" + std::to_string(ran.others) + "/" + std::to_string(ran.passing);
  return out;
}

BOOST_AUTO_TEST_SUITE(spectrum)

BOOST_AUTO_TEST_CASE(lines_are_counted_by_what_their_tests_did) {
  const lines_by_unit lines{{0, {{1, 9}}}, {1, {{1, 3}, {8, 9}}}, {2, {{2, 4}}}, {3, {{3, 3}}}};
  BOOST_TEST(text(spectrum_of(lines, roles({failing, failing, passing, other}))) ==
             "1-1:2/0/0 2-2:2/0/1 3-3:2/1/1 4-4:1/0/1 5-7:1/0/0 8-9:2/0/0");
}

BOOST_AUTO_TEST_CASE(what_no_failing_test_ran_is_left_out) {
  const lines_by_unit lines{{0, {{1, 2}}}, {1, {{1, 9}}}};
  BOOST_TEST(text(spectrum_of(lines, roles({failing, passing}))) == "1-2:1/0/1");
  BOOST_TEST(text(spectrum_of(lines, roles({none, passing}))).empty());
  BOOST_TEST(text(spectrum_of(lines, roles({}))).empty());  // units that are not known
}

BOOST_AUTO_TEST_CASE(suspicion_is_one_where_all_that_fail_and_nothing_else_ran_it) {
  const run_by all{.failing = 4, .others = 0, .passing = 10};
  BOOST_TEST(suspicion({4, 0, 0}, all) == 1.0);
  BOOST_TEST(suspicion({0, 0, 3}, all) == 0.0);
  BOOST_TEST(suspicion({4, 0, 12}, all) == 0.25);  // Ochiai 1/2, twice
}

BOOST_AUTO_TEST_CASE(what_failing_tests_of_other_causes_ran_too_is_more_suspect_than_what_they_did_not) {
  const run_by all{.failing = 1, .others = 3, .passing = 10};
  BOOST_TEST(suspicion({1, 3, 1}, all) > suspicion({1, 0, 1}, all));
}

BOOST_AUTO_TEST_CASE(the_lines_of_inner_functions_are_not_those_of_the_outer_one) {
  const auto own = own_lines({{"a", 2, 20}, {"a.b", 4, 9}, {"a.b.c", 6, 6}, {"d", 30, 31}});
  std::string out;
  for (const auto& [lines, function] : own)
    out +=
        std::to_string(function) + ":" + std::to_string(lines.first) + "-" + std::to_string(lines.last) + " ";
  BOOST_TEST(out == "0:2-3 1:4-5 2:6-6 1:7-9 0:10-20 3:30-31 ");
}

BOOST_AUTO_TEST_CASE(a_function_is_run_by_whoever_ran_one_of_its_own_lines) {
  const std::vector<function_extent> functions{{"a", 2, 20}, {"a.b", 4, 9}};
  const lines_by_unit lines{{0, {{3, 3}, {12, 15}}}, {1, {{5, 5}}}, {2, {{1, 1}, {21, 30}}}, {3, {{5, 5}}}};
  const auto ran =
      run_by_function(lines, roles({failing, failing, failing, passing}), own_lines(functions), 2);
  BOOST_TEST((ran[0] == run_by{.failing = 1, .others = 0, .passing = 0}));
  BOOST_TEST((ran[1] == run_by{.failing = 1, .others = 0, .passing = 1}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
