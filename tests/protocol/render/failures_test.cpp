#include "tests/protocol/body_text.hpp"
#include "protocol/render/failures/answers.hpp"
#include "tests/protocol/render/sample_runs.hpp"

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

tool_answer render(const parsers::finished_run& run, std::size_t limit = 50, const answer_view& view = {}) {
  auto out = render_failures(&run, {limit}, 3s, view);
  BOOST_TEST(!out.is_error);
  check_schema(out, status_schema);
  return out;
}

BOOST_AUTO_TEST_SUITE(failures_answer)

BOOST_AUTO_TEST_CASE(before_the_first_run_there_is_nothing_to_tell) {
  const auto out = render_failures(nullptr, {50}, 0s);
  check_schema(out, status_schema);
  BOOST_TEST(out.text == "no run_tests call yet in this session");
  BOOST_TEST(to_text(out.structured) == R"({"status":"no_run"})");
  BOOST_TEST(!out.is_error);
}

BOOST_AUTO_TEST_CASE(a_runner_that_cannot_be_read_is_named) {
  auto run = sample_run();
  run.language = "node";
  run.results.structured = false;
  const auto out = render_failures(&run, {50}, 7s);
  check_schema(out, status_schema);
  BOOST_TEST(out.text == "no structured failures available for node (last run_tests 7s ago)");
  BOOST_TEST(out.structured.at("status").as_string() == "unsupported");
}

BOOST_AUTO_TEST_CASE(a_green_run_says_how_many_passed_and_when) {
  const auto run = sample_run();
  BOOST_TEST(render(run).text == "last run_tests had no failures (5 tests passed, go, 3s ago)");
  BOOST_TEST(render_failures(&run, {50}, 999ms).text ==
             "last run_tests had no failures (5 tests passed, go, just now)");
  BOOST_TEST(to_text(render(run).structured) ==
             R"({"status":"passed","language":"go","run_id":3,"age_seconds":3,"passed":5})");
}

BOOST_AUTO_TEST_CASE(a_run_of_no_test_never_reads_as_a_pass) {
  auto run = sample_run();
  run.results.totals = {};
  BOOST_TEST(render(run).text == "last run_tests ran no tests (go, 3s ago)");
  BOOST_TEST(render(run).structured.at("status").as_string() == "no_tests");
}

BOOST_AUTO_TEST_CASE(the_last_ten_lines_that_a_failed_assertion_printed_are_told) {
  auto run = sample_red_run();
  auto& one = run.results.failures[1];
  one.message = "bar_test.go:87: mismatch";
  for (int i = 1; i <= 14; ++i) one.output += "clue " + std::to_string(i) + "\n";
  one.output += "    /w/internal/bar/bar_test.go:87: mismatch\n  got: 5\n  want: 3\n";  // told anyway
  const auto text = render(run).text;
  BOOST_TEST(text.find("--- output ---\n   clue 5\n") != std::string::npos, text);
  BOOST_TEST(text.find("   clue 14\n\n") != std::string::npos, text);
  BOOST_TEST(text.find("/w/internal") == std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(failures_are_listed_in_numbered_blocks) {
  BOOST_TEST(render(sample_red_run()).text ==
             "2 test failure(s) from last run_tests call (go, 3s ago):\n"
             "\n"
             "1. example.com/pkg/foo/TestValidate/empty_input\n"
             "   internal/foo/foo.go:42\n"
             "   expected error for empty input, got nil\n"
             "\n"
             "2. example.com/pkg/bar/TestBaz\n"
             "   internal/bar/bar_test.go:87\n"
             "   mismatch\n"
             "   --- diff ---\n"
             "   got: 5\n"
             "   want: 3\n"
             "\n");
}

BOOST_AUTO_TEST_CASE(failures_are_complete_in_the_structured_half) {
  const auto out = render(sample_red_run()).structured;
  BOOST_TEST(out.at("failures").as_array().size() == 2u);
  BOOST_TEST(to_text(out.at("failures").as_array()[1]) ==
             R"({"name":"example.com/pkg/bar/TestBaz","file":"internal/bar/bar_test.go","line":87,)"
             R"("message":"mismatch","expected":"3","actual":"5"})");
}

BOOST_AUTO_TEST_CASE(what_only_fails_elsewhere_is_like_the_one_before_it_and_keeps_its_own_place) {
  auto run = sample_red_run();
  auto first = sample_failure(), second = first, third = first;
  first.id = {"example.com/pkg/foo", "TestA"};
  second.id = {"example.com/pkg/foo", "TestB"};
  third.id = {"example.com/pkg/foo", "TestC"};
  second.where.line = 50;
  third.message += " else";
  third.kind = parsers::failure_kind::error;
  run.results.failures = {first, second, third};
  const auto out = render(run).structured;
  BOOST_TEST(out.at("names_begin_with").as_string() == "example.com/pkg/foo/");
  BOOST_TEST(to_text(out.at("failures")) ==
             R"([{"name":"TestA","file":"internal/foo/foo.go","line":42,)"
             R"("message":"expected error for empty input, got nil"},{"name":"TestB","line":50,"like":0},)"
             R"({"name":"TestC","kind":"error","file":"internal/foo/foo.go","line":42,)"
             R"("message":"expected error for empty input, got nil else"}])");
  const auto whole = render(run, 50, {.detail = true}).structured;
  BOOST_TEST(!whole.contains("names_begin_with"));
  BOOST_TEST(whole.at("failures").at(1).at("name").as_string() == "example.com/pkg/foo/TestB");
  BOOST_TEST(whole.at("failures").at(1).at("message").as_string() == first.message);
}

BOOST_AUTO_TEST_CASE(what_was_raised_elsewhere_keeps_that_place_in_both_halves) {
  auto run = sample_red_run();
  auto first = sample_failure(), second = first;
  second.id.name = "TestOther";
  first.raised_at = {"helper.go", 5};
  second.raised_at = {"helper.go", 9};
  run.results.failures = {first, second};
  const auto out = render(run);
  BOOST_TEST(out.text.find("(like 1)\n") != std::string::npos, out.text);
  BOOST_TEST(out.text.find("raised at helper.go:9") != std::string::npos, out.text);
  BOOST_TEST(out.structured.at("failures").at(1).at("raised_at").as_string() == "helper.go:9");
}

// As of `assert i == j, "the total is wrong"`: what differs stands in the second line.
BOOST_AUTO_TEST_CASE(what_is_alike_has_the_line_that_differs_wherever_it_stands) {
  auto run = sample_red_run();
  auto first = sample_failure(), second = first;
  first.message = "the total is wrong\nassert 1 == 5";
  second.message = "the total is wrong\nassert 2 == 6";
  second.id.name = "TestOther";
  run.results.failures = {first, second};
  const auto out = render(run);
  BOOST_TEST(out.text.find("(like 1)\n   assert 2 == 6\n") != std::string::npos, out.text);
  BOOST_TEST(out.structured.at("failures").at(1).at("message").as_string() == "assert 2 == 6");
}

// As of a compiler that two tests start on the same file, each in a folder of its own.
BOOST_AUTO_TEST_CASE(what_differs_in_the_path_of_a_temporary_folder_alone_is_alike) {
  auto run = sample_red_run();
  auto first = sample_failure(), second = first;
  const std::string rest = "/001/lib.so failed: exit status 1\nlib.c:3:7: error: expected ';'";
  first.message = "compile /var/tmp/TestABI923796418" + rest;
  second.message = "compile /var/tmp/TestABI_Passing2252732077" + rest;
  run.results.failures = {first, second};
  const auto out = render(run).text;
  BOOST_TEST(out.find("expected ';'", out.find("expected ';'") + 1) == std::string::npos, out);
}

// As of a server that prints its configuration before each test's own error.
BOOST_AUTO_TEST_CASE(lines_that_several_failures_print_are_told_once) {
  auto run = sample_red_run();
  auto first = sample_failure(), second = first;
  std::string configuration;
  for (int i = 0; i < 30; ++i) configuration += "setting " + std::to_string(i) + " = on\n";
  first.message = "started\n" + configuration + "no such route";
  second.message = "no cart\n" + configuration + "in /var/tmp/a7/cart\nexpected 200";
  second.where.line += 50;
  run.results.failures = {first, second};
  const auto out = render(run);
  BOOST_TEST(out.text.find("no cart\n   … 30 lines as in failure 1\n   in /var/tmp") != std::string::npos,
             out.text);
  BOOST_TEST(out.structured.at("failures").at(1).at("message").as_string() ==
             "no cart\n… 30 lines as in failure 1\nin /var/tmp/a7/cart\nexpected 200");
}

BOOST_AUTO_TEST_CASE(a_number_within_another_is_no_value_that_the_message_says) {
  auto run = sample_red_run();
  auto one = sample_difference();
  one.diff.clear();
  one.message = "row 534 of the list";
  run.results.failures = {one};
  BOOST_TEST(render(run).text.find("got: 5\n   want: 3\n") != std::string::npos);
  BOOST_TEST(render(run).structured.at("failures").at(0).as_object().contains("expected"));
}

BOOST_AUTO_TEST_CASE(a_failure_in_detail_has_the_parts_of_its_name_and_values_that_its_message_says) {
  auto run = sample_red_run();
  run.results.failures = {sample_difference()};
  run.results.failures[0].diff.clear();
  run.results.failures[0].message = "Add() = 5, want 3";
  BOOST_TEST(!render(run).structured.at("failures").at(0).as_object().contains("expected"));
  const auto out = render(run, 50, {.detail = true}).structured;
  BOOST_TEST(
      to_text(out.at("failures").at(0)) ==
      R"({"name":"example.com/pkg/bar/TestBaz","group":"example.com/pkg/bar","test":"TestBaz",)"
      R"("kind":"assertion","file":"internal/bar/bar_test.go","line":87,"message":"Add() = 5, want 3",)"
      R"("expected":"3","actual":"5"})");
}

BOOST_AUTO_TEST_CASE(the_place_of_the_cause_follows_that_of_the_test) {
  auto run = sample_red_run();
  run.results.failures.resize(1);
  run.results.failures.front().raised_at = {"internal/prod.go", 7};
  const auto out = render(run);
  BOOST_TEST(out.text.find("   internal/foo/foo.go:42\n   raised at internal/prod.go:7\n") !=
             std::string::npos);
  BOOST_TEST(out.structured.at("failures").at(0).at("raised_at").as_string() == "internal/prod.go:7");
}

BOOST_AUTO_TEST_CASE(values_keep_the_words_of_their_library) {
  auto run = sample_red_run();
  run.results.failures.erase(run.results.failures.begin());
  auto& why = run.results.failures.front();
  why.diff.clear();
  why.values = parsers::value_names::left_right;
  const auto out = render(run);
  BOOST_TEST(out.text.find("left: 5\n   right: 3\n") != std::string::npos);
  const auto& structured = out.structured.at("failures").at(0).as_object();
  BOOST_TEST(structured.at("left").as_string() == "5");
  BOOST_TEST(structured.at("right").as_string() == "3");
  BOOST_TEST(!structured.contains("actual"));
}

BOOST_AUTO_TEST_CASE(a_cut_list_says_how_many_are_missing) {
  const auto out = render(sample_red_run(), 1);
  BOOST_TEST(out.text.find("2 test failure(s) from") == 0u);
  BOOST_TEST(out.text.find("TestBaz") == std::string::npos);
  const std::string footer = "got nil\n\n(1 more entries truncated; pass a larger limit to see them)\n";
  BOOST_REQUIRE(out.text.size() > footer.size());
  BOOST_TEST(out.text.substr(out.text.size() - footer.size()) == footer);
  BOOST_TEST(out.structured.at("shown").to_number<int>() == 1);
  BOOST_TEST(out.structured.at("total").to_number<int>() == 2);
}

BOOST_AUTO_TEST_CASE(a_broken_package_says_what_it_printed_and_who_else_failed) {
  auto run = sample_run();
  run.ending.value = 2;
  run.results.totals = {0, 0, 0, 1};
  parsers::failure broken;
  broken.id = {"example.com/a", ""};
  broken.kind = parsers::failure_kind::error;
  broken.where = {"a/a.go", 3};
  broken.message = "undefined: x";
  broken.output = "a/a.go:3:1: undefined: x\n\na/a.go:9:1: undefined: y\n";
  broken.also_failed = {"example.com/b", "example.com/c"};
  run.results.failures = {broken};
  const auto out = render(run);
  BOOST_TEST(out.text ==
             "1 test failure(s) from last run_tests call (go, 3s ago):\n\n"
             "1. example.com/a\n"
             "   a/a.go:3\n"
             "   undefined: x\n"
             "   also failed for this reason: example.com/b, example.com/c\n"
             "   --- output ---\n"
             "   a/a.go:3:1: undefined: x\n"
             "\n"
             "   a/a.go:9:1: undefined: y\n"
             "\n");
  const auto& entry = out.structured.at("failures").as_array()[0].as_object();
  BOOST_TEST(!entry.contains("test"));
  BOOST_TEST(entry.at("also_failed").as_array().size() == 2u);
}

// Assertions print their arguments first, which may be a whole input.
BOOST_AUTO_TEST_CASE(of_a_long_message_the_last_lines_are_kept_too) {
  auto run = sample_red_run();
  run.results.failures.resize(1);
  auto& message = run.results.failures[0].message;
  message = "input:\n";
  for (int i = 0; i < 20000; ++i) message += "line of the input\n";
  message += "3:4: unexpected token";
  const auto out = render(run).text;
  BOOST_TEST(out.find("   input:\n") != std::string::npos);
  BOOST_TEST(out.find(" bytes more]\n") != std::string::npos);
  BOOST_TEST(out.find("   3:4: unexpected token\n") != std::string::npos);
}

// Of decimal's TestCos the value that was expected took all the room.
BOOST_AUTO_TEST_CASE(of_a_message_of_one_long_line_the_end_is_shown_too) {
  auto run = sample_red_run();
  run.results.failures.resize(1);
  run.results.failures[0].message = "wanted -0." + std::string(500'000, '9') + ", and it was -0.25";
  const auto out = render(run).text;
  BOOST_TEST(out.find("   wanted -0.999") != std::string::npos, out);
  BOOST_TEST(out.find(" bytes more] and it was -0.25\n") != std::string::npos, out);
}

BOOST_AUTO_TEST_CASE(values_that_the_message_does_not_name_are_shown) {
  auto run = sample_red_run();
  run.results.failures = {sample_difference()};
  run.results.failures[0].diff.clear();
  BOOST_TEST(render(run).text.find("   --- diff ---\n   got: 5\n   want: 3\n") != std::string::npos);
  run.results.failures[0].message = "Add() = 5, want 3";
  BOOST_TEST(render(run).text.find("--- diff ---") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_failure_of_unknown_place_and_message_has_a_block_of_one_line) {
  auto run = sample_red_run();
  parsers::failure bare;
  bare.id = {"p", "T"};
  run.results.failures = {bare};
  BOOST_TEST(render(run).text == "1 test failure(s) from last run_tests call (go, 3s ago):\n\n1. p/T\n\n");
  BOOST_TEST(to_text(render(run).structured.at("failures")) == R"([{"name":"p/T","message":""}])");
}

BOOST_AUTO_TEST_CASE(a_run_that_did_not_come_to_its_end_is_noted) {
  auto run = sample_run();
  run.ending.timed_out = true;
  run.results.unfinished = {{"p", "TestA"}, {"p", "TestB"}};
  const auto out = render(run);
  BOOST_TEST(out.text ==
             "last run_tests did not come to its end: timed out after 300s (until then 5 tests passed and "
             "none failed, "
             "go, 3s ago)\n"
             "note: 2 test(s) had begun and not ended");
  BOOST_TEST(out.structured.at("status").as_string() == "timed_out");
  BOOST_TEST(out.structured.contains("note"));
  run.results.failures = {sample_failure()};
  BOOST_TEST(render(run).text.find("got nil\n\nnote: that run did not") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_cancelled_run_begins_with_what_happened) {
  auto run = sample_run();
  run.ending.cancelled = true;
  BOOST_TEST(
      render(run).text ==
      "last run_tests did not come to its end: cancelled (until then 5 tests passed and none failed, go, "
      "3s ago)");
}

BOOST_AUTO_TEST_CASE(tests_that_never_began_are_counted) {
  auto run = sample_run();
  run.results.not_run = 210;
  BOOST_TEST(render(run).text == "last run_tests left 210 test(s) out (5 tests passed, go, 3s ago)");
  BOOST_TEST(render(run).structured.at("not_run").to_number<int>() == 210);
  BOOST_TEST(render(run).structured.at("status").as_string() == "failed");
  run.results.failures = {sample_failure()};
  BOOST_TEST(render(run).text.find("got nil\n\nnote: 210 test(s) of that run never began") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_earlier_runs_found_and_nobody_reran_is_said_first_and_listed) {
  auto run = sample_run();
  run.known_before = 198;
  run.still_failing.assign(148, {shared(sample_failure()), "go", 1, 0});
  auto out = render(run, 1);
  BOOST_TEST(out.text ==
             "50 of 198 rerun, 148 not rerun and still failing\n"
             "\n"
             "0 test failure(s) from last run_tests call (go, 3s ago), 148 from earlier runs; names begin "
             "with \"example.com/pkg/foo/\":\n"
             "\n"
             "1. TestValidate/empty_input (go, run 1, not rerun since)\n"
             "   internal/foo/foo.go:42\n"
             "   expected error for empty input, got nil\n"
             "\n"
             "(147 more entries truncated; pass a larger limit to see them)\n");
  BOOST_TEST(
      to_text(out.structured)
          .starts_with(
              R"({"still_failing":"50 of 198 rerun, 148 not rerun and still failing","not_rerun":148,"status":"failed")"));
  BOOST_TEST(out.structured.at("total").to_number<int>() == 148);
  BOOST_TEST(out.structured.at("failures").at(0).at("found_in_run").to_number<int>() == 1);
  run.results.failures = {sample_difference()};
  out = render(run, 500);
  BOOST_TEST(out.structured.at("total").to_number<int>() == 149);
  BOOST_TEST(!out.structured.at("failures").at(0).as_object().contains("found_in_run"));
}

BOOST_AUTO_TEST_CASE(tests_that_a_run_before_it_never_reached_are_noted) {
  auto run = sample_run();
  run.unreached = {{.id = 1, .language = "go", .ending = {}, .not_run = 7, .open = 1}};
  run.unreached.front().ending.timed_out = true;
  const std::string note =
      "run 1, of all tests (go), timed out: 7 test(s) never began, 1 test(s) did not end; what it did not "
      "reach "
      "has not run since: run_tests runs all";
  BOOST_TEST(render(run).text ==
             "nothing is known to fail (5 tests passed in the last run, go, 3s ago)\nnote: " + note);
  BOOST_TEST(render(run).structured.at("note").as_string() == note);
  run.unreached.push_back({.id = 2, .language = "rust", .ending = {}});
  run.unreached.back().ending.cancelled = true;
  BOOST_TEST(
      render(run).structured.at("note").as_string() ==
      "run 1, of all tests (go), timed out: 7 test(s) never began, 1 test(s) did not end; run 2, of all "
      "tests (rust), was cancelled; what they did not reach has not run since: run_tests runs all");
}

BOOST_AUTO_TEST_CASE(a_red_run_that_names_no_failure_is_noted) {
  auto run = sample_run();
  run.ending.value = 3;
  BOOST_TEST(render(run).text ==
             "last run_tests failed and named no failure (go, 3s ago)\n"
             "note: go exited with 3 but named no failure; what it printed is in the answer of that run");
  BOOST_TEST(render(run).structured.at("status").as_string() == "failed");
}

BOOST_AUTO_TEST_CASE(huge_failures_stay_within_the_budget_and_the_next_page_begins_where_it_ended) {
  auto run = sample_red_run();
  auto huge = sample_difference();
  huge.kind = parsers::failure_kind::panic;
  huge.id.name.assign(3000, '\x01');
  for (auto* text : {&huge.message, &huge.diff, &huge.output}) {
    for (int i = 0; i < 8000; ++i) *text += "\x02\n";
  }
  huge.expected = huge.message;
  huge.also_failed.assign(2000, "example.com/x");
  for (std::uint32_t line = 1; line <= 500; ++line) {
    huge.where.line = line;
    run.results.failures.push_back(huge);
  }
  const auto out = render(run, 500);
  const auto shown = out.structured.at("shown").to_number<int>();
  BOOST_TEST(out.text.size() <= default_answer_bytes);
  BOOST_TEST(body_text(out).size() < 2u << 20);
  BOOST_TEST(shown > 10);
  BOOST_TEST(shown < 502);
  BOOST_TEST(out.text.find(" more entries truncated; pass offset ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_small_failure_leaves_its_share_to_a_large_one) {
  auto run = sample_red_run();
  run.results.failures[1].message.assign(60'000, 'x');
  BOOST_TEST(render(run).text.find("bytes more]") == std::string::npos);
  run.results.failures.assign(50, sample_failure());
  run.results.failures.back().message.assign(60'000, 'x');
  BOOST_TEST(render(run, 500).text.find("bytes more]") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
