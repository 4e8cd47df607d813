// bun test end to end, with the real bun.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;

namespace {

const auto outcomes = outcomes_in("test/outcomes.test.js", "setup_fails > is_prevented");
const auto red = red_in("outcomes", outcomes);

class bun_fixture : public node_fixture {
 public:
  bool start(const std::string& project) {
    if (!has("bun")) return false;
    use(project, "bun");
    return true;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(bun_e2e, bun_fixture)

BOOST_AUTO_TEST_CASE(every_outcome_is_told, *boost::unit_test::label("sample")) {
  if (!start("bun/outcomes")) return;
  expect_table(run_tests(), workspace(), "outcomes", outcomes);
  expect_table(run_failing_tests(), workspace(), "outcomes", red);
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(the_projects_own_configuration_changes_nothing) {
  if (!start("bun/outcomes")) return;
  write_file(workspace() + "/bunfig.toml",
             "[test]\npreload = [\"./setup.js\"]\ncoverage = true\ncoverageDir = \"coverage\"\n"
             "coverageThreshold = 1.0\n");
  write_file(workspace() + "/setup.js", "import { afterEach } from 'bun:test';\nafterEach(() => {});\n");
  write_file(workspace() + "/package.json",
             R"({"scripts": {"test": "bun test --bail --reporter=junit --reporter-outfile=report.xml"}})");
  remember_workspace();
  expect_table(run_tests(), workspace(), "outcomes", outcomes);
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(a_file_that_does_not_load_costs_its_own_tests_alone) {
  if (!start("bun/broken")) return;
  const std::vector<present_case> unloaded{{"missing_import", "test/missing.test.js"},
                                           {"syntax_error", "test/syntax.test.js"}};
  expect_table(run_tests(), workspace(), "broken",
               {{"passes", "test/passes.test.js > passes"}, unloaded[0], unloaded[1]});
  expect_table(run_failing_tests(), workspace(), "broken", unloaded);
}

// bun writes its report last: there is none.
BOOST_AUTO_TEST_CASE(a_test_that_ends_the_process_is_a_crash) {
  if (!start("bun/crash")) return;
  const std::vector<present_case> crashed{{"crashes", "test/crashes.test.js > crashes"}};
  expect_table(run_tests(), workspace(), "crash",
               {{"passes", "test/crashes.test.js > passes"}, crashed.front()});
  expect_table(run_failing_tests(), workspace(), "crash", crashed);
}

// bun writes no snapshots under CI, but then refuses `only`, and tests would see it.
BOOST_AUTO_TEST_CASE(nothing_is_written_and_tests_do_not_see_how) {
  if (!start("bun/outcomes")) return;
  write_file(workspace() + "/test/outcomes.test.js",
             "import { expect, test } from 'bun:test';\n"
             "test('new snapshot', () => expect({ a: 1 }).toMatchSnapshot());\n"
             "test.only('focused', () => expect(process.env.CONTINUOUS_INTEGRATION).toBeUndefined());\n"
             "test('', () => expect(1).toBe(1));\n"
             "test('tab\\there', () => expect(1).toBe(1));\n");
  remember_workspace();
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 3, failed 1, skipped 0, errors 0");
  const std::vector<std::string> expected{"test/outcomes.test.js > new snapshot"};
  BOOST_TEST(failed_names(run) == expected, boost::test_tools::per_element());
  BOOST_TEST(run.at("notes").as_array().size() == 1u);
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(each_name_is_selectable_alone) {
  if (!start("bun/names")) return;
  auto names = names_in("test/names.test.js", odd_names);
  names.push_back({"nested", "test/names.test.js > outer > nested"});
  names.push_back({"row 2", "test/names.test.js > row 2"});
  expect_each_selectable(names);
}

BOOST_AUTO_TEST_CASE(lines_are_those_of_buns_own_coverage) {
  if (!start("bun/outcomes")) return;
  const auto run = run_tests();
  auto how = options({"test", "--coverage", "--coverage-reporter=lcov", "--coverage-dir=" + outside("own")});
  how.directory = workspace();
  run_program(workspace() + "/node_modules/.bin/bun", how, run_deadline);
  expect_lines_of(run, outside("own/lcov.info"));
  BOOST_TEST(!covering("src/calc.js", 1).empty());
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(a_hook_that_threw_runs_again) {
  if (!start("bun/outcomes")) return;
  write_file(workspace() + "/test/outcomes.test.js",
             "import { beforeAll, test } from 'bun:test';\nimport { key } from '../key.js';\n"
             "beforeAll(() => { key(); });\ntest('one', () => {});\ntest('two', () => {});\n");
  write_file(workspace() + "/key.js", "export function key() { throw new Error('no key'); }\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 0, skipped 0, errors 1");
  BOOST_TEST(run.at("not_run").to_number<int>() == 2, run);
  write_file(workspace() + "/key.js", "export function key() { return 5; }\n");
  const auto again = run_failing_tests();
  BOOST_TEST(counted(again) == "passed 2, failed 0, skipped 0, errors 0", again);
  BOOST_TEST(again.at("status").as_string() == "passed", again);
}

BOOST_AUTO_TEST_SUITE_END()
