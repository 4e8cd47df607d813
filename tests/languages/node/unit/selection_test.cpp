// What a caller selected, as keys for Node's reporters, as names of the results, and as commands of a plan.
#include "parsers/languages/node/workspace/survey.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;

namespace {

const std::string file = "t/a.test.js";

block_name holed(std::vector<std::string> literals) {
  return block_name{std::move(literals)};
}

test_block block(std::vector<block_name> path, std::uint32_t first, std::uint32_t last) {
  test_block out;
  out.label = "label";
  for (const auto& name : path) out.dynamic = out.dynamic || !name.is_literal();
  out.path = std::move(path);
  out.line_start = first;
  out.line_end = last;
  return out;
}

file_selection selected(test_block one) {
  return {file, false, {std::move(one)}};
}

std::string key_of(const file_selection& selection) {
  const auto wanted = wanted_by(selection);
  BOOST_TEST_REQUIRE(wanted.size() == 1u);
  BOOST_TEST(wanted.front().selected);
  BOOST_TEST(wanted.front().id.group == file);
  return wanted.front().key;
}

// "3-9", or "anywhere", of each selection.
std::vector<std::string> lines_of(const std::vector<file_selection>& selections, bool among_all = false) {
  std::vector<std::string> out;
  for (const auto& selectors : selectors_for(selections, among_all)) {
    BOOST_TEST_REQUIRE(selectors.size() == 1u);
    const auto& one = selectors.front();
    out.push_back(one.line_start == 0 ? "anywhere"
                                      : std::to_string(one.line_start) + "-" + std::to_string(one.line_end));
  }
  return out;
}

bool matches(const test_selector& selector, const std::string& name) {
  return selector.matches({{file, name, " > "}, outcome::passed, {}, {file, 1}});
}

scheduled_command scheduled(const runner_description& runner, std::string folder,
                            std::vector<std::string> arguments = {}) {
  scheduled_command out;
  out.folder = std::move(folder);
  out.package = out.folder;
  out.kind = parsed_command::kind_type::tests;
  out.runner = &runner.program;
  out.script.arguments = std::move(arguments);
  return out;
}

using places = std::vector<std::size_t>;

}  // namespace

BOOST_AUTO_TEST_SUITE(node_selections)

BOOST_AUTO_TEST_CASE(a_key_names_a_file_or_a_block_and_its_lines) {
  BOOST_TEST(key_of({"./t/a.test.js", true, {}}) == R"(["t/a.test.js",{"lines":[]}])");
  BOOST_TEST(key_of(selected(block({block_name{"sum"}, block_name{"of \"none\""}}, 3, 9))) ==
             R"(["t/a.test.js","sum","of \"none\"",{"lines":[3,9]}])");
  BOOST_TEST(key_of(selected(block({block_name{"sum"}, holed({"adds ", ""})}, 3, 9))) ==
             R"(["t/a.test.js","sum",{"pieces":["adds ",""]},{"lines":[3,9]}])");
}

// The lines are those of the table, which no test is defined in.
BOOST_AUTO_TEST_CASE(a_candidate_is_selected_by_its_name_alone) {
  auto candidate = block({block_name{"from a table"}}, 3, 3);
  candidate.dynamic = true;
  BOOST_TEST(key_of(selected(candidate)) == R"(["t/a.test.js","from a table",{"lines":[]}])");
  BOOST_TEST(lines_of({selected(candidate)}, true) == std::vector<std::string>{"anywhere"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_are_selected_as_the_results_show_them) {
  const auto selector = [](block_name name) {
    return selectors_for({selected(block({block_name{"outer"}, std::move(name)}, 3, 9))}, false)
        .front()
        .front();
  };
  BOOST_TEST(matches(selector(block_name{""}), "outer > (no title)"));
  BOOST_TEST(matches(selector(block_name{"red \x1b[31mink\x1b[0m"}), "outer > red ink"));
  BOOST_TEST(matches(selector(holed({"adds ", ""})), "outer > adds 1 > twice"));
  BOOST_TEST(!matches(selector(holed({"adds ", ""})), "outer > subtracts 1"));
  const auto whole = selectors_for({{file, true, {block({block_name{"x"}}, 1, 2)}}}, false).front();
  BOOST_TEST_REQUIRE(whole.size() == 1u);
  BOOST_TEST(matches(whole.front(), "anything"));
}

// A block may hold tests that a function elsewhere defines: lines count only where they are needed.
BOOST_AUTO_TEST_CASE(lines_tell_selections_apart_that_may_share_tests) {
  using strings = std::vector<std::string>;
  const auto literal = selected(block({block_name{"adds 1"}}, 3, 4));
  const auto twin = selected(block({block_name{"adds 1"}}, 8, 9));
  const auto dynamic = selected(block({holed({"adds ", ""})}, 5, 6));
  const auto other = selected(block({block_name{"other"}}, 7, 7));
  const auto inside = selected(block({block_name{"other"}, block_name{"one"}}, 7, 7));
  const auto check = [](const std::vector<file_selection>& selections, const strings& expected,
                        bool all = false) {
    BOOST_TEST(lines_of(selections, all) == expected, boost::test_tools::per_element());
  };
  check({literal}, {"anywhere"});
  check({dynamic, other}, {"anywhere", "anywhere"});
  check({literal, other, inside}, {"anywhere", "anywhere", "anywhere"});
  check({literal, twin}, {"3-4", "8-9"});
  check({literal, literal}, {"anywhere", "anywhere"});
  check({literal, dynamic}, {"3-4", "5-6"});
  check({literal}, {"3-4"}, true);
}

BOOST_AUTO_TEST_CASE(patterns_have_holes) {
  const auto key = read_key(key_of(selected(block({block_name{"a.b"}, holed({"x ", "", "$"})}, 1, 2))));
  BOOST_TEST_REQUIRE(key.titles.size() == 2u);
  BOOST_TEST(key.selected);
  BOOST_TEST(name_pattern(key.titles[0]) == "a\\.b");
  BOOST_TEST(name_pattern(key.titles[1]) == "x [\\s\\S]*?[\\s\\S]*?\\$");
  BOOST_TEST(any_of({"a", "b", "a"}) == "a|b");
  const auto whole = read_key(key_of({file, true, {}}));
  BOOST_TEST(whole.titles.empty());
  BOOST_TEST(whole.selected);
  BOOST_TEST(!read_key(R"(["f","x"])").selected);
  for (const auto* odd : {"", "[", "{}", "[1,{\"pieces\":1}]", "[\"f\",{\"pieces\":[]}]"})
    BOOST_TEST(read_key(odd).titles.empty(), odd);
}

BOOST_AUTO_TEST_CASE(a_file_is_run_by_the_nearest_package) {
  const std::vector<scheduled_command> schedule{scheduled(jest_runner, "/w"),
                                                scheduled(vitest_runner, "/w/packages/a"),
                                                scheduled(mocha_runner, "/w/packages/ab")};
  const auto near = [&](const std::string& path) { return commands_near(schedule, path); };
  BOOST_TEST(near("/w/t.test.js") == places{0}, boost::test_tools::per_element());
  BOOST_TEST(near("/w/packages/a/t.test.js") == places{1}, boost::test_tools::per_element());
  BOOST_TEST(near("/w/packages/ab/t.test.js") == places{2}, boost::test_tools::per_element());
  BOOST_TEST(near("/v/t.test.js").empty());
}

BOOST_AUTO_TEST_CASE(tasks_of_one_package_are_told_apart_by_the_file) {
  struct {
    std::vector<scheduled_command> schedule;
    std::string text;
    places expected;
  } const cases[] = {
      {{scheduled(jest_runner, "/w"), scheduled(node_test_runner, "/w")}, "require('node:test')", {1}},
      {{scheduled(jest_runner, "/w"), scheduled(node_test_runner, "/w")}, "it('x')", {0}},
      {{scheduled(jest_runner, "/w"), scheduled(node_test_runner, "/w")}, "", {0, 1}},
      {{scheduled(jest_runner, "/w"), scheduled(vitest_runner, "/w")}, "import { it } from \"vitest\"", {1}},
      {{scheduled(mocha_runner, "/w", {"test/unit/*.js"}),
        scheduled(mocha_runner, "/w", {"--exit", "test/e2e"})},
       "it('x')",
       {0}},
      {{scheduled(mocha_runner, "/w", {"./test/unit"}), scheduled(mocha_runner, "/w", {"test/**/*.js"})},
       "it('x')",
       {0, 1}},
      {{scheduled(mocha_runner, "/w", {"a"}), scheduled(mocha_runner, "/w")}, "it('x')", {1}},
      {{scheduled(jest_runner, "/w", {"lib"})}, "it('x')", {0}},
  };
  for (const auto& one : cases)
    BOOST_TEST(commands_for(one.schedule, "/w/test/unit/x.js", one.text) == one.expected,
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
