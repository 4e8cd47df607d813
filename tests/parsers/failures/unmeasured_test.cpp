#include "parsers/failures/ended_run.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;

namespace {

void add(run_results& to, const std::string& name, outcome result) {
  const test_id id{shared_text{std::string{"a.test.js"}}, name};
  to.tests.push_back({id, result, {}});
  if (result == outcome::passed) ++to.totals.passed;
  if (result != outcome::failed) return;
  ++to.totals.failed;
  to.failures.emplace_back().id = id;
}

void add_error(run_results& to) {
  auto& error = to.failures.emplace_back();
  error.id.group = std::string{"a.test.js"};
  error.kind = failure_kind::error;
  ++to.totals.errors;
}

run_results told_of(std::initializer_list<std::pair<std::string, outcome>> tests) {
  run_results out;
  for (const auto& [name, result] : tests) add(out, name, result);
  out.affected.emplace(std::string{"a.test.js"});
  return out;
}

constexpr auto passed = outcome::passed;
constexpr auto failed = outcome::failed;

}  // namespace

BOOST_AUTO_TEST_SUITE(unmeasured)

BOOST_AUTO_TEST_CASE(of_two_failures_in_a_file_the_true_one_stays) {
  auto told = told_of({{"text", failed}, {"sum", failed}, {"other", passed}});
  const auto plain = told_of({{"text", passed}, {"sum", failed}, {"other", passed}});
  BOOST_TEST(take_back(told, plain, told_of({{"text", failed}, {"sum", failed}})).find("a.test.js/text") !=
             std::string::npos);
  BOOST_REQUIRE_EQUAL(told.failures.size(), 1u);
  BOOST_TEST(told.failures.front().id.name == "sum");
  BOOST_TEST((told.totals == counts{2, 1, 0, 0}));
}

BOOST_AUTO_TEST_CASE(a_file_that_did_not_load_has_the_tests_of_its_second_try) {
  auto told = told_of({});
  add_error(told);
  told.unrun = {{std::string{"a.test.js"}, 2}};
  told.not_run = 2;
  auto measured = told_of({});
  add_error(measured);
  BOOST_TEST(!take_back(told, told_of({{"one", passed}, {"two", passed}}), measured).empty());
  BOOST_TEST(told.failures.empty());
  BOOST_TEST((told.totals == counts{2, 0, 0, 0}));
  BOOST_TEST(told.not_run == 0u);
  BOOST_TEST(told.tests.size() == 2u);
}

// A build that coverage broke hides what fails in it anyhow.
BOOST_AUTO_TEST_CASE(what_fails_without_it_too_is_told_instead) {
  auto told = told_of({});
  add_error(told);
  told.failures.front().also_failed = {"b.test.js"};
  const auto measured = told;
  auto plain = told_of({{"sum", failed}, {"other", passed}});
  plain.tests.push_back({{shared_text{std::string{"b.test.js"}}, "of b"}, passed, {}});
  BOOST_TEST(!take_back(told, plain, measured).empty());
  BOOST_REQUIRE_EQUAL(told.failures.size(), 1u);
  BOOST_TEST(told.failures.front().id.name == "sum");
  BOOST_TEST((told.totals == counts{2, 1, 0, 0}));
}

BOOST_AUTO_TEST_CASE(a_group_that_was_not_reached_again_keeps_what_broke_it) {
  auto told = told_of({});
  add_error(told);
  told.failures.front().also_failed = {"b.test.js"};
  const auto measured = told;
  BOOST_TEST(take_back(told, told_of({{"sum", passed}}), measured).empty());
  BOOST_TEST(told.failures.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_group_without_tests_has_only_to_build) {
  auto told = told_of({});
  add_error(told);
  const auto measured = told;
  run_results plain;
  plain.testless.emplace_back(std::string{"a.test.js"});
  BOOST_TEST(!take_back(told, plain, measured).empty());
  BOOST_TEST((told.totals == counts{}));
}

BOOST_AUTO_TEST_CASE(what_a_test_that_ended_its_process_kept_from_running_has_run_without_it) {
  auto told = told_of({{"ends", failed}});
  told.unrun = {{std::string{"a.test.js"}, 2}};
  told.not_run = 2;
  const auto measured = told;
  BOOST_TEST(
      !take_back(told, told_of({{"ends", passed}, {"other", passed}, {"sum", failed}}), measured).empty());
  BOOST_REQUIRE_EQUAL(told.failures.size(), 1u);
  BOOST_TEST(told.failures.front().id.name == "sum");
  BOOST_TEST((told.totals == counts{2, 1, 0, 0}));
  BOOST_TEST(told.not_run == 0u);
}

BOOST_AUTO_TEST_CASE(what_did_not_run_again_or_passed_both_times_stays) {
  const auto red = told_of({{"text", failed}});
  for (const auto& [plain, measured] :
       {std::pair{told_of({}), red}, std::pair{told_of({{"other", passed}}), red},
        std::pair{told_of({{"text", outcome::skipped}, {"other", passed}}), red},
        std::pair{told_of({{"text", passed}}), told_of({{"text", passed}})}}) {
    auto told = red;
    BOOST_TEST(take_back(told, plain, measured).empty());
    BOOST_TEST(told.failures.size() == 1u);
    BOOST_TEST((told.totals == red.totals));
  }
}

BOOST_AUTO_TEST_CASE(a_parent_passes_when_no_part_of_it_fails_any_more) {
  auto told = told_of({{"all/one", failed}});
  told.tests.push_back({{shared_text{std::string{"a.test.js"}}, "all"}, failed, {}});
  BOOST_TEST(!take_back(told, told_of({{"all/one", passed}, {"all", passed}}), told_of({{"all/one", failed}}))
                  .empty());
  BOOST_TEST((told.totals == counts{2, 0, 0, 0}));
}

BOOST_AUTO_TEST_CASE(groups_are_tried_whole_and_those_that_name_the_folder_of_the_run_too) {
  auto told = told_of({{"text", failed}, {"sum", failed}});
  auto& other = told.failures.emplace_back();
  other.id = {std::string{"b.test.js"}, "env"};
  other.runner = "mocha in b";
  BOOST_TEST(affected_groups(told, "/of/the/run").size() == 1u);
  other.actual = "NODE_V8_COVERAGE=/of/the/run/node/v8";
  const auto groups = affected_groups(told, "/of/the/run");
  BOOST_REQUIRE_EQUAL(groups.size(), 2u);
  BOOST_TEST(groups.back().id.name == "");
  BOOST_TEST(groups.back().runner == "mocha in b");
}

BOOST_AUTO_TEST_SUITE_END()
