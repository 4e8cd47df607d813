#include "protocol/render/run/views.hpp"
#include "parsers/failures/known_failures.hpp"
#include "protocol/render/run/answers.hpp"
#include "protocol/render/words.hpp"
#include "tests/protocol/render/sample_runs.hpp"

namespace covey::protocol {
namespace {

parsers::test_record passed(std::string name) {
  return {{"p", std::move(name)}, parsers::outcome::passed};
}

parsers::failure failed(std::string name) {
  parsers::failure out;
  out.id = {"p", std::move(name)};
  out.message = out.id.name + " is wrong";
  return out;
}

// A whole run in which these failed and these passed.
parsers::finished_run run_of(std::uint64_t id, std::vector<std::string> red, std::vector<std::string> green) {
  auto out = sample_run();
  out.id = id;
  out.ending.value = red.empty() ? 0 : 1;
  for (auto& name : red) {
    out.results.tests.push_back({{"p", name}, parsers::outcome::failed});
    out.results.failures.push_back(failed(std::move(name)));
  }
  for (auto& name : green) out.results.tests.push_back(passed(std::move(name)));
  out.results.totals = {green.size(), red.size(), 0, 0};
  return out;
}

parsers::finished_run after(const parsers::finished_run& before, parsers::finished_run run) {
  parsers::carry_over(before, run);
  return run;
}

BOOST_AUTO_TEST_SUITE(changes)

BOOST_AUTO_TEST_CASE(a_rerun_says_what_it_fixed) {
  auto rerun = run_of(2, {"c"}, {"a", "b"});
  rerun.scope = parsers::run_scope::failing;
  const auto run = after(run_of(1, {"a", "b", "c"}, {"d"}), rerun);
  BOOST_TEST(changes_text(run) == "3 rerun: 2 pass, 1 still fail, 0 new; run_tests runs all\nfixed: p/a; b");
  const auto out = render_run(run, run_output::summary);
  BOOST_TEST(to_text(out.structured.at("changes")) ==
             R"({"fixed":2,"still_failing":1,"fixed_names":["p/a","p/b"]})");
}

BOOST_AUTO_TEST_CASE(another_whole_run_says_what_fails_newly) {
  const auto run = after(run_of(1, {"a", "b"}, {"c", "d"}), run_of(2, {"b", "c"}, {"a", "d"}));
  BOOST_TEST(changes_text(run) == "since the last run: 1 fixed, 1 still fail, 1 new\nfixed: p/a");
  const auto text = render_run(run, run_output::summary).text;
  BOOST_TEST(text.find("2. p/c (new)\n") != std::string::npos);
  BOOST_TEST(text.find("1. p/b\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_test_that_is_new_and_fails_is_new) {
  const auto run = after(run_of(1, {}, {"a"}), run_of(2, {"z"}, {"a"}));
  BOOST_TEST(changes_text(run) ==
             "since the last run: 0 fixed, 0 still fail, 1 new\nnew since run 1: 1: p/z");
}

// It is no pass.
BOOST_AUTO_TEST_CASE(what_failed_and_is_skipped_now_is_named) {
  auto whole = run_of(2, {}, {"b"});
  whole.results.tests.push_back({{"p", "a"}, parsers::outcome::skipped});
  auto rerun = whole;
  rerun.scope = parsers::run_scope::failing;
  const auto before = run_of(1, {"a", "b"}, {});
  const auto all = after(before, whole), some = after(before, rerun);
  BOOST_TEST(changes_text(all) ==
             "since the last run: 1 fixed, 0 still fail, 0 new, 1 skipped\nfixed: p/b\nskipped: p/a");
  BOOST_TEST(still_failing_line(all) == "2 of 2 rerun, 1 skipped, which is no pass: still failing");
  BOOST_TEST(changes_text(some).starts_with("2 rerun: 1 pass, 0 still fail, 0 new, 1 skipped; run_tests"));
  BOOST_TEST(still_failing_line(some) == "2 of 2 rerun, 1 skipped, which is no pass: still failing");
  BOOST_TEST(count_not_rerun(some) == 0u);
}

BOOST_AUTO_TEST_CASE(what_passes_alone_says_so) {
  auto rerun = run_of(2, {}, {"a"});
  rerun.scope = parsers::run_scope::failing;
  auto before = run_of(1, {"a"}, {"b"});
  before.fingerprints.before = before.fingerprints.after = std::make_shared<const parsers::fingerprint>();
  rerun.fingerprints = before.fingerprints;
  parsers::carry_over(before, rerun, [](std::string_view) { return true; });
  BOOST_TEST(still_failing_line(rerun) == "1 of 1 rerun, 1 passed alone, which mends nothing: still failing");
  BOOST_TEST(
      changes_text(rerun) ==
      "1 rerun: 0 pass, 0 still fail, 0 new, 1 pass alone; run_tests runs all\n"
      "passes alone, though nothing has changed since run 1 (it depends on what ran before it, or is flaky; "
      "run_tests judges it): p/a");
  BOOST_TEST(render_run(rerun, run_output::summary).text.find("\nfailed (") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_says_in_a_rerun_what_it_said_before_is_told_in_a_line) {
  const auto red = [](std::uint64_t id, const std::string& last) {
    auto out = run_of(id, {"a", "b", "c", "d", "e", "f"}, {});
    for (auto& one : out.results.failures) one.where = {"a_test.go", 3}, one.message = "wrong";
    out.results.failures.back().message = last;
    return out;
  };
  auto rerun = red(2, "another");
  rerun.scope = parsers::run_scope::failing;
  const auto answer = render_run(after(red(1, "last"), rerun), run_output::summary);
  const auto& text = answer.text;
  BOOST_TEST(to_text(answer.structured.at("failures").as_array()).find(R"("before":"last")") !=
             std::string::npos);
  BOOST_TEST(text.find("[r2c1] 5 like p/a (a_test.go:3): wrong (as before); also: b") != std::string::npos);
  BOOST_TEST(text.find("[r2c2] p/f\n   a_test.go:3\n   another\n   before: last\n") != std::string::npos,
             text);
  const auto whole = render_run(after(red(1, "last"), red(2, "another")), run_output::summary).text;
  BOOST_TEST(whole.find("as before") == std::string::npos);
  rerun.results.failures.back().message = "found <Cart object at 0x7f64aa10bc40>";
  const auto alike =
      render_run(after(red(1, "found <Cart object at 0x7f81ca10bc80>"), rerun), run_output::summary).text;
  BOOST_TEST(alike.find("[r2c2] p/f (a_test.go:3): found <Cart object at 0x7f64aa10bc40> (as before)") !=
                 std::string::npos,
             alike);
  BOOST_TEST(alike.find("before:") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_first_run_and_one_that_changes_nothing_say_nothing) {
  BOOST_TEST(changes_text(run_of(1, {"a"}, {"b"})) == "");
  BOOST_TEST(changes_text(after(run_of(1, {}, {"a"}), run_of(2, {}, {"a"}))) == "");
}

BOOST_AUTO_TEST_CASE(tests_that_are_gone_or_new_are_named_those_first_that_failed) {
  auto first = run_of(1, {"x"}, {"a", "b", "c", "d", "e", "f"});
  auto second = run_of(2, {}, {"f", "g"});
  const auto run = after(first, second);
  BOOST_TEST(
      list_text(run) ==
      "gone since run 1: 1 that failed: p/x\ngone since run 1: 5: p/a; b; c; … 2 more\nnew since run 1: 1: p/g");
  BOOST_TEST(changes_text(run) ==
             "since the last run: 0 fixed, 0 still fail, 0 new, 1 gone\n" + list_text(run));
  const auto out = render_run(run, run_output::summary);
  BOOST_TEST(out.structured.at("changes").at("list").as_string() == list_text(run));
  BOOST_TEST(to_text(out.structured.at("changes").at("gone_names")) == R"(["p/x"])");
  // Also where the runner's own output is the answer.
  BOOST_TEST(render_run(run, run_output::raw).text.find("\n" + list_text(run) + "\n") != std::string::npos);
  for (const auto& test : first.results.tests) second.results.tests.push_back(test);
  for (auto& test : second.results.tests) test.id.group = "q";
  const auto moved = after(first, second);
  BOOST_TEST(list_text(moved) ==
             "moved since run 1: 7 from p to q, of which 1 had failed\nnew since run 1: 1: q/g");
}

BOOST_AUTO_TEST_CASE(a_green_rerun_says_whether_a_run_of_all_is_due) {
  const auto at = [](std::uint64_t hash) {
    parsers::fingerprint out;
    out.files.push_back({"p/a.go", hash, hash});
    return std::make_shared<const parsers::fingerprint>(std::move(out));
  };
  auto first = run_of(1, {"a"}, {"b"}), rerun = run_of(2, {}, {"a"});
  rerun.scope = parsers::run_scope::failing;
  first.fingerprints.before = first.fingerprints.after = at(1);
  rerun.fingerprints.before = rerun.fingerprints.after = at(2);
  parsers::carry_over(first, rerun, [](std::string_view) { return true; });
  BOOST_TEST(changes_text(rerun) ==
             "1 rerun: 1 pass, 0 still fail, 0 new; whole run due: 1 file changed since run 1\nfixed: p/a");
  rerun.changes.edited = 0;
  BOOST_TEST(what_next(rerun) == "no whole run due: no file has changed since run 1");
  rerun.whole_before.clear();
  BOOST_TEST(what_next(rerun).starts_with("whole run due: none has come to its end yet"));
}

BOOST_AUTO_TEST_CASE(what_no_run_has_seen_before_is_not_called_new) {
  auto part = run_of(1, {}, {"a"});
  part.scope = parsers::run_scope::selected;
  auto other = run_of(2, {"z"}, {});
  other.scope = parsers::run_scope::selected;
  BOOST_TEST(changes_text(after(part, other)) == "");
  auto again = run_of(2, {"a"}, {});
  again.scope = parsers::run_scope::selected;
  BOOST_TEST(changes_text(after(part, again)) == "since the last run: 0 fixed, 0 still fail, 1 new");
}

BOOST_AUTO_TEST_CASE(a_whole_run_is_remembered_over_the_runs_of_parts_after_it) {
  auto part = run_of(2, {}, {"b"});
  part.scope = parsers::run_scope::selected;
  const auto second = after(run_of(1, {}, {"a", "b"}), part);
  BOOST_TEST(changes_text(after(second, run_of(3, {"a"}, {"b"}))) ==
             "since the last run: 0 fixed, 0 still fail, 1 new");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
