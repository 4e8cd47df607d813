// Which tests of a run a selected block stands for.
#include "parsers/model/selection.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

using namespace covey::parsers;

namespace {

test_selector node(std::vector<block_name> path) {
  return {"a.test.js", std::move(path), {" > "}};
}

test_record test(std::string name, outcome result = outcome::passed, std::uint32_t line = 0) {
  return {{"a.test.js", std::move(name), " > "}, result, {}, {"a.test.js", line}};
}

bool matches(const test_selector& selector, const std::string& name) {
  return selector.matches(test(name));
}

block_name holed(std::vector<std::string> literals) {
  return block_name{std::move(literals)};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(selections)

BOOST_AUTO_TEST_CASE(a_block_is_itself_and_what_is_below_it) {
  const auto cart = node({block_name{"cart"}, block_name{"total"}});
  BOOST_TEST(matches(cart, "cart > total"));
  BOOST_TEST(matches(cart, "cart > total > of nothing"));
  BOOST_TEST(!matches(cart, "cart > totals"));
  BOOST_TEST(!matches(cart, "cart"));
  BOOST_TEST(!matches(cart, "big cart > total"));
}

BOOST_AUTO_TEST_CASE(a_hole_is_anything) {
  const auto adds = node({block_name{"sum"}, holed({"adds ", " and ", ""})});
  BOOST_TEST(matches(adds, "sum > adds 1 and 2"));
  BOOST_TEST(matches(adds, "sum > adds  and "));
  BOOST_TEST(!matches(adds, "sum > adds 1"));
  const auto ends = node({holed({"", " is even"})});
  BOOST_TEST(matches(ends, "2 is even"));
  BOOST_TEST(matches(ends, "x is even is even"));
  BOOST_TEST(!matches(ends, "2 is evenly"));
  BOOST_TEST(matches(node({holed({"", ""})}), "any"));
}

BOOST_AUTO_TEST_CASE(another_joint_begins_what_is_below) {
  const test_selector grade{"t.py", {block_name{"test_grade"}}, {"::", "["}};
  const auto record = [](std::string name) {
    return test_record{{"t.py", std::move(name), "::"}, {}, {}, {}};
  };
  BOOST_TEST(grade.matches(record("test_grade[a]")));
  BOOST_TEST(grade.matches(record("test_grade")));
  BOOST_TEST(!grade.matches(record("test_grades")));
}

BOOST_AUTO_TEST_CASE(lines_tell_blocks_of_one_name_apart) {
  auto second = node({block_name{"twice"}});
  second.line_start = 10;
  second.line_end = 12;
  run_results results;
  results.tests = {test("twice", outcome::failed, 4), test("twice", outcome::passed, 10)};
  failure red;
  red.id = results.tests.front().id;
  results.failures = {red};
  const auto found = find_selected(results, {{second}});
  BOOST_TEST(found.at(0).tests == std::vector<std::size_t>{1}, boost::test_tools::per_element());
  BOOST_TEST(found.at(0).success());
}

BOOST_AUTO_TEST_CASE(a_file_that_did_not_load_fails_all_its_blocks) {
  run_results results;
  failure load;
  load.id.group = "a.test.js";
  results.failures = {load};
  const auto found = find_selected(results, {{node({block_name{"x"}})}, {{"b.test.js", {}, {" > "}}}});
  BOOST_TEST(found.at(0).failed == 1u);
  BOOST_TEST(!found.at(0).success());
  BOOST_TEST(found.at(1).failed == 0u);
}

BOOST_AUTO_TEST_CASE(a_group_that_another_kept_from_running_has_failed) {
  run_results results;
  failure build;
  build.id.group = "m/broken";
  build.also_failed = {"m/uses"};
  results.failures = {build};
  const auto found =
      find_selected(results, {{{"m/uses", {block_name{"TestX"}}, {"/"}}}, {{"m/other", {}, {"/"}}}});
  BOOST_TEST(found.at(0).failed == 1u);
  BOOST_TEST(found.at(1).failed == 0u);
}

BOOST_AUTO_TEST_CASE(many_selections_of_a_large_group_take_no_time) {
  run_results results;
  selector_lists selectors;
  for (int i = 0; i < 20'000; ++i) {
    const auto name = "module" + std::to_string(i % 500) + "::test_" + std::to_string(i);
    results.tests.push_back({{"lib", name}, outcome::passed, {}, {}});
    selectors.push_back({{"lib", {block_name{name}}, {"::"}}});
  }
  const auto found = find_selected(results, selectors);
  BOOST_TEST(std::all_of(found.begin(), found.end(), [](const auto& one) { return one.tests.size() == 1; }));
}

BOOST_AUTO_TEST_CASE(what_did_not_run_is_an_error) {
  run_results results;
  results.tests = {test("ran")};
  test_block ran;
  ran.label = "ran";
  test_block gone;
  gone.label = "gone";
  gone.line_start = 7;
  const std::vector<file_selection> selections{{"a.test.js", false, {ran}}, {"a.test.js", false, {gone}}};
  const selector_lists selectors{{node({block_name{"ran"}})}, {node({block_name{"gone"}})}};
  auto found = find_selected(results, selectors);
  add_unrun_selections(results, selections, selectors, found);
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST(results.failures[0].id.name == "gone");
  BOOST_TEST(results.failures[0].where.line == 7u);
  BOOST_TEST(results.totals.errors == 1u);
  BOOST_TEST(found.at(0).success());
  BOOST_TEST(!found.at(1).success());
}

// `-m "not slow"` of a configuration: the runner passes if others ran.
BOOST_AUTO_TEST_CASE(what_the_runners_options_leave_out_is_an_error_only_alone) {
  test_block slow;
  slow.label = "slow";
  const std::vector<file_selection> selections{{"a.test.js", false, {slow}}};
  const selector_lists selectors{{node({block_name{"slow"}})}};
  for (const bool alone : {true, false}) {
    run_results results;
    if (!alone) results.tests = {test("ran")};
    results.left_out = {test("slow").id};
    auto found = find_selected(results, selectors);
    add_unrun_selections(results, selections, selectors, found);
    BOOST_REQUIRE(results.failures.size() == (alone ? 1u : 0u));
    if (alone) BOOST_TEST(results.failures[0].message == "no test of this block ran: the project's own options leave it out");
  }
}

BOOST_AUTO_TEST_SUITE_END()
