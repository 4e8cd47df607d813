#include "parsers/events/unit_coverage.hpp"
#include "parsers/coverage/formats/lcov/writer.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <malloc.h>
#include <string>

using namespace covey::parsers;

namespace {

using hits = std::vector<line_hits>;
using ranges = std::vector<line_range>;

struct named_file {
  std::string name;
  std::string text;
};

coverage read(attribution kind, const std::vector<named_file>& files, const run_results& results = {}) {
  unit_coverage_options options;
  options.root = "/w";
  options.unit_kind = kind;
  options.separator = "::";
  options.leave_out = [](std::string_view path) { return path.starts_with("vendored/"); };
  options.aside = [](std::string_view path) { return path.starts_with("test/"); };
  const auto collector = make_unit_coverage(options);
  for (const auto& file : files) {
    collector->begin_file(file.name);
    for (const char byte : file.text) collector->feed({&byte, 1});
    collector->end_file();
  }
  return collector->finish(results);
}

run_results ran(std::initializer_list<test_record> tests) {
  run_results out;
  out.tests = tests;
  return out;
}

BOOST_AUTO_TEST_SUITE(unit_coverage_suite)

BOOST_AUTO_TEST_CASE(tests_are_units_and_lines_that_did_not_run_are_found) {
  const auto got =
      read(attribution::test,
           {{"1.cov", R"({"file":"/w/src/a.py","found":"1-4,7","hit":"1-2,7"})"
                      "\n"
                      R"({"group":"t.py","name":"test_a","ran":{"/w/src/a.py":"2","/elsewhere/b.py":"1"}})"
                      "\n"
                      R"({"group":"t.py","name":"test_a","ran":{"src/a.py":"7"}})"
                      "\n"
                      R"({"group":"","name":"","ran":{"src/a.py":"1"}})"
                      "\n"}});
  BOOST_REQUIRE(got.files.size() == 1u);
  const auto& file = got.files.at("src/a.py");
  BOOST_TEST((file.lines == hits{{1, 1}, {2, 1}, {3, 0}, {4, 0}, {7, 1}}));
  BOOST_REQUIRE(got.units.size() == 2u);
  BOOST_TEST(got.units[0].tests.empty());  // at load
  BOOST_TEST(got.units[1].name == "t.py");
  BOOST_TEST((got.units[1].tests == std::vector<std::string>{"test_a"}));
  BOOST_REQUIRE(file.by_unit.size() == 2u);
  BOOST_TEST((file.by_unit[1].ran == ranges{{2, 2}, {7, 7}}));
}

// Else a test of such a name has run nothing.
BOOST_AUTO_TEST_CASE(units_are_named_as_events_name_tests) {
  const auto got = read(attribution::test, {{"1.cov", R"({"group":"t.js","name":"a\u0000b\u001b[1m c","ran":{"a.js":"1"}})"
                                                      "\n" R"({"group":"t.js","names":["d\u0007"],"ran":{"a.js":"2"}})"
                                                      "\n"}});
  BOOST_REQUIRE(got.units.size() == 2u);
  BOOST_TEST((got.units[0].tests == std::vector<std::string>{"ab c"}));
  BOOST_TEST((got.units[1].tests == std::vector<std::string>{"d"}));
}

BOOST_AUTO_TEST_CASE(what_tests_read_is_known_if_every_process_tells_it) {
  const named_file told{"1.cov", R"({"group":"t.py","name":"a","reads":["data/x.csv","data/*"]})"
                                 "\n"
                                 R"({"group":"t.py","name":"b","ran":{"src/a.py":"2"},"reads":["data/x.csv"]})"
                                 "\n"
                                 R"({"input":"data/x.csv","by":{"/w/src/a.py":"4,2","/elsewhere/b.py":"1"}})"
                                 "\n"
                                 R"({"input":"data/x.csv","in":{"src/a.py":"9"}})"
                                 "\n"
                                 R"({"input":"data/y.csv","near":{"":"1"}})"
                                 "\n"
                                 R"({"input":"data/*","by":{"":"1"}})"
                                 "\n"
                                 R"({"inputs":true})"
                                 "\n"};
  const auto got = read(attribution::test, {told});
  BOOST_TEST(got.inputs_known);
  BOOST_REQUIRE(got.units.size() == 2u);
  BOOST_REQUIRE(got.inputs.size() == 3u);
  const auto& file = got.inputs.at("data/x.csv");
  BOOST_TEST((file.units == std::vector<std::uint32_t>{0, 1}));
  BOOST_REQUIRE(file.running.size() == 1u);
  BOOST_TEST((file.running.at("src/a.py") == ranges{{2, 2}, {4, 4}}));
  BOOST_TEST((file.inside.at("src/a.py") == ranges{{9, 9}}));
  BOOST_TEST(!file.alone);
  BOOST_TEST(!file.astray);
  BOOST_TEST(got.inputs.at("data/y.csv").astray);
  BOOST_TEST(got.inputs.at("data/*").alone);
  BOOST_TEST((got.inputs.at("data/*").units == std::vector<std::uint32_t>{0}));
  BOOST_TEST(!read(attribution::test, {told, {"2.cov", "{\"unfinished\":false}\n"}}).inputs_known);
  BOOST_TEST(!read(attribution::test, {told, {"2.cov", "{\"inputs\":false}\n"}}).inputs_known);
}

BOOST_AUTO_TEST_CASE(a_group_whose_tests_are_not_told_apart_is_named_beside_others) {
  const std::string lines = "{\"file\":\"a.rs\",\"found\":\"1-9\",\"hit\":\"1-9\"}\n";
  const std::string all = "{\"group\":\"main\",\"all\":true,\"ran\":{\"a.rs\":\"7\"}}\n";
  const auto results = ran({{{"main", "x"}, outcome::passed, {}},
                            {{"main", "y"}, outcome::failed, {}},
                            {{"main", "z"}, outcome::skipped, {}}});
  auto got = read(attribution::test,
                  {{"1.cov", lines + all + "{\"group\":\"lib\",\"name\":\"t\",\"ran\":{\"a.rs\":\"2\"}}\n"}},
                  results);
  BOOST_CHECK(got.unit_kind == attribution::test);
  BOOST_REQUIRE(got.units.size() == 2u);
  BOOST_TEST((got.units[1].tests == std::vector<std::string>{"x", "y"}));
  BOOST_REQUIRE(got.notes.size() == 1u);
  BOOST_TEST(
      got.notes[0] ==
      "A line that the tests of main ran may count as covered by all of them: which of them ran it is not "
      "known.");
  got = read(attribution::test, {{"1.cov", lines + all}}, results);
  BOOST_CHECK(got.unit_kind == attribution::run);  // what the options call it
  BOOST_TEST(got.notes.empty());
}

BOOST_AUTO_TEST_CASE(further_lines_of_a_statement_answer_for_it_and_have_no_count) {
  const auto got = read(attribution::test, {{"1.cov", R"({"file":"a.py","found":"1,5","further":"2-4,6-7"})"
                                                      "\n"
                                                      R"({"file":"a.py","hit":"1"})"
                                                      "\n"
                                                      R"({"group":"t.py","name":"x","ran":{"a.py":"1-4,9"}})"
                                                      "\n"}});
  const auto& file = got.files.at("a.py");
  BOOST_TEST((file.lines == hits{{1, 1}, {5, 0}}));
  BOOST_REQUIRE(file.by_unit.size() == 1u);
  BOOST_TEST((file.by_unit[0].ran == ranges{{1, 4}}));
}

BOOST_AUTO_TEST_CASE(a_file_that_says_it_is_unfinished_is_a_part) {
  const std::string begun = "{\"unfinished\":true}\n{\"file\":\"a.py\",\"found\":\"1-2\",\"hit\":\"1\"}\n";
  const auto whole = read(attribution::test, {{"1.cov", begun + "{\"unfinished\":false}\n"}});
  BOOST_TEST(whole.notes.empty());
  const auto part = read(attribution::test, {{"1.cov", begun + "{\"group\":\"t.py\",\"na"},
                                             {"2.cov", begun + "{\"unfinished\":false}\n"}});
  BOOST_TEST((part.files.at("a.py").lines == hits{{1, 2}, {2, 0}}));
  BOOST_REQUIRE(part.notes.size() == 2u);
  BOOST_TEST(part.notes[0].find("The coverage is only a part: the process") == 0u, part.notes[0]);
}

BOOST_AUTO_TEST_CASE(tests_that_were_not_told_apart_are_one_unit_with_all_of_them) {
  const auto got =
      read(attribution::test, {{"1.cov", R"({"file":"/w/a.js","found":"1-3","hit":"1-2"})"
                                         "\n"
                                         R"({"group":"t.js","names":["y","x"],"ran":{"a.js":"2"}})"
                                         "\n"
                                         R"({"group":"t.js","names":7,"ran":{"a.js":"1"}})"
                                         "\n"}});
  BOOST_REQUIRE(got.units.size() == 2u);
  BOOST_TEST(got.units[0].tests.empty());  // at load
  BOOST_TEST((got.units[1].tests == std::vector<std::string>{"x", "y"}));
  BOOST_TEST((got.files.at("a.js").by_unit.at(1).ran == ranges{{2, 2}}));
}

BOOST_AUTO_TEST_CASE(a_range_of_a_test_counts_only_on_lines_that_the_report_has) {
  const auto got = read(attribution::test, {{"a.info", "SF:/w/a.js\nDA:2,1\nDA:5,3\nDA:6,0\nend_of_record\n"},
                                            {"b.cov", R"({"group":"t.js","name":"x","ran":{"/w/a.js":"1-6"}})"
                                                      "\n"}});
  BOOST_TEST((got.files.at("a.js").by_unit.at(0).ran == ranges{{2, 2}, {5, 5}}));
}

BOOST_AUTO_TEST_CASE(a_binary_is_named_by_the_test_name_of_its_records) {
  const auto got = read(attribution::binary,
                        {{"1.info", "TN:shop\nSF:/w/src/lib.rs\nDA:1,1\nend_of_record\n"},
                         {"2.info", "TN:shop::it\nSF:/w/src/lib.rs\nDA:1,0\nDA:2,1\nend_of_record\n"}},
                        ran({{{"shop", "b"}, outcome::passed, {}},
                             {{"shop", "a"}, outcome::failed, {}},
                             {{"shop", "c"}, outcome::skipped, {}},
                             {{"shop::it", "d"}, outcome::passed, {}}}));
  BOOST_TEST((got.files.at("src/lib.rs").lines == hits{{1, 1}, {2, 1}}));
  BOOST_REQUIRE(got.units.size() == 2u);
  BOOST_TEST((got.units[0].tests == std::vector<std::string>{"a", "b"}));
  BOOST_TEST((got.files.at("src/lib.rs").by_unit.at(1).ran == ranges{{2, 2}}));
}

BOOST_AUTO_TEST_CASE(the_whole_run_is_one_unit_with_every_test_that_ran) {
  const auto got =
      read(attribution::run, {{"1.info", "SF:a.jl\nDA:1,1\nDA:2,0\nend_of_record\n"}},
           ran({{{"t.jl", "x", "::"}, outcome::passed, {}}, {{"t.jl", "y", "::"}, outcome::skipped, {}}}));
  BOOST_REQUIRE(got.units.size() == 1u);
  BOOST_TEST((got.units[0].tests == std::vector<std::string>{"t.jl::x"}));
  BOOST_TEST((got.files.at("a.jl").by_unit.at(0).ran == ranges{{1, 1}}));
}

BOOST_AUTO_TEST_CASE(what_is_not_the_projects_own_is_left_out) {
  const auto got =
      read(attribution::run, {{"1.info",
                               "SF:/other/x.c\nDA:1,1\nend_of_record\nSF:../y.c\nDA:1,1\nend_of_record\n"
                               "SF:vendored/z.c\nDA:1,1\nend_of_record\nSF:./a.c\nDA:1,1\nend_of_record\n"}});
  BOOST_REQUIRE(got.files.size() == 1u);
  BOOST_TEST(got.files.begin()->first == "a.c");
}

BOOST_AUTO_TEST_CASE(what_does_not_read_is_noted_and_huge_ranges_are_not_believed) {
  const auto got = read(attribution::test, {{"1.cov",
                                             "nonsense\n"
                                             R"({"file":"a.py","found":"1-4000000000,x,3-1,2","hit":""})"
                                             "\n"},
                                            {"other.txt", "SF:a\n"}});
  BOOST_TEST((got.files.at("a.py").lines == hits{{2, 0}}));
  BOOST_REQUIRE(got.notes.size() == 1u);
  BOOST_TEST(got.notes.front() == "1 line(s) of the coverage files could not be read");
}

BOOST_AUTO_TEST_CASE(sets_of_lines_without_room_are_left_out_and_noted) {
  unit_coverage_options options;
  options.unit_kind = attribution::test;
  options.max_bytes = 6;
  const auto collector = make_unit_coverage(options);
  collector->begin_file("1.cov");
  collector->feed(R"({"group":"t","name":"a","ran":{"x.py":"1"}})"
                  "\n"
                  R"({"group":"t","name":"b","ran":{"x.py":"1,3,5,7"}})"
                  "\n"
                  R"({"file":"x.py","found":"1-9","hit":"1-7"})"
                  "\n");
  collector->end_file();
  const auto got = collector->finish({});
  BOOST_REQUIRE(got.units.size() == 1u);
  BOOST_TEST(got.units[0].tests.front() == "a");
  BOOST_REQUIRE(got.notes.size() == 1u);
  BOOST_TEST(got.notes.front().find("for 1 sets of lines") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_unit_that_ran_no_line_is_none_and_another_ran_what_all_its_names_say) {
  const auto got =
      read(attribution::test, {{"1.cov", R"({"group":"t","name":"a","ran":{"/w/x.py":"1","./x.py":"2"}})"
                                         "\n"
                                         R"({"group":"t","name":"b","ran":{"no_lines.py":"1"}})"
                                         "\n"
                                         R"({"group":"t","name":"c","ran":{"x.py":7,"y.py":[]}})"
                                         "\n"
                                         R"({"file":"x.py","found":"1-3","hit":"1-3"})"
                                         "\n"}});
  BOOST_REQUIRE(got.units.size() == 2u);
  BOOST_TEST((got.units[0].tests == std::vector<std::string>{"a"}));
  BOOST_TEST((got.files.at("x.py").by_unit.at(0).ran == ranges{{1, 2}}));
}

// Of a Python file that is excluded as a whole.
BOOST_AUTO_TEST_CASE(a_file_without_lines_that_count_keeps_who_ran_the_others) {
  const auto got = read(attribution::test, {{"1.cov", R"({"file":"b.py","found":"","further":"1-6"})"
                                                      "\n"
                                                      R"({"group":"","ran":{"b.py":"1-2,4"}})"
                                                      "\n"
                                                      R"({"group":"t","name":"f","ran":{"b.py":"3"}})"
                                                      "\n"
                                                      R"({"group":"t","name":"g","ran":{"b.py":"5-6"}})"
                                                      "\n"}});
  const auto& ran = got.files.at("b.py").by_unit;
  BOOST_REQUIRE(ran.size() == 3u);
  BOOST_TEST((ran[1].ran == ranges{{3, 3}}));
  BOOST_TEST((ran.units_of(5) == std::vector<std::uint32_t>{2}));
}

// A tracefile knows no such files.
BOOST_AUTO_TEST_CASE(a_file_that_the_language_leaves_out_of_reports_keeps_what_the_run_ran) {
  const auto got = read(attribution::run, {{"1.info",
                                            "SF:/w/a.jl\nDA:1,1\nend_of_record\n"
                                            "SF:/w/test/t.jl\nDA:4,1\nDA:5,0\nend_of_record\n"}});
  const auto& aside = got.files.at("test/t.jl");
  BOOST_TEST((aside.aside && aside.lines.empty()));
  BOOST_TEST((aside.by_unit.at(0).ran == ranges{{4, 4}}));
  BOOST_TEST(totals(got).lines.found == 1u);
}

BOOST_AUTO_TEST_CASE(a_file_that_reports_leave_out_keeps_who_ran_its_lines) {
  const auto got =
      read(attribution::test, {{"1.cov", R"({"group":"t","name":"a","ran":{"x.py":"1","tests/t.py":"7-9"}})"
                                         "\n"
                                         R"({"file":"x.py","found":"1-3","hit":"1"})"
                                         "\n"}});
  const auto& aside = got.files.at("tests/t.py");
  BOOST_TEST((aside.aside && aside.lines.empty()));
  BOOST_TEST((aside.by_unit.at(0).ran == ranges{{7, 9}}));
  BOOST_TEST(totals(got).lines.found == 3u);
  std::string text;
  write_lcov(got, {}, [&](std::string_view piece) { text += piece; });
  BOOST_TEST(text.find("t.py") == std::string::npos);
  BOOST_TEST(text.find("SF:x.py") != std::string::npos);
}

// As lists of ranges they would take 30 MB, as text they do.
BOOST_AUTO_TEST_CASE(a_large_suite_takes_little_memory_while_it_is_read_and_after) {
  const auto in_use = [] {
    const auto now = mallinfo2();
    return now.uordblks + now.hblkhd;
  };
  constexpr std::size_t tests = 10'000, files = 40, sets = 100;
  const auto before = in_use();
  auto max = before;
  const auto collector = make_unit_coverage({"/w", attribution::test, "::", {}});
  collector->begin_file("1.cov");
  for (std::size_t test = 0; test < tests; ++test) {
    auto line = R"({"group":"t.py","name":"test_)" + std::to_string(test) + R"(","ran":{)";
    for (std::size_t file = 0; file < files; ++file)
      line += (file == 0 ? "\"f" : ",\"f") + std::to_string(file) + R"(.py":"1-20,31-50,61-70,)" +
              std::to_string(81 + test % sets) + "-200\"";
    collector->feed(line + "}}\n");
    if (test % 100 == 0) max = std::max(max, in_use());
  }
  for (std::size_t file = 0; file < files; ++file)
    collector->feed(R"({"file":"f)" + std::to_string(file) +
                    R"(.py","found":"1-200","hit":"1-200"})"
                    "\n");
  collector->end_file();
  const auto got = collector->finish({});
  max = std::max(max, in_use());
  BOOST_TEST(got.files.at("f39.py").by_unit.units_of(81).size() == tests / sets);
  // Eight bytes for each test of each file, twice that while they are read; and 300 for each test's name.
  constexpr auto pairs = tests * files * sizeof(unit_set), names = tests * 300;
  BOOST_TEST(in_use() - before < pairs + names + 1'000'000);
  BOOST_TEST(max - before < 2 * (pairs + names) + 1'000'000);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
