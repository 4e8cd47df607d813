#include "protocol/render/failures/views.hpp"
#include "protocol/render/run/answers.hpp"
#include "protocol/render/failures/answers.hpp"
#include "tests/protocol/render/sample_runs.hpp"

namespace covey::protocol {
namespace {

parsers::suspect made(std::string function, std::uint32_t failing, std::uint32_t passing, double score) {
  parsers::suspect out;
  out.file = "lib/a.ts";
  out.function = std::move(function);
  out.lines = {10, 19};
  out.worst = {14, 14};
  out.ran = {.failing = failing, .others = 0, .passing = passing};
  out.score = score;
  return out;
}

parsers::suspect_list two_suspects() {
  return {.unit = parsers::attribution::test,
          .all = {.failing = 12, .others = 0, .passing = 345},
          .found = {made("camelCase", 12, 31, 0.9), made("split", 12, 40, 0.8)},
          .equal = 1};
}

parsers::finished_run run_with(parsers::suspect_list suspects) {
  auto run = sample_red_run();
  run.causes = {{.members = {0}, .parts = {{{0}, 0}}, .suspects = std::move(suspects)},
                {.members = {1}, .parts = {{{1}, 1}}}};
  return run;
}

BOOST_AUTO_TEST_SUITE(suspects_in_answers)

BOOST_AUTO_TEST_CASE(a_suspect_is_said_with_its_figures) {
  auto all = two_suspects();
  BOOST_TEST(suspect_line(all, all.found[0]) ==
             "lib/a.ts:10 camelCase — run by 12 of 12 failing, 31 of 345 passing, most of all line 14");
  all.edited_since = 4;
  all.found[0].edited = true;
  all.found[0].worst = all.found[0].lines;
  BOOST_TEST(suspect_line(all, all.found[0]) ==
             "lib/a.ts:10 camelCase — run by 12 of 12 failing, 31 of 345 passing; edited since run 4");
  all.edited_since = 0;
  auto alone = all;  // a package that nobody else tests
  alone.all.passing = 0;
  BOOST_TEST(suspect_line(alone, alone.found[0]) == "lib/a.ts:10 camelCase — edited since HEAD");
  BOOST_TEST(suspect_line(all, all.found[0]).ends_with(" passing; edited since HEAD"));
  all.unit = parsers::attribution::package;
  BOOST_TEST(
      suspect_line(all, all.found[1]) ==
      "lib/a.ts:10 split — run by 12 of 12 failing, 40 of 345 passing packages, most of all line 14");
}

BOOST_AUTO_TEST_CASE(both_halves_of_a_run_name_the_suspects_of_its_causes) {
  const auto run = run_with(two_suspects());
  const auto out = render_run(run, run_output::summary);
  BOOST_TEST(out.text.find("   expected error for empty input, got nil\n"
                           "   suspects: lib/a.ts:10 camelCase — run by") != std::string::npos);
  BOOST_TEST(out.text.find("\n             lib/a.ts:10 split — run by") != std::string::npos);
  const auto& first = out.structured.at("failures").as_array()[0].as_object();
  BOOST_TEST(first.at("suspects").as_array().size() == 2u);
  BOOST_TEST(first.at("suspects").as_array()[0].as_string() ==
             suspect_line(two_suspects(), two_suspects().found[0]));
}

// Its fault may be in a line that none of these tests ran.
BOOST_AUTO_TEST_CASE(a_short_function_is_shown_whole) {
  auto suspects = two_suspects();
  suspects.found[0].path = {{12, 12}};
  suspects.found[0].lines = {10, 89};
  answer_view view;
  const std::pair<unsigned, const char*> lines[] = {{10, "  def f(a):"}, {11, "    if a:"}, {12, "\t\treturn 1"}, {13, ""}, {14, "  }"}};
  for (const auto& [line, text] : lines) view.sources.add({"lib/a.ts", line}, text, parsers::line_form::plain);
  const auto text = render_run(run_with(suspects), run_output::summary, view).text;
  BOOST_TEST(text.find("\n               10 def f(a):\n               11   if a:\n               12 return 1\n          ") !=
             std::string::npos, text);
  BOOST_TEST(shown_lines(suspects).size() == 80 + 2u);
  suspects.found[0].lines = {10, 100};  // too long: what stands around its most suspect line, in one piece
  suspects.found[0].worst = {30, 33};
  const auto shown = shown_lines(suspects);
  BOOST_REQUIRE(shown.size() == 30 + 2u);
  BOOST_TEST(shown[0].first.line == 21u);
  BOOST_TEST(shown[29].first.line == 50u);
  suspects.found[0].worst = {12, 12};
  BOOST_TEST(shown_lines(suspects)[0].first.line == 10u);
  suspects.found[0].lines = {10, 90};
  suspects.found[0].comments = {11};
  BOOST_TEST(shown_lines(suspects).size() == 80 + 2u);
}

BOOST_AUTO_TEST_CASE(one_that_is_nearly_as_suspect_as_the_first_is_shown_whole_too) {
  auto suspects = two_suspects();
  suspects.found[1].lines = {40, 59};
  answer_view view;
  for (const unsigned line : {40U, 41U}) view.sources.add({"lib/a.ts", line}, "of split", parsers::line_form::plain);
  BOOST_TEST(suspects_view_of(suspects, view.sources).lines[1].empty());
  suspects.found[1].score = 0.85;
  BOOST_TEST(suspects_view_of(suspects, view.sources).lines[1].size() == 2u);
  suspects.found[1].lines.last = 60;
  BOOST_TEST(suspects_view_of(suspects, view.sources).lines[1].empty());
}

BOOST_AUTO_TEST_CASE(of_a_long_suspect_behind_the_first_comments_are_not_the_lines_shown) {
  auto suspects = two_suspects();
  auto& second = suspects.found[1];
  second.lines = {40, 99};
  second.worst = {50, 70};
  second.path = {{44, 60}};
  second.comments = {50, 51, 52, 53};
  answer_view view;
  for (unsigned line = 50; line < 60; ++line)
    view.sources.add({"lib/a.ts", line}, "of_line(" + std::to_string(line) + ")", parsers::line_form::statement);
  const auto lines = suspects_view_of(suspects, view.sources).lines[1];
  BOOST_REQUIRE(lines.size() == 4u);
  BOOST_TEST(lines[0] == "54 of_line(54)");
}

BOOST_AUTO_TEST_CASE(the_lines_of_a_function_are_told_once_in_an_answer) {
  auto run = run_with(two_suspects());
  run.causes[1].suspects = run.causes[0].suspects;
  answer_view view;
  for (auto line = 10u; line < 20; ++line)
    view.sources.add({"lib/a.ts", line}, "line" + std::to_string(line), parsers::line_form::plain);
  const auto text = render_run(run, run_output::summary, view).text;
  const auto first = text.find("               12 line12\n");
  BOOST_REQUIRE(first != std::string::npos);
  BOOST_TEST(text.find(" 12 line12", first + 30) == std::string::npos, text);
  BOOST_TEST(text.find("camelCase", first) != std::string::npos, text);
}

// Of a wrong branch the condition above it decides; it is said where it is not shown itself.
BOOST_AUTO_TEST_CASE(the_first_line_of_a_branch_is_shown_with_its_condition) {
  auto suspects = two_suspects();
  suspects.found[1].path = {{11, 12}, {14, 14}};
  suspects.found[1].lines = {10, 60};
  answer_view view;
  for (const auto& [line, text] : {std::pair{11u, "elif diff < WEEK:"}, {12u, "return day"}, {14u, "return week"}}) {
    view.sources.add({"lib/a.ts", line}, text);
    view.sources.add({"lib/a.ts", line}, std::string{text} + (line == 11 ? "" : " (under: elif diff < WEEK:)"),
                     parsers::line_form::guarded);
  }
  const auto text = render_run(run_with(suspects), run_output::summary, view).text;
  BOOST_TEST(text.find("               11 elif diff < WEEK:\n               12 return day\n") != std::string::npos, text);
  BOOST_TEST(text.find("               14 return week (under: elif diff < WEEK:)\n") != std::string::npos, text);
}

// Where none is most suspect, those that all failing tests ran. A statement of several lines is read as one.
BOOST_AUTO_TEST_CASE(suspects_have_their_source_lines) {
  auto suspects = two_suspects();
  suspects.found[0].path = {{11, 11}, {13, 14}, {16, 17}};
  suspects.found[0].lines = suspects.found[1].lines = {10, 100};
  suspects.found[0].worst = {};
  suspects.found[1].worst = {30, 32};
  answer_view view;
  for (const auto& [line, text] : {std::pair{11u, "if (a &&   b) {"},
                                   {13u, "call(a, b);"},
                                   {14u, "b);"},
                                   {16u, "} else {"},
                                   {17u, "return c; }"}})
    view.sources.add({"lib/a.ts", line}, text);
  for (const auto line : {30u, 31u}) view.sources.add({"lib/a.ts", line}, "line" + std::to_string(line));
  const auto out = render_run(run_with(suspects), run_output::summary, view);
  const auto line = suspect_line(suspects, suspects.found[0]);
  BOOST_TEST(
      out.text.find(
          line +
          "\n               11 if (a &&   b) {\n               13 call(a, b);\n               17 return c; }\n") !=
      std::string::npos);
  BOOST_TEST(out.text.find("30-32\n               30 line30\n               31 line31\n\n") != std::string::npos);
  const auto& first = out.structured.at("failures").as_array()[0].as_object();
  BOOST_TEST(first.at("suspects").as_array()[0].as_string() ==
             line + "\n11 if (a &&   b) {\n13 call(a, b);\n17 return c; }");
}

BOOST_AUTO_TEST_CASE(what_nothing_tells_apart_is_not_said_beside_a_cause) {
  auto equal = two_suspects();
  equal.equal = 4;
  auto by_package = two_suspects();
  by_package.unit = parsers::attribution::package;
  auto weak = two_suspects();
  weak.found[1].score = 0.4;
  BOOST_TEST(worth_showing(equal).found.empty());
  BOOST_TEST(worth_showing(by_package).found.empty());
  BOOST_TEST(worth_showing(weak).found.size() == 1u);
  by_package.found[1].edited = true;
  BOOST_TEST(worth_showing(by_package).found.size() == 1u);
}

tool_answer asked(const parsers::finished_run& run, suspects_asked what,
                  const parsers::suspect_list* tests = nullptr) {
  if (what.limit == 0) what.limit = 20;
  auto out = render_suspects(&run, what, tests, {});
  if (!out.is_error) check_schema(out, status_schema);
  return out;
}

BOOST_AUTO_TEST_CASE(the_tool_lists_all_causes_or_one) {
  const auto run = run_with(two_suspects());
  const auto all = asked(run, {});
  BOOST_TEST(all.text ==
             "[r3c1] example.com/pkg/foo/TestValidate/empty_input\n"
             "   1. lib/a.ts:10 camelCase — run by 12 of 12 failing, 31 of 345 passing, most of all line 14\n"
             "   2. lib/a.ts:10 split — run by 12 of 12 failing, 40 of 345 passing, most of all line 14\n"
             "[r3c2] example.com/pkg/bar/TestBaz\n"
             "   the lines of these tests are not known\n"
             "\ncounted is the whole run: lines are not told apart by test\n");
  BOOST_TEST(
      to_text(all.structured.at("lists").as_array()[0].at("suspects").as_array()[0].as_object()) ==
      R"({"file":"lib/a.ts","line":10,"last":19,"function":"camelCase","failing":12,"passing":31,"worst":[14,14]})");
  BOOST_TEST(asked(run, {.group = "r3c1"}).structured.at("lists").as_array().size() == 1u);
  const auto first = asked(run, {.limit = 1});
  BOOST_TEST(first.text.find("   1. lib/a.ts:10 camelCase") != std::string::npos);
  BOOST_TEST(first.text.find("   2. ") == std::string::npos);
  BOOST_TEST(asked(run, {.group = "r2c1"}).text ==
             "suspects: no cause r2c1 in run 3: its causes are r3c1 to r3c2");
}

BOOST_AUTO_TEST_CASE(causes_that_do_not_fit_are_named_as_the_next_ones) {
  const auto run = run_with(two_suspects());
  const auto out = render_suspects(&run, {}, nullptr, {.bytes = 100});
  BOOST_TEST(out.structured.at("lists").as_array().size() == 1u);
  BOOST_TEST(out.text.find("the next causes did not fit, from r3c2 on") != std::string::npos, out.text);
  BOOST_TEST(out.structured.at("next_group").as_string() == "r3c2");
}

BOOST_AUTO_TEST_CASE(where_there_are_none_a_line_says_why) {
  auto none = two_suspects();
  none.found.clear();
  none.unexplained = "the network did not answer";
  const auto out = render_run(run_with(none), run_output::summary);
  BOOST_TEST(out.text.find("\n   suspects: none: the network did not answer\n") != std::string::npos, out.text);
  const auto& first = out.structured.at("failures").as_array()[0].as_object();
  BOOST_TEST(to_text(first.at("suspects").as_array()) == R"(["none: the network did not answer"])");
  auto equal = two_suspects();
  equal.equal = 9;
  BOOST_TEST(suspects_view_of(equal, {}).none == "none: 9 functions are equally suspect");
  equal.equal = 4;  // as many as are kept
  equal.found.resize(4, equal.found.front());
  equal.found[2].file = equal.found[3].file = "lib/b.ts";
  BOOST_TEST(suspects_view_of(equal, {}).none == "none: 4 functions are equally suspect: lib/a.ts:10 camelCase, 10 split; "
                                                 "lib/b.ts:10 camelCase, 10 camelCase");
  for (auto& one : equal.found) one.lines = {10, 13};  // as one function of 16 lines, in which the fault is to be seen
  BOOST_TEST(suspects_view_of(equal, {}).none == "");
  BOOST_TEST(suspects_view_of(equal, {}).of.found.size() == 4u);
  BOOST_TEST(suspect_line(equal, equal.found[0]).find("; 4 are equally suspect") != std::string::npos);
  BOOST_TEST(first_of(equal, 2).found.size() == 2u);
  equal.unit = parsers::attribution::package;  // of these it is never told
  BOOST_TEST(suspects_view_of(equal, {}).empty());
}

// Its process died before it could tell what it ran.
BOOST_AUTO_TEST_CASE(an_edited_function_in_the_stack_of_a_crash_is_shown) {
  auto crash = two_suspects();
  crash.found[0].ran = {};
  crash.found[0].edited = crash.found[0].in_stack = true;
  BOOST_TEST(worth_showing(crash).found.size() == 2u);
  BOOST_TEST(suspect_line(crash, crash.found[0]).starts_with("lib/a.ts:10 camelCase — in the stack; edited"));
}

BOOST_AUTO_TEST_CASE(a_name_of_several_lines_is_known_as_answers_have_it) {
  auto run = run_with(two_suspects());
  run.results.failures[0].id.name = "valid\nif (a) {}";
  BOOST_TEST((failures_named(run, {"valid\\nif (a) {}"}).found == std::vector<std::size_t>{0}));
  BOOST_TEST((failures_named(run, {"valid\nif (a) {}"}).found == std::vector<std::size_t>{0}));
}

BOOST_AUTO_TEST_CASE(tests_are_named_in_full_or_by_their_end) {
  const auto run = run_with(two_suspects());
  BOOST_TEST((failures_named(run, {"TestBaz", "example.com/pkg/foo/TestValidate/empty_input"}).found ==
              std::vector<std::size_t>{0, 1}));
  BOOST_TEST(asked(run, {.tests = {"NoSuch"}}, &run.causes[0].suspects).text ==
             "suspects: no test that run 3 found failing is called 'NoSuch'");
  BOOST_TEST(
      asked(run, {.tests = {"TestBaz"}, .limit = 1}, &run.causes[0].suspects).text ==
      "1 failure(s) of these tests:\n"
      "   1. lib/a.ts:10 camelCase — run by 12 of 12 failing, 31 of 345 passing, most of all line 14\n");
}

BOOST_AUTO_TEST_CASE(without_failures_or_coverage_it_says_so) {
  BOOST_TEST(render_suspects(nullptr, {}, nullptr, {}).text == "no run_tests call yet in this session");
  BOOST_TEST(asked(sample_run(), {}).text == "run 3 found no failure");
  const auto out = asked(sample_red_run(), {});
  BOOST_TEST(out.text.starts_with("nothing is known of the lines that the failing tests of run 3 ran"));
  BOOST_TEST(out.structured.at("status").as_string() == "not_measured");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
