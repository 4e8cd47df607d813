// A small project: src/a.py has add (1-5) and sub (7-11), src/b.py has mul (1-9). What each test ran is in the tests.
#include "parsers/localization/explained_causes.hpp"
#include <boost/test/unit_test.hpp>
#include <map>
#include <string>

namespace covey::parsers {
namespace {

class made_sources : public measured_sources {
 public:
  const std::vector<function_extent>& functions_of(std::string_view file) override {
    return functions[std::string{file}];
  }
  std::string_view line_at(const location& where) override { return lines.contains(where) ? lines[where] : line; }
  std::string_view text_of(std::string_view file) override { return texts[std::string{file}]; }
  const file_edits& edits_of(std::string_view file, const failure&) override {
    return file == edited ? edits : no_edits;
  }
  std::uint64_t edited_since(const failure&) override { return edited.empty() ? 0 : 4; }

  std::map<std::string, std::vector<function_extent>> functions{{"src/a.py", {{"add", 1, 5}, {"sub", 7, 11}}},
                                                                {"src/b.py", {{"mul", 1, 9}}}};
  std::string line, edited;
  std::map<location, std::string> lines;
  std::map<std::string, std::string> texts;
  file_edits edits{true}, no_edits;
};

struct ran {
  std::string test;
  std::string message;  // empty: it passed
  std::vector<line_range> a = {}, b = {};
};

struct world {
  run_results results;
  coverage data;
};

world made(const std::vector<ran>& all, attribution unit = attribution::test) {
  world out;
  out.data.unit_kind = unit;
  std::vector<unit_set> a, b;
  packed_line_sets in_a, in_b;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const auto& one = all[i];
    const auto group = unit == attribution::test ? std::string{"tests/t.py"} : "tests/" + one.test;
    out.data.units.push_back({group, {one.test}});
    if (!one.a.empty()) a.push_back({i, static_cast<std::uint32_t>(in_a.add(one.a))});
    if (!one.b.empty()) b.push_back({i, static_cast<std::uint32_t>(in_b.add(one.b))});
    const test_id id{group, one.test};
    out.results.tests.push_back({id, one.message.empty() ? outcome::passed : outcome::failed});
    if (one.message.empty()) continue;
    failure made;
    made.id = id;
    made.message = one.message;
    made.where = {"tests/t.py", i + 1};
    out.results.failures.push_back(made);
  }
  out.data.files["src/a.py"].by_unit = {std::move(a), std::move(in_a)};
  out.data.files["src/b.py"].by_unit = {std::move(b), std::move(in_b)};
  out.data.files["tests/t.py"].of_tests = true;
  return out;
}

std::string names(const suspect_list& all) {
  std::string out;
  for (const auto& one : all.found) out += (out.empty() ? "" : " ") + one.function;
  return out;
}

BOOST_AUTO_TEST_SUITE(explained)

BOOST_AUTO_TEST_CASE(what_failing_tests_run_and_passing_ones_do_not_comes_first) {
  made_sources sources;
  auto of = made({{"t1", "wrong", {{2, 4}, {8, 9}}},
                  {"t2", "wrong", {{8, 10}}},
                  {"t3", "", {{2, 4}}, {{1, 9}}},
                  {"t4", "", {{8, 8}}}});
  const auto causes = explained_causes(of.results, of.data, sources);
  BOOST_REQUIRE(causes.size() == 1u);
  const auto& all = causes[0].suspects;
  BOOST_TEST(names(all) == "sub add");
  BOOST_TEST((all.all == run_by{.failing = 2, .others = 0, .passing = 2}));
  BOOST_TEST((all.found[0].lines == line_range{7, 11}));
  BOOST_TEST((all.found[0].worst == line_range{9, 9}));
  BOOST_TEST((all.found[0].ran == run_by{.failing = 2, .others = 0, .passing = 1}));
}

// What not all of them ran holds no fault that they share.
BOOST_AUTO_TEST_CASE(a_suspect_has_the_path_of_all_failing_tests_through_it) {
  made_sources sources;
  auto of = made({{"t1", "wrong", {{7, 9}, {11, 11}}}, {"t2", "wrong", {{7, 11}}}, {"t3", "", {{7, 7}}}});
  const auto all = explained_causes(of.results, of.data, sources)[0].suspects;
  BOOST_REQUIRE(names(all).starts_with("sub"));
  BOOST_TEST((all.found[0].path == std::vector<line_range>{{7, 7}, {8, 9}, {11, 11}}));
}

BOOST_AUTO_TEST_CASE(of_equals_those_come_first_that_the_test_file_is_called_after) {
  made_sources sources;
  auto of = made({{"t1", "wrong", {{2, 4}}, {{1, 9}}}, {"t2", "", {{8, 8}}}});
  BOOST_TEST(names(explained_causes(of.results, of.data, sources)[0].suspects) == "mul add");  // it is larger
  of.results.failures[0].where.file = "tests/test_a.py";
  BOOST_TEST(names(explained_causes(of.results, of.data, sources)[0].suspects) == "add mul");
}

BOOST_AUTO_TEST_CASE(messages_with_the_same_first_suspect_are_one_cause) {
  made_sources sources;
  auto of = made({{"t1", "expected 3", {{8, 9}}},
                  {"t2", "no such key", {{8, 10}}},
                  {"t3", "boom", {}, {{1, 2}}},
                  {"t4", "", {{2, 4}}}});
  const auto causes = explained_causes(of.results, of.data, sources);
  BOOST_REQUIRE(causes.size() == 2u);
  const auto& united = causes[0].members.size() == 2 ? causes[0] : causes[1];
  BOOST_TEST((united.members == std::vector<std::size_t>{0, 1}));
  BOOST_TEST(united.parts.size() == 2u);  // every message is kept
  BOOST_TEST(names(united.suspects).substr(0, 3) == "sub");
}

// As Python-Markdown's serializer, which all tests run: its branch tells the fault.
BOOST_AUTO_TEST_CASE(tests_that_did_not_run_the_telling_lines_of_the_first_suspect_have_another_cause) {
  made_sources sources;
  auto of = made({{"t1", "wrong", {{7, 8}, {10, 10}}},
                  {"t2", "wrong", {{7, 8}, {10, 10}}},
                  {"t3", "wrong", {{7, 8}}, {{1, 2}}},
                  {"t4", "", {{7, 8}}},
                  {"t5", "", {{7, 8}}, {{1, 1}}}});
  const auto causes = explained_causes(of.results, of.data, sources);
  BOOST_REQUIRE(causes.size() == 2u);
  const auto& two = causes[0].members.size() == 2 ? causes[0] : causes[1];
  const auto& one = causes[0].members.size() == 2 ? causes[1] : causes[0];
  BOOST_TEST((two.members == std::vector<std::size_t>{0, 1}));
  BOOST_TEST(names(two.suspects).starts_with("sub"));
  BOOST_TEST(names(one.suspects).starts_with("mul"));
}

BOOST_AUTO_TEST_CASE(the_most_suspect_line_is_shown_where_not_all_ran_it) {
  made_sources sources;
  auto of = made({{"t1", "wrong", {{1, 2}, {4, 4}, {8, 9}}}, {"t2", "wrong", {{1, 2}, {8, 9}}}, {"t3", "", {{1, 2}}}, {"t4", "", {{1, 2}}}, {"t5", "", {{1, 2}}}});
  const auto all = explained_causes(of.results, of.data, sources)[0].suspects;
  BOOST_REQUIRE(names(all) == "sub add");
  BOOST_TEST((all.found[1].path == std::vector<line_range>{{1, 2}, {4, 4}}));
}

BOOST_AUTO_TEST_CASE(tests_that_did_not_run_the_first_suspect_have_another_cause) {
  made_sources sources;
  auto of = made({{"t1", "expected 3", {{8, 9}}},
                  {"t2", "expected 4", {{8, 10}}},
                  {"t3", "expected 5", {}, {{1, 2}}},
                  {"t4", "", {{2, 4}}}});
  const auto causes = explained_causes(of.results, of.data, sources);
  BOOST_REQUIRE(causes.size() == 2u);
  const auto& larger = causes[0].members.size() == 2 ? causes[0] : causes[1];
  const auto& smaller = causes[0].members.size() == 2 ? causes[1] : causes[0];
  BOOST_TEST((larger.members == std::vector<std::size_t>{0, 1}));
  BOOST_TEST(names(larger.suspects) == "sub");
  BOOST_TEST((smaller.members == std::vector<std::size_t>{2}));
  BOOST_TEST(names(smaller.suspects) == "mul");
}

BOOST_AUTO_TEST_CASE(without_lines_of_single_tests_messages_alone_decide) {
  made_sources sources;
  auto of = made({{"t1", "expected 3", {{8, 9}}}, {"t2", "no such key", {{8, 10}}}, {"t4", "", {{2, 4}}}},
                 attribution::file);
  BOOST_TEST(explained_causes(of.results, of.data, sources).size() == 2u);
}

// As black has it, whose settings say what else is left out.
BOOST_AUTO_TEST_CASE(a_test_file_whose_lines_are_counted_is_no_suspect) {
  made_sources sources;
  auto of = made({{"t1", "wrong", {{8, 9}}}, {"t2", "", {{2, 4}}}});
  auto& tests = of.data.files["tests/t.py"];
  tests = of.data.files["src/a.py"];
  sources.functions["tests/t.py"] = {{"test_t1", 1, 20}};
  BOOST_TEST(names(explained_causes(of.results, of.data, sources)[0].suspects) == "sub");
}

// As pytest names doctests: by the file that they document.
BOOST_AUTO_TEST_CASE(a_file_that_is_named_as_doctests_are_may_be_a_suspect) {
  made_sources sources;
  auto of = made({{"t1", "wrong", {{8, 9}}}, {"t2", "", {{2, 4}}}});
  auto& documented = of.data.files["tests/t.py"];
  documented = of.data.files["src/a.py"];
  documented.documented = true;
  sources.functions["tests/t.py"] = {{"documented", 1, 20}};
  BOOST_TEST(names(explained_causes(of.results, of.data, sources)[0].suspects) == "sub documented");
}

// As Rust has them.
BOOST_AUTO_TEST_CASE(tests_in_a_file_of_the_product_and_files_of_tests_that_count_are_no_suspects) {
  made_sources sources;
  auto of = made({{"t1", "wrong", {{8, 9}, {20, 22}}, {{1, 2}}}, {"t2", "", {{2, 4}}}});
  of.data.files["src/b.py"].holds_tests = true;
  sources.functions["src/a.py"].push_back({"tests::t1", 19, 23, true});
  BOOST_TEST(names(explained_causes(of.results, of.data, sources)[0].suspects) == "sub");
}

// As Go's String, which the message of a failed test calls.
// go-toml: an error that testify reports has no stack, and the faulty condition stood above the line that made it.
BOOST_AUTO_TEST_CASE(an_error_without_a_stack_was_made_where_a_line_has_its_words) {
  made_sources sources;
  sources.texts["src/a.py"] = std::string(8, '\n') + "raise E('cannot end with it')\n";
  auto of = made({{"t1", "toml: cannot end with it", {{2, 4}, {8, 9}}}, {"p1", "", {{2, 4}, {8, 9}}, {{1, 2}}}, {"p2", "", {{8, 8}}}});
  const auto said = explained_causes(of.results, of.data, sources)[0].suspects.found;
  BOOST_TEST(said[0].function == "sub");
  BOOST_TEST((said[0].worst == line_range{9, 9}));
  BOOST_TEST(!said[0].in_stack);
  of.results.failures[0].raised_at = {"src/a.py", 3};  // with a stack that is believed
  BOOST_TEST(explained_causes(of.results, of.data, sources)[0].suspects.found[0].function == "add");
  of.results.failures[0].raised_at = {};
  of.data.files["src/a.py"].by_unit = {};  // no failing test ran the line
  BOOST_TEST(explained_causes(of.results, of.data, sources)[0].suspects.found.empty());
}

BOOST_AUTO_TEST_CASE(what_prints_a_value_in_failing_tests_alone_comes_behind) {
  made_sources sources;
  sources.functions["src/b.py"] = {{"Tree.String", 1, 9}};
  auto of = made({{"t1", "wrong", {{8, 9}}, {{1, 9}}}, {"t2", "", {{8, 9}}}});
  const auto first = [&] { return explained_causes(of.results, of.data, sources)[0].suspects.found.front().function; };
  BOOST_TEST(first() == "sub");
  sources.line = "if got := tree.String(); got != want {";
  BOOST_TEST(first() == "Tree.String");  // it is what is tested
}

// As Rust's testing.rs: what it prints of a failure runs in tests that fail alone.
BOOST_AUTO_TEST_CASE(a_file_called_after_tests_that_raises_their_failures_is_no_suspect) {
  made_sources sources;
  auto of = made({{"t1", "wrong", {{8, 9}}, {{1, 9}}}, {"t2", "", {{8, 9}}}});
  const auto suspects = [&](const char* file) {
    of.data.files[file] = of.data.files["src/b.py"];
    sources.functions[file] = sources.functions["src/b.py"];
    of.data.files.erase("src/b.py");
    of.results.failures[0].raised_at = {file, 2};
    return names(explained_causes(of.results, of.data, sources)[0].suspects);
  };
  BOOST_TEST(suspects("src/latest.rs") == "mul sub");
  of.data.files["src/b.py"] = of.data.files["src/latest.rs"];
  of.data.files.erase("src/latest.rs");
  BOOST_TEST(suspects("src/testing.rs") == "sub");
}

// As goldmark's testutil.go, which makes the spaces of a difference visible.
BOOST_AUTO_TEST_CASE(what_helpers_call_to_tell_of_a_failure_is_suspected_last) {
  made_sources sources;
  sources.lines[{"testutil/testutil.py", 6}] = "print(mul(diff))";
  auto of = made({{"t1", "wrong", {{8, 9}}, {{1, 9}}}, {"t2", "", {{8, 9}}}});
  const auto first = [&] { return explained_causes(of.results, of.data, sources)[0].suspects.found.front().function; };
  auto& helper = of.data.files["testutil/testutil.py"];
  helper.by_unit = {{0, {{1, 3}, {6, 6}}}, {1, {{1, 3}}}};
  BOOST_TEST(first() == "mul");
  of.results.failures[0].raised_at = {"testutil/testutil.py", 7};
  BOOST_TEST(first() == "sub");
  helper.by_unit = {{0, {{1, 3}, {6, 6}}}, {1, {{1, 3}, {6, 6}}}};  // passing tests ran the line, too
  BOOST_TEST(first() == "mul");
  helper.by_unit = {{0, {{1, 3}, {6, 6}}}};  // all tests of the helper fail
  BOOST_TEST(first() == "mul");
}

// A fixture in a conftest.py.
BOOST_AUTO_TEST_CASE(a_helper_of_the_tests_is_suspected_of_what_was_edited_in_it) {
  made_sources sources;
  auto of = made({{"t1", "wrong", {{2, 4}, {8, 9}}, {{1, 2}, {3, 4}}}, {"t2", "", {{2, 4}}}});
  of.data.files["src/b.py"].of_tests = true;
  sources.functions["src/b.py"] = {{"fixture", 1, 2}, {"other", 3, 4}};
  BOOST_TEST(names(explained_causes(of.results, of.data, sources)[0].suspects) == "sub add");
  sources.edited = "src/b.py";
  sources.edits.lines = {{1}};
  BOOST_TEST(names(explained_causes(of.results, of.data, sources)[0].suspects) == "fixture sub add");
}

// An agent edits much between two runs: what it has not touched was right when the tests passed.
BOOST_AUTO_TEST_CASE(an_edited_function_comes_before_all_that_was_not_edited) {
  made_sources sources;
  auto of = made({{"t1", "wrong", {{2, 4}, {8, 9}}}, {"t2", "", {{2, 4}}}, {"t3", "", {{2, 4}}}});
  const auto all = explained_causes(of.results, of.data, sources)[0].suspects;
  BOOST_TEST(names(all) == "sub add");
  sources.edited = "src/a.py";
  sources.edits.lines = {{3}};
  const auto with_edits = explained_causes(of.results, of.data, sources)[0].suspects;
  BOOST_TEST(names(with_edits) == "add sub");
  BOOST_TEST(with_edits.found[0].edited);
  BOOST_TEST(!with_edits.found[1].edited);
  BOOST_TEST((with_edits.found[0].path == std::vector<line_range>{{3, 3}}));  // and not what all ran
  BOOST_TEST(with_edits.edited_since == 4u);
}

BOOST_AUTO_TEST_CASE(functions_that_the_same_tests_ran_are_not_told_apart) {
  made_sources sources;
  sources.functions["src/b.py"] = {{"m1", 1, 2}, {"m2", 3, 4}, {"m3", 5, 6}, {"m4", 7, 8}};
  auto of = made({{"t1", "wrong", {}, {{1, 8}}}, {"t2", "", {{2, 4}}}});
  const auto causes = explained_causes(of.results, of.data, sources);
  BOOST_TEST(causes[0].suspects.equal == 4u);
  BOOST_TEST(!tells_apart(causes[0].suspects));
}

BOOST_AUTO_TEST_CASE(a_frame_an_edit_and_a_name_weigh) {
  const std::vector<ran> all{{"t1", "wrong", {{2, 3}}, {{1, 2}}}, {"t2", "", {{8, 8}}}};
  const auto first = [](world& of, made_sources& sources) {
    return explained_causes(of.results, of.data, sources)[0].suspects.found.at(0).function;
  };
  made_sources sources;
  auto of = made(all);
  BOOST_TEST(first(of, sources) == "mul");  // equal, and the larger one
  sources.line = "assert add(1, 2) == 3";
  BOOST_TEST(first(of, sources) == "add");
  sources.edited = "src/b.py";
  BOOST_TEST(first(of, sources) == "mul");
  sources.edited.clear();
  sources.line.clear();
  of.results.failures[0].stack.add("add", {"src/a.py", 3});
  BOOST_TEST(first(of, sources) == "add");
}

// One `it` in a loop: the place is that of all cases, and so is the shape of their values.
BOOST_AUTO_TEST_CASE(cases_of_a_table_are_told_apart_by_what_holds_them_and_by_their_lines) {
  made_sources sources;
  auto of = made({{"round/case 1", "not equal", {{2, 4}, {8, 8}}},
                  {"round/case 2", "not equal", {{2, 4}, {8, 8}}},
                  {"date/case 1", "not equal", {{8, 8}}, {{1, 2}}},
                  {"date/case 2", "not equal", {{8, 8}}, {{1, 2}}},
                  {"week/case 1", "not equal", {{8, 8}}, {{1, 2}}},
                  {"p1", "", {{8, 8}}},
                  {"p2", "", {{8, 8}}},
                  {"p3", "", {{8, 8}}}});
  for (auto& one : of.results.failures) one.where = {"tests/t.py", 76};
  const auto causes = explained_causes(of.results, of.data, sources);
  BOOST_REQUIRE(causes.size() == 2u);  // what nothing else tells apart has one fault
  const auto& first = causes[0].members.front() == 0 ? causes[0] : causes[1];
  const auto& second = causes[0].members.front() == 0 ? causes[1] : causes[0];
  BOOST_TEST((first.members == std::vector<std::size_t>{0, 1}));
  BOOST_TEST((second.members == std::vector<std::size_t>{2, 3, 4}));
  BOOST_TEST(names(first.suspects).starts_with("add"));
  BOOST_TEST(names(second.suspects).starts_with("mul"));
}

// A branch that only failing tests ran calls what one passing test ran, too: the branch's function is run by many.
BOOST_AUTO_TEST_CASE(of_two_functions_the_one_that_fewer_passing_tests_ran_comes_first) {
  made_sources sources;
  std::vector<ran> all{{"t1", "wrong", {{2, 3}, {9, 9}}}, {"t2", "wrong", {{2, 3}, {9, 9}}}, {"p0", "", {{2, 3}}}};
  for (int i = 1; i < 43; ++i) all.push_back({"p" + std::to_string(i), "", {{8, 8}}});
  auto of = made(all);
  const auto suspects = explained_causes(of.results, of.data, sources)[0].suspects;
  BOOST_TEST(names(suspects) == "add sub");
  BOOST_TEST(suspects.found[1].ran.passing == 42u);
}

BOOST_AUTO_TEST_CASE(where_the_network_does_not_answer_only_what_was_edited_is_suspect) {
  made_sources sources;
  const auto none = made({{"t1", "getaddrinfo ENOTFOUND example.org", {{2, 4}, {8, 9}}}, {"t2", "", {{8, 8}}}});
  const auto all = explained_causes(none.results, none.data, sources)[0].suspects;
  BOOST_TEST(names(all) == "");
  BOOST_TEST(all.unexplained == "the network did not answer");
  sources.edited = "src/a.py";
  sources.edits.lines = {{8}};
  BOOST_TEST(names(explained_causes(none.results, none.data, sources)[0].suspects) == "sub");
  auto late = made({{"t1", "Timeout of 2000ms exceeded", {{2, 4}, {8, 9}}}, {"t2", "", {{8, 8}}}});
  sources.edited.clear();
  late.results.failures[0].kind = failure_kind::timeout;
  BOOST_TEST(names(explained_causes(late.results, late.data, sources)[0].suspects) == "");
  late.results.failures[0].stack.add("add", {"src/a.py", 3});  // where it hangs
  BOOST_TEST(names(explained_causes(late.results, late.data, sources)[0].suspects) == "add");
}

// What a test compares may speak of a network.
BOOST_AUTO_TEST_CASE(two_values_are_explained_by_code_whatever_they_are) {
  made_sources sources;
  auto of = made({{"t1", "ECONNREFUSED is not ETIMEDOUT", {{2, 4}}}, {"t2", "", {{8, 8}}}});
  of.results.failures[0].expected = "ECONNREFUSED";
  BOOST_TEST(names(explained_causes(of.results, of.data, sources)[0].suspects) == "add");
}

BOOST_AUTO_TEST_CASE(tests_that_share_their_lines_are_counted_one_by_one) {
  made_sources sources;
  auto of = made({{"t1", "wrong", {{2, 4}}}, {"p1", "", {{2, 2}}}});
  of.data.units[0].tests = {"t1", "t2", "t3"};
  of.data.units[1].tests = {"p1", "p2"};
  for (const auto* name : {"t2", "t3"}) {
    of.results.failures.push_back(of.results.failures[0]);
    of.results.failures.back().id.name = name;
  }
  const auto all = explained_causes(of.results, of.data, sources)[0].suspects;
  BOOST_TEST((all.all == run_by{.failing = 3, .others = 0, .passing = 2}));
  BOOST_TEST((all.found[0].ran == run_by{.failing = 3, .others = 0, .passing = 2}));
}

// `_pattern = re.compile(…)`, which a test runs as it loads the file, or not at all.
// validator.js: V8's counts were taken after some tests each, and both tests ran both functions with their neighbours.
BOOST_AUTO_TEST_CASE(of_tests_that_ran_with_others_what_their_messages_name_is_believed) {
  made_sources sources;
  auto of = made({{"t1", "add(\"0\") failed but should have passed", {{2, 4}, {8, 10}}},
                  {"t2", "sub(\"0\") failed but should have passed", {{2, 4}, {8, 10}}},
                  {"t3", "", {}, {{1, 9}}}});
  for (auto& one : of.results.failures) one.raised_at = {"checks.py", 41};
  for (const auto with_others : {false, true}) {
    for (auto& unit : of.data.units)
      if (with_others) unit.tests.push_back(unit.tests.front() + " beside it");
    const auto causes = explained_causes(of.results, of.data, sources);
    BOOST_REQUIRE(causes.size() == (with_others ? 2u : 1u));
    BOOST_TEST(names(causes.front().suspects) == "add sub");
    if (with_others) BOOST_TEST(names(causes.back().suspects) == "sub add");
  }
  for (auto& unit : of.data.units) unit.tests.resize(1);
  for (auto& one : of.results.failures) one.id = {one.id.group, one.id.name + "/case", "/"};  // it has its parent's lines
  BOOST_TEST(explained_causes(of.results, of.data, sources).size() == 2u);
}

BOOST_AUTO_TEST_CASE(an_edit_outside_of_functions_is_told_behind_those_in_them) {
  made_sources sources;
  sources.functions["src/a.py"] = {{"add", 3, 5}, {"sub", 7, 11}};
  auto of = made({{"t1", "wrong", {{4, 5}}}, {"t2", "", {{8, 9}}}});
  sources.edited = "src/a.py";
  sources.edits.lines = {{1, 2}};
  auto all = explained_causes(of.results, of.data, sources)[0].suspects;
  BOOST_REQUIRE(all.found.size() == 2u);
  BOOST_TEST(all.found[0].function == "");
  BOOST_TEST((all.found[0].lines == line_range{1, 1}));
  BOOST_TEST((all.found[0].path == std::vector<line_range>{{1, 2}}));
  BOOST_TEST((all.found[0].ran == run_by{.failing = 1, .others = 0, .passing = 1}));
  sources.edits.lines = {{1, 2, 4}};
  BOOST_TEST(names(explained_causes(of.results, of.data, sources)[0].suspects) == "add ");
}

BOOST_AUTO_TEST_CASE(an_edited_comment_is_no_edit) {
  made_sources sources;
  sources.functions["src/a.py"][0].comments = {2};
  auto of = made({{"t1", "wrong", {{3, 4}}}, {"t2", "", {{8, 9}}}});
  sources.edited = "src/a.py";
  sources.edits.lines = {{2}};
  BOOST_TEST(!explained_causes(of.results, of.data, sources)[0].suspects.found.at(0).edited);
  sources.edits.lines = {{2, 3}};
  const auto all = explained_causes(of.results, of.data, sources)[0].suspects;
  BOOST_TEST((all.found.at(0).path == std::vector<line_range>{{3, 3}}));
}

BOOST_AUTO_TEST_CASE(files_of_tests_are_no_suspects) {
  made_sources sources;
  sources.functions["tests/t.py"] = {{"helper", 1, 9}};
  auto of = made({{"t1", "wrong", {{2, 3}}}, {"t2", "", {{8, 8}}}});
  of.data.files["tests/t.py"].by_unit = {{0, {{1, 9}}}};
  BOOST_TEST(names(explained_causes(of.results, of.data, sources)[0].suspects) == "add");
}

BOOST_AUTO_TEST_CASE(of_equals_the_larger_function_comes_first) {
  made_sources sources;
  sources.functions["src/b.py"] = {{"one", 1, 1}, {"larger", 2, 9}};
  auto of = made({{"t1", "wrong", {}, {{1, 8}}}, {"t2", "", {{2, 4}}}});
  BOOST_TEST(names(explained_causes(of.results, of.data, sources)[0].suspects) == "larger one");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers
