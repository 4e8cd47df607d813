// Failures that a run did not judge, though it passed.
#include "tests/parsers/failures/made_run.hpp"

namespace covey::parsers {
namespace {

run_options_ptr with(std::string word) {
  return std::make_shared<const run_options>(run_options{.args = {std::move(word)}});
}

run_settings_ptr set_to(std::string word) {
  return std::make_shared<const run_settings>(run_settings{.args = {{std::move(word)}}});
}

// As where TestMain ends with 1 because of what one of two tests has left behind.
made_run failed_behind_its_tests() {
  made_run out{1};
  out.passes("p", "leaks").passes("p", "leaks/sub").passes("p", "good");
  return out.fails(red("p", "", failure_kind::error));
}

const auto at_first = files({{"p/a.go", 1}, {"p/a_test.go", 1}, {"q/c_test.go", 1}});
const auto edited = files({{"p/a.go", 2}, {"p/a_test.go", 1}, {"q/c_test.go", 1}});

// Where the first run found a and b of one file, and c of another.
made_run three_placed(fingerprint_ptr after = {}) {
  auto out = three_red();
  for (auto& one : out.results.failures) one.where.file = one.id.group == "p" ? "p/a_test.go" : "q/c_test.go";
  out.in(at_first, std::move(after));
  count_results(out);
  return out;
}

BOOST_AUTO_TEST_SUITE(kept_failures)

BOOST_AUTO_TEST_CASE(what_failed_behind_the_tests_of_a_group_is_judged_where_all_of_them_run) {
  const auto first = failed_behind_its_tests().after(made_run{0});
  made_run one{2, run_scope::selected};
  expect(one.passes("p", "good").after(first), {"p"});
  made_run parts{3, run_scope::selected};
  expect(parts.passes("p", "leaks").passes("p", "leaks/sub").passes("p", "leaks/other").after(one), {"p"});
  made_run both{4, run_scope::selected};
  expect(both.passes("p", "leaks").passes("p", "good").after(parts), {});
}

BOOST_AUTO_TEST_CASE(what_a_run_of_some_tests_found_beside_them_is_judged_by_a_rerun) {
  made_run some{1, run_scope::selected};
  some.passes("p", "leaks").fails(red("p", "", failure_kind::error)).after(made_run{0});
  made_run other{2, run_scope::selected};
  expect(other.passes("p", "good").after(some), {"p"});
  made_run rerun{3, run_scope::failing};
  expect(rerun.passes("p", "leaks").passes("p", "good").after(other), {});
}

BOOST_AUTO_TEST_CASE(a_hook_is_judged_where_what_it_kept_from_running_runs_too) {
  made_run first{1};
  first.fails(red("h.js", "A \"before all\" hook", failure_kind::error)).passes("h.js", "b");
  first.results.tests.front().result = outcome::failed;
  first.results.tests.erase(first.results.tests.begin());  // a hook has no result
  first.results.unrun = {{"h.js", 1}};
  first.results.not_run = 1;
  first.after(made_run{0});
  made_run one{2, run_scope::selected};
  expect(one.passes("h.js", "b").after(first), {"h.js/A \"before all\" hook"});
  made_run both{3, run_scope::selected};
  expect(both.passes("h.js", "a").passes("h.js", "b").after(one), {});
}

BOOST_AUTO_TEST_CASE(a_build_that_kept_all_from_running_is_judged_by_any_test) {
  made_run first{1};
  first.fails(red("p", "", failure_kind::error)).results.unrun = {{"p", 7}};
  first.after(made_run{0});
  made_run one{2, run_scope::selected};
  expect(one.passes("p", "good").after(first), {});
}

BOOST_AUTO_TEST_CASE(a_rerun_with_a_limit_judges_only_what_it_was_to_run) {
  made_run first{1};
  first.fails(red("a", "", failure_kind::error)).fails(red("b", "", failure_kind::error)).after(made_run{0});
  made_run rerun{2, run_scope::failing};
  rerun.rerun = std::make_shared<const std::vector<rerun_test>>(rerun_set(known_failures(first), "go", 1));
  expect(rerun.passes("a", "x").after(first), {"b"});
}

BOOST_AUTO_TEST_CASE(a_rerun_with_other_settings_does_not_make_a_run_of_all_with_them_judge) {
  made_run first{1};
  first.fails(red("a", "x")).passes("b", "y").after(made_run{0});
  made_run rerun{2, run_scope::failing};
  rerun.settings = set_to("./b");
  rerun.fails(red("a", "x")).after(first);
  made_run narrow{3};
  narrow.settings = rerun.settings;
  expect(narrow.passes("b", "y").after(rerun), {"a/x"});
  made_run again{4};
  again.settings = rerun.settings;
  again.fails(red("a", "x")).passes("b", "y").after(narrow);
  made_run gone{5};
  gone.settings = rerun.settings;
  expect(gone.passes("b", "y").after(again), {});  // a run of all had it
}

BOOST_AUTO_TEST_CASE(what_a_rerun_of_another_kind_does_not_have_is_no_failure_of_that_kind) {
  made_run first{1};
  first.options = with("--examples");
  first.fails(red("p", "a")).after(made_run{0});
  made_run rerun{2, run_scope::failing};
  rerun.rerun = std::make_shared<const std::vector<rerun_test>>(rerun_set(known_failures(first), "go", 9));
  rerun.results.failures = {red("p", "a", failure_kind::error)};  // "the test did not run again"
  rerun.after(first);
  BOOST_TEST((status_of(rerun) == run_status::failed));
  expect(rerun, {"p/a"});
  BOOST_TEST((known_failures(rerun).front().options == first.options));
}

// As if it had been renamed for a moment.
BOOST_AUTO_TEST_CASE(a_test_that_did_not_run_again_stays_red_until_it_runs) {
  made_run first{1};
  auto what = red("p", "a");
  what.message = "1 is not 2";
  first.in(at_first).fails(what).passes("p", "b").after(made_run{0});
  made_run rerun{2, run_scope::failing}, again{3, run_scope::failing};
  const auto missing = [](made_run& run, const made_run& before) {
    run.rerun = std::make_shared<const std::vector<rerun_test>>(rerun_set(known_failures(before), "go", 9));
    run.results.failures = {red("p", "a", failure_kind::error)};
    run.results.failures.front().message = "did not run again";
    run.in(edited).after(before);
  };
  missing(rerun, first);
  missing(again, rerun);
  BOOST_TEST(known_failures(again).front().what->message ==
             "did not run again\nIt failed before: 1 is not 2");
  made_run beside{4, run_scope::selected};
  expect(beside.in(edited).passes("p", "b").after(again), {"p/a"});
  made_run back{5};
  expect(back.in(edited).passes("p", "a").after(beside), {});
}

BOOST_AUTO_TEST_CASE(what_is_skipped_with_its_whole_file_is_still_there) {
  made_run whole{2};
  whole.results.left_out.push_back({shared_text{"q"}, ""});
  expect(whole.in(files({{"p/a.go", 2}, {"p/a_test.go", 1}, {"q/c_test.go", 7}}))
             .passes("p", "a")
             .passes("p", "b")
             .after(three_placed()),
         {"q/c"});
}

BOOST_AUTO_TEST_CASE(only_what_names_a_flag_of_the_call_is_forgotten_with_it) {
  made_run first{1};
  first.options = with("--features=native");
  auto linking = red("cargo", "", failure_kind::error);
  linking.message = "linking with `cc` failed: exit status: 1";
  first.fails(linking).results.totals = {};
  first.after(made_run{0});
  made_run plain{2};
  expect(plain.passes("p", "a").after(first), {"cargo"});

  made_run wrong{1};
  wrong.options = with("--wrong=1");
  auto unknown = red("pytest", "", failure_kind::error);
  unknown.message = "error: unrecognized arguments: --wrong=1";
  wrong.fails(unknown).results.not_run = 4;
  wrong.results.totals = {};
  wrong.after(made_run{0});
  made_run next{2};
  expect(next.passes("p", "a").after(wrong), {});
  BOOST_TEST(next.unreached.empty());
  unknown.message = "error: --wrong-thing is missing";
  made_run other{1};
  other.options = wrong.options;
  other.fails(unknown).results.totals = {};
  other.after(made_run{0});
  made_run last{2};
  expect(last.passes("p", "a").after(other), {"pytest"});
}

BOOST_AUTO_TEST_CASE(what_passes_alone_though_nothing_has_changed_is_not_fixed) {
  for (const auto scope : {run_scope::failing, run_scope::selected}) {
    made_run some{2, scope};
    some.in(at_first).passes("p", "a").passes("p", "b").passes("q", "c").after(three_placed());
    expect(some, {"p/a", "p/b", "q/c"});
    BOOST_TEST(some.changes.fixed.empty());
    BOOST_TEST(some.changes.alone.size() == 3u);
    BOOST_TEST(some.changes.alone_since == 1u);
    BOOST_TEST((status_of(some) == run_status::failed));
    made_run again{3, scope};
    again.in(at_first).passes("p", "a").after(some);
    expect(again, {"p/a", "p/b", "q/c"});
    made_run mended{4, scope};
    mended.in(edited).passes("p", "a").after(again);
    expect(mended, {"p/b", "q/c"});
    made_run whole{5};
    whole.in(at_first).passes("p", "a").passes("p", "b").passes("q", "c").after(again);
    expect(whole, {});
    BOOST_TEST(whole.changes.fixed.size() == 3u);
  }
}

BOOST_AUTO_TEST_CASE(what_runs_write_themselves_mends_nothing) {
  const auto with = [](std::uint64_t log) {
    return files({{"log", log}, {"p/a.go", 1}, {"p/a_test.go", 1}, {"q/c_test.go", 1}});
  };
  auto first = three_red();
  first.in(with(1), with(2));
  made_run rerun{2, run_scope::failing};
  rerun.in(with(2), with(3)).passes("p", "a").passes("p", "b").passes("q", "c").after(first);
  BOOST_TEST(rerun.changes.alone.size() == 3u);
  made_run quiet{2, run_scope::failing};  // it did not write there
  quiet.in(with(2)).passes("p", "a").passes("p", "b").passes("q", "c").after(first);
  BOOST_TEST(quiet.changes.alone.size() == 3u);
  made_run made{2, run_scope::failing};
  made.in(with(2)).passes("p", "a").after(three_placed(with(2)));
  BOOST_TEST(made.changes.alone.size() == 1u);
}

// A process that died, a hook: nothing but chance has changed.
BOOST_AUTO_TEST_CASE(an_error_of_a_group_that_stays_away_though_nothing_has_changed_is_not_fixed) {
  made_run first{1};
  first.in(at_first).fails(red("p", "", failure_kind::error));
  count_results(first);
  made_run rerun{2, run_scope::failing};
  rerun.in(at_first).passes("p", "a").after(first);
  expect(rerun, {"p"});
  BOOST_TEST(rerun.changes.alone.size() == 1u);
  made_run mended{2, run_scope::failing};
  expect(mended.in(edited).passes("p", "a").after(first), {});
}

BOOST_AUTO_TEST_CASE(a_file_that_a_whole_run_leaves_out_is_not_judged_by_it) {
  made_run whole{2};
  expect(whole.in(edited).passes("p", "a").passes("p", "b").after(three_placed()), {"q/c"});
  BOOST_TEST((status_of(whole) == run_status::failed));
  made_run removed{3};
  removed.in(files({{"p/a.go", 2}, {"p/a_test.go", 1}})).passes("p", "a").passes("p", "b").after(whole);
  expect(removed, {});
  BOOST_TEST(removed.changes.gone.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_test_that_a_whole_run_no_longer_has_is_gone) {
  const auto renamed = files({{"p/a.go", 1}, {"p/a_test.go", 2}, {"q/c_test.go", 1}});
  made_run whole{2};
  expect(whole.in(renamed).passes("p", "good").passes("q", "c").after(three_placed()), {});
  BOOST_TEST(whole.changes.gone.size() == 2u);
  BOOST_TEST((status_of(whole) == run_status::passed));
  made_run of_data{2};  // the names of its tests come from elsewhere
  of_data.in(edited).passes("p", "good").passes("q", "c").after(three_placed());
  expect(of_data, {});
}

BOOST_AUTO_TEST_CASE(what_a_whole_run_deselects_is_not_judged_by_it) {
  made_run whole{2};
  whole.results.deselected = 2;
  whole.results.left_out = {{"p", "a"}, {"p", "b"}};
  const auto marked = files({{"p/a.go", 1}, {"p/a_test.go", 2}, {"q/c_test.go", 1}});
  expect(whole.in(marked).passes("p", "good").passes("q", "c").after(three_placed()), {"p/a", "p/b"});
  made_run unnamed{2};
  unnamed.results.deselected = 5'000;
  expect(unnamed.in(marked).passes("p", "good").passes("q", "c").after(three_placed()), {"p/a", "p/b"});
}

// Of 4 lines 3 ran.
made_run covering(std::vector<coverage_threshold> thresholds, run_scope scope = run_scope::whole) {
  made_run out{1, scope};
  out.passes("p", "a");
  out.covered = coverage_totals{};
  out.covered->lines = {4, 3};
  out.results.thresholds = std::move(thresholds);
  judge_thresholds(out);
  return out;
}

BOOST_AUTO_TEST_CASE(a_threshold_that_the_project_would_fail_by_fails_its_run) {
  BOOST_TEST((status_of(covering({{75, "here", true}})) == run_status::passed));
  const auto red = covering({{80, "here", true}, {75.5, "there", true}});
  BOOST_TEST((status_of(red) == run_status::failed));
  const names expected{"coverage threshold 80 (here) not met: 75.0",
                       "coverage threshold 75.5 (there) not met: 75.0"};
  BOOST_TEST(red.unmet == expected, boost::test_tools::per_element());
  BOOST_TEST((status_of(covering({{80, "here", true}}, run_scope::selected)) == run_status::passed));
}

BOOST_AUTO_TEST_CASE(a_threshold_that_nobody_checks_or_can_check_is_a_note) {
  const auto aside = covering({{80, "here", false}});
  BOOST_TEST((status_of(aside) == run_status::passed));
  BOOST_TEST(aside.notes.front().starts_with("coverage threshold 80 (here) not met: 75.0; "));
  made_run unmeasured{1};
  unmeasured.passes("p", "a").results.thresholds = {{80, "here", true}};
  judge_thresholds(unmeasured);
  BOOST_TEST((status_of(unmeasured) == run_status::passed));
  BOOST_TEST(unmeasured.notes.front() ==
             "coverage threshold 80 (here) was not checked: the lines of all tests were not measured");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
