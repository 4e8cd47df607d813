#include "parsers/model/known_failures.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace covey::parsers {
namespace {

failure red(std::string group, std::string name, failure_kind kind = failure_kind::assertion) {
  failure out;
  out.id = {shared_text{group}, std::move(name)};
  out.kind = kind;
  return out;
}

struct made_run : finished_run {
  explicit made_run(std::uint64_t number, run_scope of = run_scope::whole) {
    id = number;
    language = "go";
    scope = of;
    ending.kind = run_ending::kind_type::exited;
  }
  made_run& passes(std::string group, std::string name, outcome result = outcome::passed) {
    results.tests.push_back({{shared_text{group}, std::move(name)}, result});
    ++(result == outcome::passed ? results.totals.passed : results.totals.skipped);
    return *this;
  }
  made_run& fails(failure what) {
    if (!what.id.name.empty()) results.tests.push_back({what.id, outcome::failed});
    ++results.totals.failed;
    results.failures.push_back(std::move(what));
    return *this;
  }
  made_run& after(const finished_run& before) {
    count_results(*this);
    carry_over(before, *this);
    return *this;
  }
  std::vector<std::string> known() const {
    std::vector<std::string> names;
    for (const auto& one : known_failures(*this)) names.push_back(full_name(one.what.id));
    return names;
  }
};

using names = std::vector<std::string>;

void expect(const made_run& run, const names& expected) {
  BOOST_TEST(run.known() == expected, boost::test_tools::per_element());
}

// a and b failed, and in another package c.
made_run three_red() {
  made_run out{1};
  out.fails(red("p", "a")).fails(red("p", "b")).fails(red("q", "c")).passes("p", "good");
  return out;
}

// Two tests of one name: the first passed, the second failed.
made_run two_alike() {
  made_run out{1};
  out.passes("f", "same").passes("f", "mid").fails(red("f", "same"));
  count_results(out);
  return out;
}

BOOST_AUTO_TEST_SUITE(known_to_fail)

BOOST_AUTO_TEST_CASE(the_pass_of_one_of_two_alike_says_nothing_of_the_other) {
  made_run crash{2};
  crash.passes("f", "same").fails(red("f", "mid", failure_kind::crash)).after(two_alike());
  expect(crash, {"f/mid", "f/same"});
  BOOST_TEST(crash.changes.fixed.empty());
  made_run rerun{3, run_scope::failing};
  rerun.passes("f", "mid").passes("f", "same").after(crash);
  expect(rerun, {"f/same"});
  BOOST_TEST((status_of(rerun) == run_status::failed));
  made_run both{4, run_scope::failing};
  both.passes("f", "same").passes("f", "same").after(rerun);
  expect(both, {});
  BOOST_TEST(both.changes.fixed.size() == 1u);
}

BOOST_AUTO_TEST_CASE(one_of_two_alike_that_was_skipped_has_not_passed) {
  made_run rerun{2, run_scope::failing};
  rerun.passes("f", "same").passes("f", "same", outcome::skipped).after(two_alike());
  expect(rerun, {"f/same"});
}

BOOST_AUTO_TEST_CASE(two_alike_that_failed_are_both_known_until_both_have_run) {
  made_run first{1};
  first.fails(red("f", "same")).fails(red("f", "same"));
  count_results(first);
  made_run cut{2};
  cut.ending.cancelled = true;
  cut.fails(red("f", "same")).after(first);
  expect(cut, {"f/same", "f/same"});
  made_run again{3};
  again.ending.cancelled = true;
  again.passes("f", "same").after(cut);
  expect(again, {"f/same", "f/same"});
  made_run rerun{4, run_scope::failing};
  rerun.passes("f", "same").fails(red("f", "same")).after(again);
  expect(rerun, {"f/same"});
}

BOOST_AUTO_TEST_CASE(a_run_of_all_tests_forgets_one_of_two_alike_that_is_gone) {
  made_run whole{2};
  whole.passes("f", "same").passes("f", "mid").after(two_alike());
  expect(whole, {});
}

// As a file under two configurations, or a test in two binaries.
BOOST_AUTO_TEST_CASE(the_key_and_the_command_tell_tests_of_one_name_apart) {
  auto second = red("f", "same");
  second.key = "same#2";
  second.runner = "node:test in the workspace (2)";
  made_run first{1};
  first.passes("f", "same").results.tests.back().which = {occurrence::of("same"), 0};
  first.fails(second).results.tests.back().which = occurrence_of(second);
  count_results(first);
  const auto rerun_of = [&](occurrence which) {
    made_run rerun{2, run_scope::failing};
    rerun.passes("f", "same").results.tests.back().which = which;
    return rerun.after(first);
  };
  expect(rerun_of({occurrence::of("same"), 0}), {"f/same"});
  expect(rerun_of({occurrence::of("same#2"), occurrence::of("node:test in the workspace")}), {"f/same"});
  expect(rerun_of(occurrence_of(second)), {});
  expect(rerun_of({occurrence::of("same#2"), 0}), {});  // a plan of one command does not name it
}

// Its load fails in the second command, which a cut run does not come to.
BOOST_AUTO_TEST_CASE(a_file_that_did_not_load_is_not_judged_by_a_part_of_a_run) {
  made_run first{1, run_scope::selected};
  first.passes("f", "a").fails(red("f", "", failure_kind::error));
  made_run cut{2, run_scope::selected};
  cut.ending.cancelled = true;
  cut.passes("f", "a").after(first);
  expect(cut, {"f"});
}

BOOST_AUTO_TEST_CASE(what_was_not_rerun_stays_failed) {
  made_run rerun{2, run_scope::failing};
  rerun.passes("p", "a").after(three_red());
  expect(rerun, {"p/b", "q/c"});
  BOOST_TEST(rerun.known_before == 3u);
  BOOST_TEST(rerun.still_failing.front().run_id == 1u);
  BOOST_TEST((own_status_of(rerun) == run_status::passed));
  BOOST_TEST((status_of(rerun) == run_status::failed));
}

BOOST_AUTO_TEST_CASE(what_passed_is_gone_and_what_failed_again_is_listed_once) {
  made_run rerun{2, run_scope::failing};
  rerun.passes("p", "a").passes("q", "c").fails(red("p", "b")).after(three_red());
  expect(rerun, {"p/b"});
  BOOST_TEST(rerun.still_failing.empty());
}

BOOST_AUTO_TEST_CASE(a_third_run_still_knows_what_the_first_one_found) {
  made_run second{2, run_scope::failing};
  second.passes("p", "a").after(three_red());
  made_run third{3, run_scope::selected};
  third.passes("p", "b").passes("p", "good").after(second);
  expect(third, {"q/c"});
  BOOST_TEST(third.known_before == 2u);
}

BOOST_AUTO_TEST_CASE(a_whole_run_takes_away_what_it_did_not_meet) {
  made_run whole{2};
  whole.passes("p", "good").after(three_red());  // a, b and c have been deleted
  expect(whole, {});
  BOOST_TEST((status_of(whole) == run_status::passed));
}

BOOST_AUTO_TEST_CASE(a_run_that_was_cut_short_judges_only_what_it_reported) {
  const auto cut = [](auto change) {
    made_run whole{2};
    whole.passes("p", "a");
    change(whole);
    whole.after(three_red());
    return whole;
  };
  expect(cut([](auto& run) { run.ending.timed_out = true; }), {"p/b", "q/c"});
  expect(cut([](auto& run) { run.ending.cancelled = true; }), {"p/b", "q/c"});
  expect(cut([](auto& run) { run.ending.kind = run_ending::kind_type::signalled; }), {"p/b", "q/c"});
  expect(cut([](auto& run) { run.ending.kind = run_ending::kind_type::lost; }), {"p/b", "q/c"});
  expect(cut([](auto& run) { run.results.not_run = 2; }), {"p/b", "q/c"});
  expect(cut([](auto& run) { run.results.unfinished = {{"p", "b"}}; }), {"p/b", "q/c"});
  expect(cut([](auto& run) { run.fails(red("r", "t", failure_kind::crash)); }), {"r/t", "p/b", "q/c"});
  expect(cut([](auto& run) { run.fails(red("q", "", failure_kind::error)); }), {"q", "p/b", "q/c"});
}

BOOST_AUTO_TEST_CASE(a_whole_run_of_no_test_judges_nothing) {
  made_run whole{2};
  expect(whole.after(three_red()), {"p/a", "p/b", "q/c"});
}

BOOST_AUTO_TEST_CASE(a_test_that_was_skipped_in_its_rerun_has_not_passed) {
  made_run rerun{2, run_scope::failing};
  rerun.passes("p", "a", outcome::skipped).passes("p", "b").passes("q", "c").after(three_red());
  expect(rerun, {"p/a"});
  made_run whole{3};
  whole.passes("p", "a", outcome::skipped).after(rerun);
  expect(whole, {});
}

BOOST_AUTO_TEST_CASE(a_test_of_which_a_rerun_says_nothing_stays_failed) {
  made_run rerun{2, run_scope::failing};
  rerun.passes("p", "good").after(three_red());
  expect(rerun, {"p/a", "p/b", "q/c"});
}

BOOST_AUTO_TEST_CASE(a_name_in_another_group_is_another_test) {
  made_run rerun{2, run_scope::selected};
  rerun.passes("q", "a").passes("pp", "b").after(three_red());
  expect(rerun, {"p/a", "p/b", "q/c"});
}

BOOST_AUTO_TEST_CASE(a_parent_is_not_judged_by_the_failure_of_its_subtest) {
  made_run first{1};
  first.fails(red("p", "T"));
  made_run second{2, run_scope::failing};
  second.fails(red("p", "T/sub")).results.tests.push_back({{"p", "T"}, outcome::failed});
  second.after(first);
  expect(second, {"p/T/sub", "p/T"});
}

BOOST_AUTO_TEST_CASE(a_build_is_judged_by_tests_that_ran_of_it) {
  auto build = red("p", "", failure_kind::error);
  build.also_failed = {"q"};
  made_run first{1};
  first.fails(build);
  made_run some{2, run_scope::selected};
  some.passes("p", "a").after(first);
  expect(some, {"p"});  // q was not built
  some.passes("q", "c").after(first);
  expect(some, {});
  made_run rerun{2, run_scope::failing};
  rerun.after(first);
  expect(rerun, {});  // its runner found nothing wrong with either
  rerun.fails(red("q", "", failure_kind::error)).after(first);
  expect(rerun, {"q", "p"});
}

// Which test made the package crash nobody knows: a part of it that passes says nothing.
BOOST_AUTO_TEST_CASE(a_crash_of_a_group_is_judged_by_the_whole_of_it) {
  made_run first{1};
  first.fails(red("p", "", failure_kind::crash));
  made_run some{2, run_scope::selected};
  some.passes("p", "a").after(first);
  expect(some, {"p"});
  made_run rerun{3, run_scope::failing};
  rerun.passes("p", "a").after(some);
  expect(rerun, {});
}

BOOST_AUTO_TEST_CASE(a_failure_of_another_language_is_kept_and_rerun_alone) {
  made_run python{2};
  python.language = "python";
  python.fails(red("t.py", "test_a")).after(three_red());
  expect(python, {"t.py/test_a", "p/a", "p/b", "q/c"});
  const auto known = known_failures(python);
  BOOST_TEST(rerun_set(known, "python", 10).size() == 1u);
  BOOST_TEST(rerun_set(known, "go", 10).size() == 3u);
  BOOST_TEST(rerun_set(known, "go", 2).back().id.name == "b");
}

BOOST_AUTO_TEST_CASE(a_request_that_was_not_met_is_no_test_that_fails) {
  made_run selected{1, run_scope::selected};
  selected.fails(red("p", "a")).fails(red("gone.go", "", failure_kind::error));
  selected.unmet_requests = 1;
  expect(selected, {"p/a"});
  BOOST_TEST((status_of(selected) == run_status::failed));
}

BOOST_AUTO_TEST_CASE(a_script_that_cannot_be_read_judges_by_its_exit_code) {
  made_run script{2};
  script.results.structured = false;
  script.ending.value = 1;
  expect(script.after(three_red()), {"p/a", "p/b", "q/c"});
  script.ending.value = 0;
  expect(script.after(three_red()), {});
}

BOOST_AUTO_TEST_CASE(tests_that_never_began_are_no_pass) {
  made_run run{1};
  run.passes("p", "a");
  BOOST_TEST((status_of(run) == run_status::passed));
  run.results.not_run = 1;
  BOOST_TEST((status_of(run) == run_status::failed));
  BOOST_TEST(is_partial(run));
}

made_run cut_by_timeout() {
  made_run out{1};
  out.fails(red("p", "hangs", failure_kind::timeout));
  out.ending.timed_out = true;
  out.results.not_run = 3;
  return out;
}

BOOST_AUTO_TEST_CASE(a_green_rerun_does_not_make_up_for_what_the_run_before_it_never_reached) {
  made_run rerun{2, run_scope::failing};
  rerun.passes("p", "hangs").after(cut_by_timeout());
  expect(rerun, {});
  BOOST_REQUIRE(rerun.unreached.size() == 1u);
  BOOST_TEST(rerun.unreached.front().id == 1u);
  BOOST_TEST(rerun.unreached.front().not_run == 3u);
  made_run selected{3, run_scope::selected};
  selected.passes("p", "another").after(rerun);
  BOOST_TEST(selected.unreached.size() == 1u);
  made_run other{4};
  other.language = "rust";
  BOOST_TEST(other.passes("crate", "a").after(selected).unreached.size() == 1u);
  made_run whole{5};
  BOOST_TEST(whole.passes("p", "hangs").after(other).unreached.empty());
}

// b did not compile in q, and a panic in p left two tests out.
BOOST_AUTO_TEST_CASE(what_a_later_run_reached_is_reached) {
  made_run cut{1};
  cut.passes("p", "a").passes("p", "a/1").fails(red("p", "b", failure_kind::panic));
  cut.fails(red("q", "", failure_kind::error));
  cut.results.unrun = {{"p", 2}, {"q", 2}};
  cut.results.not_run = 4;
  made_run rerun{2, run_scope::failing};
  rerun.passes("p", "b").passes("q", "c").passes("q", "d").after(cut);
  BOOST_REQUIRE(rerun.unreached.size() == 1u);
  BOOST_TEST(rerun.unreached.front().not_run == 2u);
  made_run some{3, run_scope::selected};
  some.passes("p", "b").passes("p", "b/1").passes("p", "b/2").passes("p", "c").passes("p", "d").after(rerun);
  BOOST_TEST(some.unreached.size() == 1u);  // subtests do not count
  made_run all{4, run_scope::selected};
  all.passes("p", "a").passes("p", "b").passes("p", "c").passes("p", "d").after(some);
  BOOST_TEST(all.unreached.empty());
  cut.results.uncounted = true;
  made_run again{5, run_scope::failing};
  for (const auto* name : {"a", "b", "c", "d"}) again.passes("p", name).passes("q", name);
  BOOST_TEST(again.after(cut).unreached.size() == 1u);
}

BOOST_AUTO_TEST_CASE(of_two_runs_that_were_cut_the_later_one_counts) {
  made_run again{2};
  again.ending.cancelled = true;
  BOOST_TEST(again.after(cut_by_timeout()).unreached.empty());  // it is the last one itself
  made_run rerun{3, run_scope::failing};
  rerun.passes("p", "hangs").after(again);
  BOOST_REQUIRE(rerun.unreached.size() == 1u);
  BOOST_TEST(rerun.unreached.front().id == 2u);
}

BOOST_AUTO_TEST_CASE(of_two_languages_each_keeps_its_run_that_was_cut) {
  made_run crates{2};
  crates.language = "rust";
  crates.ending.cancelled = true;
  crates.after(cut_by_timeout());
  made_run rerun{3, run_scope::failing};
  rerun.passes("p", "hangs").after(crates);
  BOOST_REQUIRE(rerun.unreached.size() == 2u);
  BOOST_TEST(rerun.unreached[0].id == 1u);
  BOOST_TEST(rerun.unreached[1].id == 2u);
  made_run whole{4};
  whole.passes("p", "hangs").after(rerun);
  BOOST_REQUIRE(whole.unreached.size() == 1u);
  BOOST_TEST(whole.unreached.front().language == "rust");
}

BOOST_AUTO_TEST_CASE(a_run_that_reached_all_leaves_nothing_open) {
  made_run rerun{2, run_scope::failing};
  BOOST_TEST(rerun.passes("p", "a").after(three_red()).unreached.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
