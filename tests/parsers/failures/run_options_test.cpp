// Failures that a run with options had found, and what later runs say of them.
#include "tests/parsers/failures/made_run.hpp"
#include "parsers/model/settings.hpp"
#include "parsers/failures/known_failures.hpp"

namespace covey::parsers {
namespace {

run_options_ptr with(std::vector<std::string> args, variables env = {}) {
  return std::make_shared<const run_options>(run_options{std::move(args), std::move(env)});
}

made_run run_with(std::uint64_t id, run_options_ptr options, run_scope scope = run_scope::whole) {
  made_run out{id, scope};
  out.options = std::move(options);
  return out;
}

BOOST_AUTO_TEST_SUITE(options_of_runs)

BOOST_AUTO_TEST_CASE(a_run_of_another_kind_says_nothing_and_is_judged_by_itself) {
  auto race = run_with(1, with({"-race"}));
  race.fails(red("p", "a"));
  made_run plain{2};
  plain.passes("p", "a").after(race);
  expect(plain, {"p/a"});
  BOOST_TEST((status_of(plain) == run_status::passed));
  auto again = run_with(3, with({"-race"}), run_scope::failing);
  again.passes("p", "a").after(plain);
  expect(again, {});
}

// "-race -race=false" is no run with -race, and in short mode a test may pass that fails in full.
BOOST_AUTO_TEST_CASE(a_run_with_more_says_nothing_either) {
  made_run plain{1};
  plain.fails(red("p", "a"));
  auto more = run_with(2, with({"-short"}, {{"DATABASE_URL", "x"}}));
  more.passes("p", "a").after(plain);
  expect(more, {"p/a"});
  BOOST_TEST((status_of(more) == run_status::passed));
}

BOOST_AUTO_TEST_CASE(a_run_of_all_of_the_same_kind_forgets_what_is_gone) {
  auto race = run_with(1, with({"-race"}));
  race.fails(red("p", "a"));
  auto again = run_with(2, with({"-race"}));
  again.passes("p", "b").after(race);
  expect(again, {});
}

// What the workspace's settings leave out has not been judged.
BOOST_AUTO_TEST_CASE(a_run_of_all_with_other_settings_is_one_of_some) {
  made_run first{1};
  first.fails(red("p", "a")).fails(red("q", "b"));
  made_run narrowed{2};
  narrowed.settings = ways_of({.packages = {{"./p"}}, .timeout = std::chrono::milliseconds{5}});
  narrowed.passes("p", "a").after(first);
  expect(narrowed, {"q/b"});
  BOOST_TEST((status_of(narrowed) == run_status::failed));
  made_run wide{3};
  wide.fails(red("q", "b")).after(narrowed);
  BOOST_TEST(wide.changes.newly.empty());
  BOOST_TEST((ways_of({.timeout = std::chrono::milliseconds{5}}) == nullptr));
}

BOOST_AUTO_TEST_CASE(a_run_with_them_may_leave_any_test_out) {
  made_run plain{1};
  plain.fails(red("p", "a"));
  auto some = run_with(2, with({"-k", "b"}));
  some.passes("p", "b").after(plain);
  expect(some, {"p/a"});
}

BOOST_AUTO_TEST_CASE(what_is_no_test_is_judged_by_a_run_of_its_kind) {
  auto tagged = run_with(1, with({"-tags=a"}));
  tagged.passes("q", "a");
  auto broken = red("p", "", failure_kind::error);
  broken.where = {"p/a_test.go", 3};
  tagged.fails(broken);
  auto other = run_with(2, with({"-short"}));
  other.passes("q", "a").after(tagged);
  expect(other, {"p"});
  auto again = run_with(3, with({"-tags=a"}));
  again.passes("p", "a").after(other);
  expect(again, {});
}

BOOST_AUTO_TEST_CASE(a_flag_that_a_runner_does_not_know_is_of_its_call_alone) {
  auto typo = run_with(1, with({"--tpyo"}));
  typo.results.failures.push_back(red("pytest", "", failure_kind::error));
  typo.results.failures.front().message = "error: unrecognized arguments: --tpyo";
  expect(typo, {"pytest"});
  made_run one{2, run_scope::selected};
  one.passes("p", "a").after(typo);
  expect(one, {});
  BOOST_TEST((status_of(one) == run_status::passed));
}

BOOST_AUTO_TEST_CASE(other_values_of_a_variable_are_another_run) {
  auto first = run_with(1, with({}, {{"TZ", "UTC"}}));
  first.fails(red("p", "a"));
  auto other = run_with(2, with({}, {{"TZ", "CET"}}));
  other.passes("p", "a").after(first);
  expect(other, {"p/a"});
}

BOOST_AUTO_TEST_CASE(a_rerun_is_of_what_failed_in_one_way) {
  auto race = run_with(1, with({"-race"}));
  race.fails(red("p", "a"));
  made_run plain{2};
  plain.fails(red("p", "b")).after(race);
  const auto known = known_failures(plain);
  BOOST_TEST(those_with(known, nullptr).size() == 1u);
  BOOST_TEST(those_with(known, with({"-race"})).size() == 1u);
  BOOST_TEST(those_with(known, with({"-race", "-v"})).empty());
}

BOOST_AUTO_TEST_CASE(only_the_same_reaches_what_a_cut_run_left_out) {
  made_run cut{1};
  cut.options = with({"-race"});
  cut.ending.timed_out = true;
  cut.results.not_run = 3;
  auto other = run_with(2, with({"-short"}));
  other.passes("p", "a").after(cut);
  BOOST_TEST(other.unreached.size() == 1u);
  auto same = run_with(3, with({"-race"}));
  same.passes("p", "a").after(other);
  BOOST_TEST(same.unreached.empty());
}

BOOST_AUTO_TEST_CASE(they_are_named_without_the_values_of_variables) {
  BOOST_TEST(to_string(run_options{{"-m", "not slow"}, {{"B_TOKEN", "x"}, {"A", "y"}}}) ==
             "args `-m` `not slow` and env A, B_TOKEN");
  BOOST_TEST(to_string(run_options{}) == "");
}

BOOST_AUTO_TEST_CASE(what_no_process_can_be_given_is_refused) {
  using namespace std::string_literals;
  BOOST_TEST(why_not_added({{"a", "b\0c"s}, {}}) ==
             "word 2 of args holds a NUL byte, which ends a word for a program");
  BOOST_TEST(why_not_added({{}, {{"A=B", ""}}}) ==
             "env A=B has a \"=\" in its name: write {\"NAME\": \"value\"}");
  BOOST_TEST(why_not_added({{}, {{"", "x"}}}) == "a variable of env has no name");
  BOOST_TEST(why_not_added({{"-v"}, {{"A", "x"}}}) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
