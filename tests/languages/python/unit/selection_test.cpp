#include "parsers/languages/python/plan.hpp"
#include "tests/support/run_targets.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::python {
namespace {

using strings = std::vector<std::string>;

test_block block(std::vector<block_name> path, bool dynamic = false, block_kind kind = block_kind::test) {
  test_block out;
  out.label = "label";
  out.path = std::move(path);
  out.line_start = 3;
  out.line_end = 9;
  out.kind = kind;
  out.dynamic = dynamic;
  return out;
}

block_name literal(std::string text) {
  return block_name{std::move(text)};
}

block_name with_holes(strings literals) {
  return block_name{std::move(literals)};
}

file_selection selected(test_block one) {
  return {"tests/test_x.py", false, {std::move(one)}};
}

std::string sent(const file_selection& selection) {
  return boost::json::serialize(selection_entries("/w", {selection}));
}

// Whether a test of this name, defined in this line, is one of the selection's.
bool is_of(const file_selection& selection, const std::string& name, std::uint32_t line = 0,
           const std::string& group = "tests/test_x.py") {
  test_record test;
  test.id = {group, name, "::"};
  test.defined = {group, line};
  const auto selectors = selectors_for({selection});
  BOOST_REQUIRE(selectors.size() == 1u);
  bool out = false;
  for (const auto& selector : selectors.front()) out = out || selector.matches(test);
  return out;
}

plan_request request(std::vector<file_selection> selections, bool everything) {
  plan_request out;
  out.root = "/w";
  out.scratch = "/s";
  out.target = testing::target_of(std::move(selections), everything);
  return out;
}

project_facts project(bool with_pytest) {
  project_facts out;
  out.interpreter.program = "python3";
  out.facts.major = 3;
  out.facts.minor = 12;
  if (with_pytest) out.facts.pytest = "8.3.4";
  return out;
}

BOOST_AUTO_TEST_SUITE(python_selections)

BOOST_AUTO_TEST_CASE(a_whole_file) {
  const file_selection selection{"tests/test_x.py", true, {block({literal("test_a")})}};
  BOOST_TEST(sent(selection) == R"([{"file":"/w/tests/test_x.py"}])");
  BOOST_TEST(is_of(selection, "test_a"));
  BOOST_TEST(is_of(selection, "TestB::test_b[1]"));
  BOOST_TEST(!is_of(selection, "test_a", 0, "tests/test_y.py"));
}

BOOST_AUTO_TEST_CASE(a_function_with_all_its_parameters) {
  const auto selection = selected(block({literal("TestA"), literal("test_a")}));
  BOOST_TEST(sent(selection) == R"([{"file":"/w/tests/test_x.py","name":["TestA::test_a"],"below":true}])");
  BOOST_TEST(is_of(selection, "TestA::test_a", 100));  // a decorator's own function may be anywhere
  BOOST_TEST(is_of(selection, "TestA::test_a[x]"));
  BOOST_TEST(is_of(selection, "TestA::test_a#2"));  // of unittest, the second of its id
  BOOST_TEST(!is_of(selection, "TestA::test_ab"));
  BOOST_TEST(!is_of(selection, "TestA"));
}

BOOST_AUTO_TEST_CASE(a_class_with_all_its_tests) {
  const auto selection = selected(block({literal("TestA")}, false, block_kind::group));
  BOOST_TEST(is_of(selection, "TestA::test_of_a_class_above", 1));
  BOOST_TEST(!is_of(selection, "TestAB::test_a"));
}

BOOST_AUTO_TEST_CASE(one_row_of_parameters) {
  const auto selection = selected(block({literal("test_a[x-1]")}));
  BOOST_TEST(sent(selection) == R"([{"file":"/w/tests/test_x.py","name":["test_a[x-1]"],"below":false}])");
  BOOST_TEST(is_of(selection, "test_a[x-1]", 1));
  BOOST_TEST(!is_of(selection, "test_a[x-1][2]"));
  BOOST_TEST(!is_of(selection, "test_a[x-10]"));
}

BOOST_AUTO_TEST_CASE(a_row_of_which_parts_are_not_known) {
  const auto selection = selected(block({literal("TestA"), with_holes({"test_a[x-", "]"})}, true));
  BOOST_TEST(sent(selection) ==
             R"([{"file":"/w/tests/test_x.py","name":["TestA::test_a[x-","]"],"below":false}])");
  BOOST_TEST(is_of(selection, "TestA::test_a[x-7]", 1));  // its row stands in other lines than the function
  BOOST_TEST(!is_of(selection, "TestA::test_a[y-7]"));
}

BOOST_AUTO_TEST_CASE(one_of_several_definitions_is_told_by_its_line) {
  const auto selection = selected(block({literal("test_a")}, true));
  BOOST_TEST(sent(selection) ==
             R"([{"file":"/w/tests/test_x.py","name":["test_a"],"below":true,"lines":[3,9]}])");
  BOOST_TEST(is_of(selection, "test_a", 3));
  BOOST_TEST(!is_of(selection, "test_a", 12));
  BOOST_TEST(is_of(selection, "test_a"));
}

BOOST_AUTO_TEST_CASE(names_that_a_library_makes) {
  const auto selection = selected(block({literal("TestA"), with_holes({"test_a", ""})}, true));
  BOOST_TEST(is_of(selection, "TestA::test_a_0_x", 4));
  BOOST_TEST(!is_of(selection, "TestA::test_a_0_x", 20));
  const auto classes = selected(block({with_holes({"TestA_", ""})}, true, block_kind::group));
  BOOST_TEST(is_of(classes, "TestA_0::test_a", 20));
}

BOOST_AUTO_TEST_CASE(a_block_without_names_selects_nothing) {
  const auto selection = selected(block({}));
  BOOST_TEST(sent(selection) == "[]");
  BOOST_TEST(!is_of(selection, "test_a"));
}

std::string selection_of(const run_plan& plan) {
  for (const auto& file : plan.files)
    if (file.path == "/s/select.json") return file.text;
  return "(none)";
}

BOOST_AUTO_TEST_CASE(selections_are_written_for_the_reporter) {
  const auto selection = selected(block({literal("test_a")}));
  const auto plan = plan_run(request({selection}, false), project(true));
  BOOST_TEST(selection_of(plan) == sent(selection));
  BOOST_REQUIRE(plan.selected.size() == 1u);
  BOOST_TEST(plan.selected[0].size() == 1u);
  BOOST_TEST(plan.notes.empty());
}

BOOST_AUTO_TEST_CASE(with_everything_selections_are_only_told_apart) {
  const auto plan = plan_run(request({selected(block({literal("test_a")}))}, true), project(false));
  BOOST_TEST(selection_of(plan) == "(none)");
  BOOST_TEST(plan.selected.size() == 1u);
  BOOST_TEST(plan.notes.empty());
}

BOOST_AUTO_TEST_CASE(functions_are_no_tests_of_unittest) {
  const auto function = selected(block({literal("test_a")}));
  const auto method = selected(block({literal("A"), literal("test_a")}));
  BOOST_TEST(plan_run(request({method}, false), project(false)).notes.empty());
  const auto plan = plan_run(request({function, method}, false), project(false));
  BOOST_REQUIRE(plan.notes.size() == 1u);
  BOOST_TEST(plan.notes[0].find("label in tests/test_x.py is a function") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::python
