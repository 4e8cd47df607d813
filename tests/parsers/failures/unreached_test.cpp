#include "parsers/failures/known_failures.hpp"
#include "tests/parsers/failures/made_run.hpp"

namespace covey::parsers {
namespace {

BOOST_AUTO_TEST_SUITE(unreached_tests)

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

BOOST_AUTO_TEST_CASE(only_runs_of_its_kind_reach_what_a_run_has_left_open) {
  const auto race = std::make_shared<run_options>(run_options{.args = {"-race"}});
  made_run cut{1};
  cut.options = race;
  cut.passes("p", "a");
  cut.results.unrun = {{"p", 1}};
  cut.results.not_run = 1;
  made_run plain{2};
  BOOST_TEST(plain.passes("p", "a").passes("p", "b").after(cut).unreached.size() == 1u);
  made_run some{3, run_scope::selected};
  BOOST_TEST(some.passes("p", "a").passes("p", "b").after(plain).unreached.size() == 1u);
  made_run same{4, run_scope::selected};
  same.options = race;
  BOOST_TEST(same.passes("p", "a").passes("p", "b").after(some).unreached.empty());
}

// As where an error left a file of Julia's, and nobody knows how many tests stand behind it.
BOOST_AUTO_TEST_CASE(tests_that_nobody_counted_are_not_reached_either) {
  made_run cut{1};
  cut.fails(red("a.jl", "", failure_kind::error));
  cut.results.uncounted = true;
  made_run rerun{2, run_scope::failing};
  rerun.passes("a.jl", "a").after(cut);
  BOOST_TEST(rerun.unreached.size() == 1u);
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
  made_run crashed{5, run_scope::selected};
  for (const auto* name : {"a", "b/1", "b/2", "b/3"}) crashed.passes("p", name);
  crashed.fails(red("p", "b", failure_kind::crash)).results.tests.pop_back();
  BOOST_TEST(crashed.after(some).unreached.size() == 1u);  // b has not ended
  cut.results.uncounted = true;
  made_run again{6, run_scope::failing};
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

// A plugin failed it, a threshold was not met: no test that passes says that this is over.
BOOST_AUTO_TEST_CASE(a_run_that_was_no_pass_though_no_test_failed_is_known_until_all_run_again) {
  made_run first{1}, second{1};
  first.passes("p", "a").passes("p", "b").ending.value = 6;
  second.passes("p", "a").unmet = {"coverage threshold 90 not met: 75.0"};
  for (const auto* run : {&first, &second}) {
    made_run some{2, run_scope::selected};
    some.passes("p", "a").after(*run);
    BOOST_REQUIRE(some.unreached.size() == 1u);
    const std::string why =
        run == &first ? "ended with exit code 6 though no test failed" : second.unmet.front();
    BOOST_TEST(some.unreached.front().no_pass == why);
    BOOST_TEST((status_of(some) == run_status::failed));
    BOOST_TEST((own_status_of(some) == run_status::passed));
    made_run all{3};
    BOOST_TEST(all.passes("p", "a").after(some).unreached.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_run_that_reached_all_leaves_nothing_open) {
  made_run rerun{2, run_scope::failing};
  BOOST_TEST(rerun.passes("p", "a").after(three_red()).unreached.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
