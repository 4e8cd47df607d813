#include "tests/parsers/failures/made_run.hpp"

namespace covey::parsers {
namespace {

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

BOOST_AUTO_TEST_CASE(two_alike_that_both_pass_are_both_fixed) {
  made_run first{1};
  first.fails(red("f", "same")).fails(red("f", "same"));
  count_results(first);
  made_run rerun{2, run_scope::failing};
  rerun.passes("f", "same").passes("f", "same").after(first);
  BOOST_TEST(rerun.known_before == 2u);
  BOOST_TEST(rerun.changes.fixed.size() == 2u);
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

BOOST_AUTO_TEST_CASE(a_command_that_loses_its_name_stays_ambiguous) {
  auto first = two_alike();
  first.results.failures.front().runner = "mocha in a";
  made_run red_again{2};
  red_again.ending.cancelled = true;
  red_again.fails(red("f", "same")).after(first);
  made_run cut{3};
  cut.ending.cancelled = true;
  cut.passes("f", "same").after(red_again);
  expect(cut, {"f/same"});
}

// In time that grows with their number, not with its square: 40,000 of one name.
BOOST_AUTO_TEST_CASE(thousands_alike_are_counted_once) {
  made_run first{1};
  for (int i = 0; i < 40'000; ++i) {
    auto one = red("f", "same");
    if (i % 2 == 0) one.key = std::to_string(i);
    first.fails(one).results.tests.back().which = occurrence_of(one);
  }
  count_results(first);
  made_run again{2};
  again.results = first.results;
  again.after(first);
  BOOST_TEST(again.still_failing.empty());
  BOOST_TEST(again.known_before == 40'000u);
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
  whole.passes("p", "a", outcome::skipped).passes("p", "b").after(rerun);
  expect(whole, {"p/a"});
  BOOST_TEST((status_of(whole) == run_status::failed));
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

namespace {

using selections = std::vector<file_selection>;

// A run of some tests that came to none of them: its runner took its configuration for wrong.
made_run wrongly_configured(std::uint64_t number, const made_run& last, run_scope scope,
                            const selections& asked) {
  made_run out{number, scope};
  if (scope == run_scope::failing)
    out.rerun = std::make_shared<const std::vector<rerun_test>>(rerun_set(known_failures(last), "go", 9));
  out.asked = std::make_shared<const selections>(asked);
  out.fails(red("pytest", "", failure_kind::error)).after(last);
  return out;
}

names reruns_of(const made_run& run) {
  names out;
  for (const auto& one : rerun_set(known_failures(run), "go", 9)) out.push_back(full_name(one.id));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_error_that_kept_a_rerun_from_its_tests_leaves_these_to_rerun) {
  const names wanted{"p/a", "p/b", "q/c"};
  auto once = wrongly_configured(2, three_red(), run_scope::failing, {});
  expect(once, {"pytest", "p/a", "p/b", "q/c"});
  BOOST_TEST(reruns_of(once) == wanted, boost::test_tools::per_element());
  auto twice = wrongly_configured(3, once, run_scope::failing, {});
  BOOST_TEST(reruns_of(twice) == wanted, boost::test_tools::per_element());
  made_run mended{4, run_scope::failing};
  mended.rerun = std::make_shared<const std::vector<rerun_test>>(rerun_set(known_failures(twice), "go", 9));
  mended.passes("p", "a").passes("p", "b").passes("q", "c").after(twice);
  expect(mended, {});
  BOOST_TEST((status_of(mended) == run_status::passed));
}

BOOST_AUTO_TEST_CASE(an_error_of_a_run_of_all_is_of_all) {
  made_run whole{2};
  whole.fails(red("pytest", "", failure_kind::error)).after(three_red());
  BOOST_TEST(reruns_of(whole).front() == "pytest");
  BOOST_TEST(selections_asked(known_failures(whole), "go").empty());
  // So is what a rerun was to run itself.
  made_run again{3, run_scope::failing};
  again.rerun = std::make_shared<const std::vector<rerun_test>>(rerun_set(known_failures(whole), "go", 9));
  again.asked = std::make_shared<const selections>();
  again.fails(red("pytest", "", failure_kind::error)).after(whole);
  BOOST_TEST(reruns_of(again).front() == "pytest");
  // A selection that meets it again does not make it one of that selection: what else it kept from running is as unknown.
  const auto some = wrongly_configured(4, whole, run_scope::selected, {{"tests/a.py", true, {}}});
  BOOST_TEST(selections_asked(known_failures(some), "go").empty());
  BOOST_TEST(reruns_of(some).front() == "pytest");
}

BOOST_AUTO_TEST_CASE(an_error_that_kept_a_selection_from_running_leaves_it_to_rerun) {
  const selections asked{{"tests/a.py", true, {}}};
  made_run green{1};
  green.passes("p", "good");
  auto once = wrongly_configured(2, green, run_scope::selected, asked);
  BOOST_TEST((selections_asked(known_failures(once), "go") == asked));
  BOOST_TEST(selections_asked(known_failures(once), "python").empty());
  // The rerun of the selection fails in the same way, then no more.
  auto twice = wrongly_configured(3, once, run_scope::failing, asked);
  BOOST_TEST((selections_asked(known_failures(twice), "go") == asked));
  made_run mended{4, run_scope::failing};
  mended.rerun = std::make_shared<const std::vector<rerun_test>>(rerun_set(known_failures(twice), "go", 9));
  mended.passes("p", "good").after(twice);
  expect(mended, {});
}

// As a package that does not compile: nobody knows whether what was asked of it passes.
BOOST_AUTO_TEST_CASE(an_error_that_kept_a_selection_from_running_is_rerun_beside_what_failed) {
  const auto beside = wrongly_configured(2, three_red(), run_scope::selected, {{"tests/a.py", true, {}}});
  BOOST_TEST(selections_asked(known_failures(beside), "go").empty());
  BOOST_TEST(reruns_of(beside).size() == 4u);
  made_run others{3, run_scope::failing};  // a limit of three
  auto wanted = rerun_set(known_failures(beside), "go", 9);
  std::erase_if(wanted, [](const auto& one) { return one.id.name.empty(); });
  others.rerun = std::make_shared<const std::vector<rerun_test>>(std::move(wanted));
  others.passes("p", "a").passes("p", "b").passes("q", "c").after(beside);
  BOOST_TEST(reruns_of(others).size() == 1u);
}

// A hook that fails behind its tests is judged where all of them run.
BOOST_AUTO_TEST_CASE(an_error_behind_tests_is_rerun_itself) {
  made_run some{2, run_scope::selected};
  some.asked = std::make_shared<const selections>(selections{{"p/a_test.go", true, {}}});
  auto hook = red("p", "", failure_kind::error);
  hook.beside = 1;
  some.passes("p", "good").fails(hook).after(three_red());
  BOOST_TEST(reruns_of(some).front() == "p");
}

BOOST_AUTO_TEST_CASE(a_command_that_the_settings_leave_out_is_gone) {
  made_run checked{1};
  auto check = red("tsc -p x", "", failure_kind::error);
  check.runner = "tsc -p x";
  checked.passes("p", "good").fails(check);
  count_results(checked);
  for (const auto scope : {run_scope::whole, run_scope::selected, run_scope::failing}) {
    made_run without{2, scope};
    without.settings = std::make_shared<const run_settings>(run_settings{.leave_out = {{"tsc"}}});
    without.decisions = {{std::string{left_out_part}, "tsc -p x", "by covey.toml:2"}};
    without.passes("p", "good").after(checked);
    expect(without, {});
    BOOST_TEST(without.changes.fixed.empty());
    BOOST_TEST(without.changes.gone.size() == 1u);
    without.decisions.clear();
    without.after(checked);
    if (scope == run_scope::selected) expect(without, {"tsc -p x"});
  }
}

BOOST_AUTO_TEST_CASE(most_of_a_suite_is_run_as_a_whole) {
  const auto suite = [](std::size_t red_tests, std::size_t green_tests, int green_time) {
    made_run out{1};
    for (std::size_t i = 0; i < red_tests + green_tests; ++i) {
      const auto name = "t" + std::to_string(i);
      i < red_tests ? out.fails(red("p", name)) : out.passes("p", name);
      out.results.tests.back().duration = std::chrono::milliseconds{i < red_tests ? 10 : green_time};
    }
    return out;
  };
  const auto runs_all = [](const made_run& run) {
    return are_most(rerun_set(known_failures(run), "go", 9999), run);
  };
  BOOST_TEST(runs_all(suite(200, 150, 10)));
  BOOST_TEST(!runs_all(suite(200, 150, 100)));  // the others take longer
  BOOST_TEST(!runs_all(suite(150, 200, 0)));
  BOOST_TEST(!runs_all(suite(99, 1, 10)));
  auto cut = suite(200, 150, 10);
  cut.ending.cancelled = true;
  BOOST_TEST(!runs_all(cut));
  auto some = suite(200, 150, 10);
  some.scope = run_scope::selected;
  BOOST_TEST(!runs_all(some));
}

BOOST_AUTO_TEST_CASE(a_failure_of_another_language_is_no_verdict_on_this_one) {
  made_run python{2};
  python.language = "python";
  python.passes("t.py", "test_a").after(three_red());
  expect(python, {"p/a", "p/b", "q/c"});  // kept
  BOOST_TEST((status_of(python) == run_status::passed));
  made_run go{3, run_scope::failing};
  go.passes("p", "a").after(python);
  BOOST_TEST((status_of(go) == run_status::failed));
}

// Of the whole module, of which now another package does not build or panics.
BOOST_AUTO_TEST_CASE(a_build_is_judged_by_a_whole_run_in_which_another_is_broken) {
  made_run first{1};
  first.passes("q", "c").fails(red("cmd", "", failure_kind::error));
  const auto next = [&](auto change) {
    made_run whole{2};
    whole.passes("q", "c").results.unrun = {{shared_text{"p"}, 3}};
    whole.results.not_run = 3;
    whole.results.testless = {shared_text{"cmd"}};
    change(whole);
    return whole.after(first);
  };
  const auto unbuilt = [](auto& run) { run.fails(red("p", "", failure_kind::error)); };
  const auto fixed = next(unbuilt);
  expect(fixed, {"p"});
  BOOST_TEST(fixed.changes.fixed.size() == 1u);
  expect(next([](auto& run) { run.fails(red("p", "t", failure_kind::crash)); }), {"p/t"});
  expect(next([](auto& run) { run.fails(red("p", "", failure_kind::error)).results.testless.clear(); }),
         {"p", "cmd"});
  expect(next([](auto& run) { run.fails(red("cmd", "", failure_kind::error)); }), {"cmd"});
  expect(next([&](auto& run) { unbuilt(run), run.ending.timed_out = true; }), {"p", "cmd"});
  expect(next([&](auto& run) { unbuilt(run), run.results.not_run = 4; }), {"p", "cmd"});
}

// Its fixture failed: the pass of its neighbour says nothing of it, that of a hook's group does.
BOOST_AUTO_TEST_CASE(a_test_whose_set_up_failed_is_judged_by_itself) {
  made_run first{1};
  first.fails(red("f", "a", failure_kind::error)).fails(red("f", "b", failure_kind::error));
  count_results(first);
  made_run rerun{2, run_scope::failing};
  rerun.passes("f", "a").after(first);
  expect(rerun, {"f/b"});
  BOOST_TEST((status_of(rerun) == run_status::failed));
  made_run selected{3, run_scope::selected};
  selected.passes("f", "good").after(rerun);
  expect(selected, {"f/b"});
  made_run hook{1};
  hook.results.failures.push_back(red("f", "after all", failure_kind::error));
  count_results(hook);
  made_run again{2, run_scope::failing};
  again.passes("f", "a").after(hook);
  expect(again, {});
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

BOOST_AUTO_TEST_CASE(runs_share_what_they_know_to_fail) {
  const auto first = three_red();
  const auto second = made_run{2, run_scope::failing}.passes("p", "a").after(first);
  const auto third = made_run{3, run_scope::failing}.passes("p", "b").after(second);
  BOOST_REQUIRE_EQUAL(third.still_failing.size(), 1U);
  BOOST_TEST((third.still_failing.front().what == second.still_failing.back().what));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
