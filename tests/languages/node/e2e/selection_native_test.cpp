// Selected files and blocks of mocha, node:test, bun and deno, with the real runners.
#include "tests/languages/node/e2e/selection.hpp"
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>

using namespace covey::testing;

namespace {

using strings = std::vector<std::string>;

const basket_layout mocha_basket{"test/basket.test.js", 11, 19, 24, 30, 38, 45, 52, 56, 60,
                                 "'holds ' + name"};
const basket_layout node_basket{"test/basket.test.js", 12, 20, 25, 31, 39, 46, 53, 57, 61, "'holds ' + name"};
const basket_layout bun_basket{"test/basket.test.ts", 16, 24, 29, 37, 44, 51, 58, 62, 66, "holds $name"};

std::vector<selected_block> beside_only(const std::string& line, const std::string& first,
                                        const std::string& second) {
  return {{"is beside", {"is beside:" + line + " passed"}, {"is beside"}},
          {"focused",
           {"focused > alone:" + first + " passed", "focused > not alone:" + second + " passed"},
           {"alone", "not alone"}},
          {"focused > not alone", {"focused > not alone:" + second + " passed"}, {"not alone"}}};
}

template <int Version>
struct set_of {
  static std::string mocha() { return "mocha" + std::to_string(Version); }
  static std::string node() { return "node" + std::to_string(Version); }
};
using mochas = boost::mpl::list<set_of<10>, set_of<11>, set_of<12>>;
using nodes = boost::mpl::list<set_of<22>, set_of<24>>;

std::string first_note(const json::object& run) {
  const auto* notes = run.if_contains("notes");
  return notes == nullptr ? "" : std::string{std::string_view{notes->as_array().front().as_string()}};
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(node_selection_native_e2e, selection_fixture)

BOOST_AUTO_TEST_CASE(each_block_of_mocha_runs_alone) {
  if (!has("mocha12")) return;
  start("mocha/selection", "mocha12");
  expect_alone(mocha_basket.file, basket_blocks(mocha_basket));
  expect_workspace_unchanged();
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_is_hard_for_mocha, version, mochas, selection_fixture) {
  if (!has(version::mocha())) return;
  start("mocha/selection", version::mocha());
  expect_alone(mocha_basket.file, hard_basket_blocks(mocha_basket));
  expect_alone("test/focus.test.js", beside_only("3", "6", "8"));
  expect_refused("other/left.test.js", "is left out", "mocha does not take this file for a test");
}

BOOST_AUTO_TEST_CASE(mochas_workers_select_as_well) {
  if (!has("mocha12")) return;
  start("mocha/selection", "mocha12");
  write_file(workspace() + "/package.json", R"({"scripts": {"test": "mocha --parallel test/*.test.js"}})");
  expect_alone(mocha_basket.file, hard_basket_blocks(mocha_basket));
}

// The Node that is on PATH.
BOOST_AUTO_TEST_CASE(each_block_of_node_test_runs_alone) {
  if (!has("c8")) return;
  start("node-test/selection", "c8");
  expect_alone(node_basket.file, basket_blocks(node_basket));
  expect_workspace_unchanged();
}

// Subtests run within their test; a loader moves the lines of a file.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_is_hard_for_node_test, version, nodes, selection_fixture) {
  if (!has(version::node())) return;
  start("node-test/selection", version::node());
  expect_alone(node_basket.file, hard_basket_blocks(node_basket));
  expect_alone("test/focus.test.js", beside_only("4", "7", "9"));
  expect_alone("test/moved.test.mjs",
               {{"moved > finds ${count}",
                 {"moved > finds 1:8 passed", "moved > finds 2:8 passed"},
                 {"finds 1", "finds 2"}},
                {"moved > finds nothing", {"moved > finds nothing:11 passed"}, {"finds nothing"}}});
  const auto step = run_block("test/steps.test.mjs", "journey > arrives");
  const strings arrived{"journey > arrives:9 passed"};
  BOOST_TEST(tests_run(step) == arrived, boost::test_tools::per_element());
  const strings labels{"arrives", "journey"};
  BOOST_TEST(ran() == labels, boost::test_tools::per_element());
}

// Also where nothing is selected the lines are those of the source.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(node_test_tells_lines_of_the_source, version, nodes, selection_fixture) {
  if (!has(version::node())) return;
  start("node-test/selection", version::node());
  const auto run = answer_of("run_testfiles", {{"query", "moved"}});
  BOOST_TEST(run.at("passed").to_number<int>() == 3);
  const auto results = answer_of("get_testresults");
  const auto& errors = results.at("errors").as_array();
  BOOST_TEST_REQUIRE(errors.size() == 1u);
  BOOST_TEST(word_at(errors.front().as_object(), "file") == "test/moved.test.mjs:14");
}

BOOST_AUTO_TEST_CASE(each_block_of_bun_runs_alone) {
  if (!has("bun")) return;
  start("bun/selection", "bun");
  expect_alone(bun_basket.file, basket_blocks(bun_basket));
  expect_alone("test/focus.test.ts", beside_only("4", "7", "9"));
  expect_alone("test/tables.test.ts", {{"shelf %d > is known",
                                        {"shelf 1 > is known:5 passed", "shelf 2 > is known:5 passed"},
                                        {"shelf 1", "shelf 2"}},
                                       {"shelf %d",
                                        {"shelf 1 > has a number:10 passed", "shelf 1 > is known:5 passed",
                                         "shelf 2 > has a number:10 passed", "shelf 2 > is known:5 passed"},
                                        {"number 1", "number 2", "shelf 1", "shelf 2"}}});
  expect_workspace_unchanged();
}

// The tests in describe.each() were counted a second time, without the title of their block.
BOOST_AUTO_TEST_CASE(bun_counts_the_tests_of_tables_once) {
  if (!has("bun")) return;
  start("bun/selection", "bun");
  const auto run = answer_of("run_testfiles", {{"query", "tables"}});
  BOOST_TEST(run.at("passed").to_number<int>() == 4);
  BOOST_TEST(run.at("errors").to_number<int>() == 0);
}

// bun can rerun one row of describe.each().
BOOST_AUTO_TEST_CASE(a_row_of_buns_tables_runs_again) {
  if (!has("bun")) return;
  start("bun/selection", "bun");
  write_file(workspace() + "/test/tables.test.ts",
             "import { describe, expect, it } from 'bun:test';\n"
             "import { ran } from '../src/basket';\n"
             "describe.each([1, 2])('shelf %d', (shelf) => {\n"
             "  it('is the first', () => {\n"
             "    ran(`first ${shelf}`);\n"
             "    expect(shelf).toBe(1);\n"
             "  });\n"
             "});\n");
  answer_of("run_testfiles", {{"query", "tables"}});
  ran();
  const strings expected{"test/tables.test.ts > shelf 2 > is the first"};
  BOOST_TEST(failed_names(run_failing_tests()) == expected, boost::test_tools::per_element());
  const strings labels{"first 2"};
  BOOST_TEST(ran() == labels, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_test_of_deno_runs_alone) {
  if (!has("deno")) return;
  set_environment("RAN", outside("ran"));
  use_project("node/deno/selection");
  const std::string tools{COVEY_TOOLS_DIR};
  set_environment("PATH", tools + "/node/deno/node_modules/@deno/linux-x64-glibc:" + std::getenv("PATH"));
  set_environment("DENO_DIR", outside("deno"));
  const std::string file = "tests/basket_test.ts";
  expect_alone(
      file, {{"is empty", {"is empty:8 passed"}, {"is empty"}},
             {"is empty/again", {"is empty/again:12 passed"}, {"is empty again"}},
             {"loses count", {"loses count:16 failed"}, {"loses count"}},
             {"holds ${name}", {"holds milk:26 passed", "holds tea:26 passed"}, {"holds milk", "holds tea"}},
             {"journey",
              {"journey > arrives:34 passed", "journey > departs:33 passed", "journey:31 passed"},
              {"arrives", "departs", "journey"}},
             {"is skipped", {"is skipped:37 skipped"}, {}}});
  const auto step = run_block(file, "journey > departs");
  const strings departed{"journey > departs:33 passed"};
  BOOST_TEST(tests_run(step) == departed, boost::test_tools::per_element());
  BOOST_TEST(first_note(step).starts_with("deno cannot run a step of a test alone"));
  BOOST_TEST(first_note(run_block(file, "holds ${name}")).starts_with("deno selects tests by their names"));
}

BOOST_AUTO_TEST_SUITE_END()
