#include "tests/protocol/body_text.hpp"
#include "protocol/render/coverage/coverage.hpp"
#include "tests/protocol/render/sample_runs.hpp"
#include <algorithm>
#include <random>
#include <utility>

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;
using parsers::attribution;
using covering_group = parsers::coverage_unit;

const covering_source idle{3, 130s, 0};
const covering_source busy{3, 130s, 4};

tool_answer render(const covering_question& question, const parsers::covered_by& covered,
                   const covering_source& source = idle) {
  auto out = render_covering(question, covered, source);
  BOOST_TEST(!out.is_error);
  check_schema(out, status_schema);
  return out;
}

tool_answer render(const covering_question& question, attribution unit,
                   const std::vector<covering_group>& groups, const covering_source& source = idle) {
  parsers::covered_by covered{.unit_kind = unit};
  for (const auto& group : groups) covered.units.push_back(&group);
  return render(question, covered, source);
}

std::vector<covering_group> many(std::size_t tests) {
  covering_group group{"p", {}};
  for (std::size_t i = 0; i < tests; ++i) group.tests.push_back("Test" + std::to_string(i));
  return {group};
}

BOOST_AUTO_TEST_SUITE(covering_answer)

BOOST_AUTO_TEST_CASE(tests_are_listed_by_package_and_sorted) {
  const auto out =
      render({"internal/tools/read.go"}, attribution::test,
             {{"github.com/acme/tool/internal/tools",
               {"TestRead_ReturnsNumberedLines", "TestRead_MarksFileAsRead", "TestRead_OffsetAndLimit"}}});
  BOOST_TEST(out.text ==
             "3 test(s) cover internal/tools/read.go:\n"
             "\n"
             "github.com/acme/tool/internal/tools:\n"
             "  TestRead_MarksFileAsRead\n"
             "  TestRead_OffsetAndLimit\n"
             "  TestRead_ReturnsNumberedLines\n"
             "\n"
             "attribution: test, narrowest first");
  BOOST_TEST(
      to_text(out.structured) ==
      R"({"status":"covered","unit":"test","groups":[{"unit":"github.com/acme/tool/internal/tools","tests":[)"
      R"("TestRead_MarksFileAsRead","TestRead_OffsetAndLimit","TestRead_ReturnsNumberedLines"]}]})");
}

BOOST_AUTO_TEST_CASE(units_that_are_tests_are_listed_by_their_group) {
  const auto out =
      render({"a.py"}, attribution::test, {{"t.py", {"test_b"}}, {"s.py", {"test_c"}}, {"t.py", {"test_a"}}});
  BOOST_TEST(
      out.text ==
      "3 test(s) cover a.py:\n\ns.py:\n  test_c\n\nt.py:\n  test_a\n  test_b\n\nattribution: test, narrowest first");
}

// 462 tests of six files: the first 20 say nothing, and which of them run the line is not known.
BOOST_AUTO_TEST_CASE(where_files_are_told_apart_and_not_tests_files_are_listed) {
  auto slow = many(30).front(), fast = many(40).front();
  slow.name = "b.test.ts";
  slow.lines = 9;
  fast.name = "a.test.ts";
  fast.lines = 10;
  const auto out = render({"common.ts"}, attribution::file, {fast, slow});
  BOOST_TEST(out.text ==
             "70 test(s) cover common.ts:\n\nb.test.ts (30 tests)\n\na.test.ts (40 tests)\n\n"
             "attribution: file — every test of a test file that ran it");
  BOOST_TEST(to_text(out.structured.at("groups")) == R"([{"unit":"b.test.ts","count":30},{"unit":"a.test.ts","count":40}])");
  BOOST_TEST(!out.structured.contains("shown"));
  const auto first = render({"common.ts", 0, 1}, attribution::file, {fast, slow});
  BOOST_TEST(first.text.find("b.test.ts (30 tests)\n... (40 more truncated)\n") != std::string::npos);
  BOOST_TEST(render({"common.ts"}, attribution::file, {{"a.test.ts", {"one", "two"}}}).text.find("a.test.ts:\n  one\n  two\n") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_ran_only_at_load_is_covered_by_no_test) {
  const auto out = render({"a.py", 1}, attribution::test, {{"", {}}});
  BOOST_TEST(
      out.text ==
      "a.py:1: it ran while the project was loaded, before or between tests; no single test covers it");
  BOOST_TEST(out.structured.at("status").as_string() == "not_covered");
  BOOST_TEST(out.structured.at("at_load").as_bool());
}

BOOST_AUTO_TEST_CASE(a_unit_coarser_than_a_test_is_said_in_the_last_line) {
  const auto out = render({"a.go", 7}, attribution::package, {{"q", {"TestB"}}, {"p", {"TestA"}}});
  BOOST_TEST(out.text ==
             "2 test(s) cover a.go:7:\n\np:\n  TestA\n\nq:\n  TestB\n\n"
             "attribution: package — every test of a package that ran it");
  BOOST_TEST(out.structured.at("unit").as_string() == "package");
  for (const auto unit : {attribution::file, attribution::binary, attribution::run})
    BOOST_TEST(render({"a.go"}, unit, many(1))
                   .text.find("\n\nattribution: " + std::string{parsers::to_string(unit)} +
                              " — every test of ") != std::string::npos);
}

covering_group test_of(const std::string& group, const std::string& name, std::uint32_t family,
                       std::uint32_t lines, std::chrono::milliseconds duration = 0ms) {
  return {group, {name}, family, lines, duration};
}

BOOST_AUTO_TEST_CASE(those_that_run_the_fewest_lines_come_first_and_of_equals_the_fastest) {
  const std::vector<covering_group> groups{test_of("a", "wide", 0, 4000), test_of("b", "slow", 0, 40, 9s),
                                           test_of("b", "fast", 0, 40, 1ms), test_of("a", "narrow", 0, 7)};
  BOOST_TEST(
      render({"f.go", 3}, attribution::test, groups).text ==
      "4 test(s) cover f.go:3:\n\na:\n  narrow\n  wide\n\nb:\n  fast\n  slow\n\nattribution: test, narrowest first");
  const auto out = render({"f.go", 3, 2}, attribution::test, groups);
  BOOST_TEST(
      out.text ==
      "4 test(s) cover f.go:3:\n\na:\n  narrow\n\nb:\n  fast\n... (2 more truncated)\n\nattribution: test, narrowest first");
  BOOST_TEST(out.structured.at("shown").to_number<int>() == 2);
}

BOOST_AUTO_TEST_CASE(a_family_stands_for_more_than_three_of_its_tests) {
  std::vector<covering_group> groups{test_of("p", "TestT/a", 5, 9), test_of("p", "TestT/b", 5, 8),
                                     test_of("p", "TestT", 5, 3), test_of("p", "TestU/a", 5, 4)};
  BOOST_TEST(
      render({"f.go"}, attribution::test, groups).text ==
      "4 test(s) cover f.go:\n\np:\n  TestT\n  TestU/a\n  TestT/b\n  TestT/a\n\nattribution: test, narrowest first");
  groups.push_back(test_of("p", "TestT/c", 5, 20));
  const auto out = render({"f.go"}, attribution::test, groups);
  BOOST_TEST(
      out.text ==
      "5 test(s) cover f.go:\n\np:\n  TestT (4 tests)\n  TestU/a\n\nattribution: test, narrowest first");
  BOOST_TEST(json::serialize(out.structured.at("groups")) ==
             R"([{"unit":"p","tests":["TestT","TestU/a"],"of":{"TestT":4}}])");
}

BOOST_AUTO_TEST_CASE(a_line_that_ran_at_load_as_well_says_so) {
  const auto out = render({"a.py", 1}, attribution::test, {{"t.py", {}}, {"t.py", {"test_a"}}});
  BOOST_TEST(
      out.text ==
      "1 test(s) cover a.py:1:\n\nt.py:\n  test_a\n\n"
      "it ran while the project was loaded, too, before or between tests\n\nattribution: test, narrowest first");
  BOOST_TEST(out.structured.at("at_load").as_bool());
}

// Rust has lines of which it is known that one of a binary's tests ran them, and no more.
BOOST_AUTO_TEST_CASE(a_test_in_two_units_is_one_test) {
  const auto out = render({"a.rs"}, attribution::test, {{"t", {"a", "b"}}, {"t", {"a"}}});
  BOOST_TEST(out.text.starts_with("2 test(s) cover a.rs:\n\nt:\n  a\n  b\n\n"));
}

BOOST_AUTO_TEST_CASE(two_hundred_tests_are_shown_and_the_rest_counted) {
  BOOST_TEST(render({"a.go", 0, 200}, attribution::test, many(200)).text.find("truncated") ==
             std::string::npos);
  auto groups = many(150);
  groups.push_back({"q", many(150)[0].tests});
  groups.push_back({"r", {"TestZ"}});
  const auto out = render({"a.go", 0, 200}, attribution::test, groups);
  const std::string footer = "... (101 more truncated)\n\nattribution: test, narrowest first";
  BOOST_TEST(out.text.find("301 test(s) cover a.go:") == 0u);
  BOOST_TEST(out.text.substr(out.text.size() - footer.size()) == footer);
  BOOST_TEST(out.structured.at("total").to_number<int>() == 301);
  BOOST_TEST(out.structured.at("shown").to_number<int>() == 200);
  BOOST_TEST(out.structured.at("groups").as_array().size() == 2u);
  BOOST_TEST(out.structured.at("groups").as_array()[1].at("tests").as_array().size() == 50u);
}

// Shuffled, in units of one test and of several, some of them twice: what is shown are the first ones of all.
BOOST_AUTO_TEST_CASE(what_is_shown_of_thousands_of_units_does_not_depend_on_their_order) {
  std::vector<std::pair<std::string, std::string>> all;
  std::vector<covering_group> groups;
  for (int i = 0; i < 3000; ++i) {
    const auto unit = "t" + std::to_string(i % 7), test = "test_" + std::to_string(i * 7919 % 2500);
    covering_group group{unit, {test}};
    if (i % 3 == 0) group.tests.push_back(test + "b");
    for (const auto& name : group.tests) all.emplace_back(unit, name);
    groups.push_back(std::move(group));
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::string expected = std::to_string(all.size()) + " test(s) cover a.py:\n\nt0:\n";
  for (std::size_t i = 0; i < 200; ++i) expected += "  " + all[i].second + "\n";
  expected +=
      "... (" + std::to_string(all.size() - 200) + " more truncated)\n\nattribution: test, narrowest first";
  std::mt19937 random(1);
  for (int round = 0; round < 3; ++round) {
    BOOST_TEST(render({"a.py", 0, 200}, attribution::test, groups).text == expected);
    std::shuffle(groups.begin(), groups.end(), random);
  }
}

BOOST_AUTO_TEST_CASE(what_nothing_covers_is_no_error) {
  BOOST_TEST(render({"a.go"}, attribution::package, {}).text == "no coverage found for a.go");
  BOOST_TEST(render({"a.go", 12}, attribution::package, {}).text ==
             "no coverage found for a.go:12\n"
             "a line on which no statement begins has none: ask for the one where it begins");
  BOOST_TEST(render({"a.go", 12}, attribution::package, {{"p", {}}})
                 .text.starts_with("no coverage found for a.go:12\n"));
  BOOST_TEST(to_text(render({"a.go", 12}, attribution::package, {}).structured) ==
             R"({"status":"not_covered","unit":"package"})");
}

BOOST_AUTO_TEST_CASE(while_a_run_goes_on_the_answer_says_which_run_it_is_from) {
  BOOST_TEST(render({"a.go"}, attribution::package, {{"p", {"TestA"}}}, busy).text ==
             "1 test(s) cover a.go:\n\np:\n  TestA\n\nfrom run 3, 2m10s ago; run 4 is still going\n\n"
             "attribution: package — every test of a package that ran it");
  BOOST_TEST(render({"a.go"}, attribution::test, {}, busy).text ==
             "no coverage found for a.go\nfrom run 3, 2m10s ago; run 4 is still going");
  BOOST_TEST(render({"a.go"}, attribution::test, {}, busy).structured.at("running").to_number<int>() == 4);
}

BOOST_AUTO_TEST_CASE(without_a_run_there_is_an_advice) {
  const auto early = render_no_coverage_yet({});
  check_schema(early, status_schema);
  BOOST_TEST(!early.is_error);
  BOOST_TEST(early.text == "no coverage data yet — run `run_tests` first");
  BOOST_TEST(to_text(early.structured) == R"({"status":"no_data"})");
  const auto soon = render_no_coverage_yet({0, 0s, 1});
  check_schema(soon, status_schema);
  BOOST_TEST(soon.text == "no coverage data yet — run `run_tests` first\nrun 1 is still going");
}

BOOST_AUTO_TEST_CASE(a_later_run_that_measured_nothing_is_named_with_the_age_of_what_is_known) {
  const covering_source older{3, 130s, 0, "", 5, "timed out after 3s"};
  const auto out = render({"a.go"}, attribution::test, {{"p", {"TestA"}}}, older);
  BOOST_TEST(
      out.text ==
      "1 test(s) cover a.go:\n\np:\n  TestA\n\n"
      "run 5 measured no coverage (timed out after 3s): this is of run 3, 2m10s ago\n\nattribution: test, narrowest first");
  BOOST_TEST(out.structured.at("unmeasured_run").to_number<int>() == 5);
  BOOST_TEST(render({"a.go"}, attribution::test, {}, older).text ==
             "no coverage found for a.go\n"
             "run 5 measured no coverage (timed out after 3s): this is of run 3, 2m10s ago");
  const auto none = render_no_coverage_yet({0, 0s, 0, "", 1, "cancelled"});
  check_schema(none, status_schema);
  BOOST_TEST(none.text ==
             "no coverage data yet — run `run_tests` first\nrun 1 measured no coverage (cancelled)");
}

BOOST_AUTO_TEST_CASE(tests_that_last_ran_in_several_runs_are_counted_by_run) {
  const covering_group a{"p", {"TestA"}}, b{"p", {"TestB"}};
  const auto out =
      render({"a.go", 4}, {.units = {&a, &b}, .unit_kind = attribution::test, .tests = {{3, 1}, {5, 1}}});
  BOOST_TEST(out.text ==
             "2 test(s) cover a.go:4:\n\np:\n  TestA\n  TestB\n\n"
             "1 of these last ran in run 3, 1 in run 5\n\nattribution: test, narrowest first");
  BOOST_TEST(json::serialize(out.structured.at("runs")) == R"({"3":1,"5":1})");
  BOOST_TEST(!render({"a.go", 4}, {.units = {&a}, .unit_kind = attribution::test, .tests = {{3, 1}}})
                  .structured.contains("runs"));
}

BOOST_AUTO_TEST_CASE(of_a_line_that_is_newer_than_the_run_nothing_is_claimed) {
  const auto out = render({"a.go", 51}, {.unit_kind = attribution::test, .added_since = 7});
  BOOST_TEST(
      out.text ==
      "no coverage found for a.go:51: line 51 is newer than run 7; run the tests again, or ask for a line "
      "beside it that is older");
  BOOST_TEST(to_text(out.structured) == R"({"status":"not_known","unit":"test","added_since":7})");
}

BOOST_AUTO_TEST_CASE(a_line_that_a_later_run_knows_says_what_the_earlier_one_does_not) {
  const covering_group a{"p", {"TestA"}};
  BOOST_TEST(render({"a.go", 51},
                    {.units = {&a}, .unit_kind = attribution::test, .tests = {{9, 1}}, .added_since = 7})
                 .text.find("\nline 51 is newer than run 7: which of its tests run it is not known\n") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_edited_line_is_covered_by_what_ran_the_one_before_it) {
  const covering_group a{"p", {"TestA"}};
  const auto out = render({"a.go", 51}, {.units = {&a}, .unit_kind = attribution::test, .edited_since = 7});
  BOOST_TEST(
      out.text.find("\nline 51 was edited after run 7: the tests of that run ran what it was then\n") !=
      std::string::npos);
  BOOST_TEST(out.structured.at("edited_since").to_number<int>() == 7);
}

BOOST_AUTO_TEST_CASE(all_that_became_of_a_line_is_said) {
  const covering_group a{"p", {"TestA"}};
  const auto out = render(
      {"a.go", 0}, {.units = {&a}, .unit_kind = attribution::test, .added_since = 1, .edited_since = 2});
  BOOST_TEST(out.text.find("\nthe file is newer than run 1: which of its tests run it is not known\n\n"
                           "the file was edited after run 2: ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(where_the_lines_of_the_run_are_not_known_it_says_so) {
  const covering_group a{"p", {"TestA"}};
  const auto out = render({"a.go", 51}, {.units = {&a}, .unit_kind = attribution::test, .not_known_in = 7});
  BOOST_TEST(out.text.find("\nlines are taken for those of run 7, which could not be compared") !=
             std::string::npos);
  BOOST_TEST(out.structured.at("lines_of").to_number<int>() == 7);
}

BOOST_AUTO_TEST_CASE(of_a_file_that_is_never_measured_it_says_so) {
  const auto out = render({"a_test.go", 4},
                          {.unit_kind = attribution::test, .not_measured = "Go measures no _test.go files"});
  BOOST_TEST(out.text == "no coverage found for a_test.go:4: Go measures no _test.go files");
  BOOST_TEST(out.structured.at("status").as_string() == "not_known");
}

BOOST_AUTO_TEST_CASE(coverage_of_a_part_is_said_to_be_one) {
  const covering_source part{3, 130s, 0, "a test process crashed: p/TestB"};
  const auto out = render({"a.go"}, attribution::test, {}, part);
  BOOST_TEST(out.text ==
             "no coverage found for a.go\n"
             "the coverage of run 3 is of a part of the tests only: a test process crashed: p/TestB");
  BOOST_TEST(out.structured.at("partial").as_string() == "a test process crashed: p/TestB");
}

BOOST_AUTO_TEST_CASE(of_several_runs_the_one_is_named_that_covers_a_part) {
  auto source = idle;
  source.partial = "timed out after 3s";
  source.partial_run = 5;
  BOOST_TEST(coverage_remarks(source).at(0) ==
             "the coverage of run 5 is of a part of the tests only: timed out after 3s");
}

BOOST_AUTO_TEST_CASE(a_name_that_fits_several_files_lists_them) {
  const auto out = render_ambiguous_file({"read.go", 4}, {"a/read.go", "b/read.go"}, 2, idle);
  check_schema(out, status_schema);
  BOOST_TEST(!out.is_error);
  BOOST_TEST(out.text == "read.go fits 2 files, name one of them:\n  a/read.go\n  b/read.go\n");
  BOOST_TEST(to_text(out.structured) ==
             R"({"status":"ambiguous","total":2,"candidates":["a/read.go","b/read.go"]})");
}

BOOST_AUTO_TEST_CASE(of_many_files_the_first_are_listed_and_all_are_counted) {
  const auto out = render_ambiguous_file({"read.go", 0}, {"a/read.go", "b/read.go"}, 5000, idle);
  check_schema(out, status_schema);
  BOOST_TEST(out.text.find("read.go fits 5000 files, name one of them:\n") == 0u);
  BOOST_TEST(out.text.find("  b/read.go\n  … [4998 more]\n") != std::string::npos);
  BOOST_TEST(out.structured.at("total").to_number<int>() == 5000);
}

BOOST_AUTO_TEST_CASE(a_huge_question_is_not_repeated_in_full) {
  const covering_question huge{std::string(4'000'000, '\x01'), 0};
  BOOST_TEST(body_text(render(huge, attribution::test, {})).size() < 100'000u);
  BOOST_TEST(body_text(render(huge, attribution::test, many(3))).size() < 100'000u);
  const std::vector<std::string> files(10'000, std::string(200, 'f'));
  BOOST_TEST(body_text(render_ambiguous_file({"f"}, files, files.size(), idle)).size() < 1'000'000u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol
