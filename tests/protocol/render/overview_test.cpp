#include "protocol/render/failures/views.hpp"
#include "protocol/render/failures/answers.hpp"
#include "protocol/render/run/answers.hpp"
#include "tests/protocol/render/sample_runs.hpp"
#include <set>

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

// `count` failures in turn of so many causes, each raised at a place of its own and long-winded.
parsers::finished_run many_failures(std::size_t count, std::size_t causes) {
  auto run = sample_red_run();
  run.results.failures.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const auto cause = i % causes;
    parsers::failure one;
    one.kind = parsers::failure_kind::panic;
    one.id = {"example.com/big/pkg" + std::to_string(cause), "TestTable/case_" + std::to_string(i)};
    one.where = {"pkg" + std::to_string(cause) + "/table_test.go", 40};
    one.raised_at = {"lib/part.go", static_cast<std::uint32_t>(100 + cause)};
    one.message =
        "panic: index out of range [" + std::to_string(i) + "] with length 3\n" + std::string(2000, 'd');
    run.results.failures.push_back(std::move(one));
  }
  run.results.totals.failed = count;
  return run;
}

std::size_t occurrences(const std::string& text, std::string_view what) {
  std::size_t out = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++out;
  return out;
}

BOOST_AUTO_TEST_SUITE(overview)

BOOST_AUTO_TEST_CASE(eighty_failures_of_four_causes_fit_into_4000_characters) {
  const auto text = render_run(many_failures(80, 4), run_output::summary).text;
  BOOST_TEST(text.size() <= 4000u);
  BOOST_TEST(
      text.find("80 test failure(s) of 4 causes in 4 of 4 suites; names begin with \"example.com/big/\":\n"
                "  pkg0: 20 failed\n") != std::string::npos);
  for (const auto* cause : {"[r3c1] 20 like pkg", "[r3c2] 20 like", "[r3c3] 20 like", "[r3c4] 20 like"})
    BOOST_TEST(text.find(cause) != std::string::npos);
  for (const auto* place : {"lib/part.go:100", "lib/part.go:101", "lib/part.go:102", "lib/part.go:103"})
    BOOST_TEST(occurrences(text, place) == 1u);
  BOOST_TEST(text.find("also: TestTable/case_") != std::string::npos);
  BOOST_TEST(text.ends_with("exit: 1"));
}

// A line of a table's test says the same of each case, but for the values.
BOOST_AUTO_TEST_CASE(further_messages_leave_out_what_the_one_before_them_says) {
  auto run = many_failures(9, 1);
  for (std::size_t i = 0; i < 9; ++i)
    run.results.failures[i].message =
        "the rendered page is not the one that was expected, of " + std::string(1 + i, 'a');
  const auto text = render_run(run, run_output::summary).text;
  BOOST_TEST(
      text.find("   1 of them: the rendered page is not the one that was expected, of aa — TestTable/case_1\n"
                "   1 of them: … aaa — TestTable/case_2\n") != std::string::npos,
      text);
  BOOST_TEST(text.find("5 with 5 more messages") != std::string::npos, text);
}

// An edit has broken it: what it says is not to be lost behind what was red before.
BOOST_AUTO_TEST_CASE(a_new_failure_among_old_ones_is_the_one_that_is_shown) {
  auto run = many_failures(6, 1);
  run.results.failures[4].message = "panic: index out of range [77] with length 3, of the last edit";
  run.changes.newly = {4};
  const auto out = render_run(run, run_output::summary);
  BOOST_TEST(out.text.find("6 like TestTable/case_4 (new)\n") != std::string::npos, out.text);
  BOOST_TEST(out.text.find("of the last edit") != std::string::npos, out.text);
  BOOST_TEST(out.text.find("5 of them failed before") != std::string::npos, out.text);
}

BOOST_AUTO_TEST_CASE(five_thousand_failures_stay_within_the_budget) {
  const auto run = many_failures(5000, 3);
  for (const std::size_t bytes : {2000u, 8000u, 80'000u}) {
    const auto out = render_run(run, run_output::summary, {bytes, {}});
    BOOST_TEST(out.text.size() <= bytes + 1500);  // a cause is said whatever the budget
    BOOST_TEST(to_text(out.structured).size() <= bytes + 2500);
    BOOST_TEST(out.text.find("5000 test failure(s) of 3 causes") != std::string::npos);
  }
  const auto causes = render_run(run, run_output::summary).structured.at("causes").as_array();
  BOOST_TEST(causes.size() == 3u);
  for (const auto& cause : causes) BOOST_TEST(cause.at("count").to_number<int>() >= 1666);
}

BOOST_AUTO_TEST_CASE(every_cause_is_named_however_little_room_there_is) {
  const auto text = render_run(many_failures(60, 12), run_output::summary, {2000, {}}).text;
  for (int i = 1; i <= 12; ++i)
    BOOST_TEST(text.find("[r3c" + std::to_string(i) + "] 5 like pkg") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(every_one_of_them_is_reached_by_group_and_offset) {
  const auto run = many_failures(5000, 3);
  std::set<std::string> seen;
  for (const auto* id : {"r3c1", "r3c2", "r3c3"}) {
    failures_question asked;
    asked.limit = 50;
    asked.group = id;
    for (std::size_t shown = 1; shown > 0; asked.offset += shown) {
      const auto page = render_failures(&run, asked, 3s, {20'000, {}});
      BOOST_REQUIRE(!page.is_error);
      BOOST_TEST(page.text.size() <= 20'000u);
      BOOST_TEST(to_text(page.structured).size() <= 20'000u);
      const auto& failures = page.structured.at("failures").as_array();
      for (const auto& one : failures) seen.insert(std::string{one.at("name").as_string()});
      shown = failures.size();
    }
  }
  BOOST_TEST(seen.size() == 5000u);
}

BOOST_AUTO_TEST_CASE(a_cause_that_is_not_there_says_which_are) {
  const auto run = many_failures(80, 4);
  failures_question asked;
  asked.limit = 50;
  asked.group = "r2c1";
  const auto out = render_failures(&run, asked, 3s);
  BOOST_TEST(out.is_error);
  BOOST_TEST(out.text == "last_test_failures: no cause r2c1 in run 3: its causes are r3c1 to r3c4");
}

BOOST_AUTO_TEST_CASE(suites_say_what_did_not_run_and_why) {
  auto run = many_failures(8, 2);
  run.results.failures.front().id.name = "TestDecode";
  run.results.unrun = {{run.results.failures.front().id.group, 70}};
  run.results.not_run = 70;
  const auto out = render_run(run, run_output::summary);
  BOOST_TEST(out.text.find("  pkg0: 4 failed, 70 did not run (stopped by a panic in TestDecode)\n") !=
             std::string::npos);
  BOOST_TEST(out.text.find("not run: 70 test(s)\n") != std::string::npos);
  run.results.failures.resize(2);
  BOOST_TEST(
      render_run(run, run_output::summary)
          .text.find("not run: 70 test(s); example.com/big/pkg0: 70 (stopped by a panic in TestDecode)\n") !=
      std::string::npos);
  BOOST_TEST(out.structured.at("suites").at(0).at("not_run").to_number<int>() == 70);
}

BOOST_AUTO_TEST_CASE(a_handful_is_listed_one_by_one) {
  const auto text = render_run(many_failures(5, 5), run_output::summary).text;
  BOOST_TEST(
      text.find(
          "\n5 test failure(s); names begin with \"example.com/big/\":\n\n1. pkg0/TestTable/case_0\n") !=
      std::string::npos);
  BOOST_TEST(text.find("causes") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_an_earlier_one_said_is_not_said_again) {
  const auto text = render_run(many_failures(4, 2), run_output::summary).text;
  BOOST_TEST(
      text.find("3. pkg0/TestTable/case_2 (like 1)\n   panic: index out of range [2] with length 3\n\n") !=
      std::string::npos);
  BOOST_TEST(occurrences(text, std::string(2000, 'd')) == 2u);
}

BOOST_AUTO_TEST_CASE(a_filter_finds_names_and_files) {
  const auto run = many_failures(80, 4);
  failures_question asked;
  asked.limit = 3;
  asked.filter = "case_7";
  asked.matches = [](const std::vector<std::string>& texts) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (texts[i].find("case_7") != std::string::npos) out.push_back(i);
    return out;
  };
  const auto out = render_failures(&run, asked, 3s);
  BOOST_TEST(out.text.find(
                 "11 of 80 test failure(s) from last run_tests call (go, 3s ago) that match 'case_7'") == 0u);
  BOOST_TEST(out.text.find("\n1. pkg3/TestTable/case_7\n") != std::string::npos);
  BOOST_TEST(out.text.ends_with("(8 more entries truncated; pass a larger limit to see them)\n"));
  asked.matches = [](const auto&) { return std::vector<std::size_t>{}; };
  BOOST_TEST(render_failures(&run, asked, 3s).text.find("0 of 80 test failure(s)") == 0u);
}

BOOST_AUTO_TEST_CASE(places_have_their_source_lines) {
  auto run = sample_red_run();
  run.results.failures.resize(1);
  auto& one = run.results.failures.front();
  one.raised_at = {"internal/prod.go", 7};
  answer_view view;
  view.sources.add(one.where, "if err := Validate(\"\"); err == nil {");
  view.sources.add(one.raised_at, "return nil", parsers::line_form::guarded);
  const auto out = render_run(run, run_output::summary, view);
  BOOST_TEST(out.text.find("   test internal/foo/foo.go:42: if err := Validate(\"\"); err == nil {\n"
                           "   raised at internal/prod.go:7: return nil\n") != std::string::npos);
  BOOST_TEST(out.structured.at("failures").at(0).at("source").as_string() ==
             "if err := Validate(\"\"); err == nil {");
  BOOST_TEST(out.structured.at("failures").at(0).at("raised_source").as_string() == "return nil");
}

// It may have a fault of its own.
BOOST_AUTO_TEST_CASE(of_those_that_say_the_same_the_one_of_another_line_is_named_first) {
  auto run = many_failures(80, 1);
  for (auto& one : run.results.failures) one.raised_at = {}, one.message = "wrong";
  run.results.failures[70].where.line = 90;
  const auto text = render_run(run, run_output::summary).text;
  BOOST_TEST(text.find("80 like") != std::string::npos);
  BOOST_TEST(text.find("also: TestTable/case_70:90; TestTable/case_1; ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_stack_shows_the_projects_frames_and_counts_the_others) {
  auto run = sample_red_run();
  run.results.failures.resize(1);
  auto& one = run.results.failures.front();
  one.raised_at = {"lib/a.go", 7};
  one.stack.add("inner", {"lib/a.go", 7});
  for (int i = 0; i < 900; ++i) one.stack.add("walk", {"lib/a.go", 12});
  for (int i = 0; i < 2; ++i) one.stack.add("step", {"lib/a.go", 20});
  one.stack.add("TestValidate", one.where);
  one.stack.others = 14;
  const auto text = render_run(run, run_output::summary).text;
  BOOST_TEST(text.find("   stack: inner lib/a.go:7\n"
                       "          walk lib/a.go:12 (900 times)\n"
                       "          step lib/a.go:20 (2 times)\n"
                       "          … 1 more of the project, 14 outside the project\n") != std::string::npos);
  failures_question asked;
  asked.limit = 50;
  const auto all = render_failures(&run, asked, 3s).text;
  BOOST_TEST(all.find("          step lib/a.go:20 (2 times)\n"
                      "          TestValidate internal/foo/foo.go:42\n"
                      "          … 14 frames outside the project\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_stack_that_says_no_more_than_the_places_is_left_out) {
  auto run = sample_red_run();
  run.results.failures.resize(1);
  auto& one = run.results.failures.front();
  one.stack.add("TestValidate", one.where);
  one.stack.add("tests::closure", {"internal/foo/foo.go", 41}, true);
  BOOST_TEST(render_run(run, run_output::summary).text.find("stack:") == std::string::npos);
  one.stack.add("product", {"internal/foo/foo.go", 7});
  BOOST_TEST(render_run(run, run_output::summary).text.find("stack:") != std::string::npos);
}

// Beyond the eighth a cause has a line: with the sides by their names, and what stands behind words that say
// little.
BOOST_AUTO_TEST_CASE(a_cause_in_a_line_says_what_differs) {
  auto run = many_failures(8, 8);
  parsers::failure text;
  text.id = {"m/late", "TestText"};
  text.where = {"late_test.go", 7};
  text.message = "wrong receipt " + std::string(3000, 'd');
  text.expected = "Receipt\napple\nthank you\n";
  text.actual = "Receipt\npear\nthank you\n";
  run.results.failures.push_back(text);
  text.id.name = "TestFlag";
  text.where.line = 9;
  text.message = "assert False\n +  where False = is_open(<Shop>)\n" + std::string(3000, 'd');
  text.expected = text.actual = std::nullopt;
  run.results.failures.push_back(text);
  const auto shown = render_run(run, run_output::summary).text;
  BOOST_TEST(shown.find("(want: apple; got: pear)") != std::string::npos, shown);
  BOOST_TEST(shown.find(": assert False +  where False = is_open(<Shop>)") != std::string::npos, shown);
}

BOOST_AUTO_TEST_CASE(what_is_no_test_is_an_error_of_its_suite) {
  auto run = many_failures(8, 2);
  run.results.failures[0].kind = parsers::failure_kind::error;
  const auto shown = render_run(run, run_output::summary).text;
  BOOST_TEST(shown.find(": 3 failed, 1 error\n") != std::string::npos, shown);
  BOOST_TEST(shown.find(": 4 failed\n") != std::string::npos, shown);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
