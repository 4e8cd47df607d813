// jest end to end, with the real jest 29 and 30.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>

using namespace covey::testing;

namespace {

struct jest29 {
  static constexpr const char* set = "jest29";
};
struct jest30 {
  static constexpr const char* set = "jest30";
};
using versions = boost::mpl::list<jest29, jest30>;

const auto outcomes = outcomes_in("tests/outcomes.test.js", "with a hook > setup_fails");
const auto red = red_in("outcomes", outcomes);

std::vector<language_fixture::named_test> names() {
  const std::string file = "tests/names.test.js";
  auto out = names_in(file, odd_names);
  for (auto& more : names_in(file, {"$1 ^a|b$ \\d {2}", "a > b"})) out.push_back(std::move(more));
  out.push_back({"in a group", file + " > group > same name"});
  out.push_back({"a.*b in a group", file + " > group > a.*b"});
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(jest_e2e, node_fixture)

BOOST_TEST_DECORATOR(*boost::unit_test::label("sample"))
BOOST_FIXTURE_TEST_CASE_TEMPLATE(every_outcome_is_told, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("jest/outcomes", version::set);
  const auto run = run_tests();
  expect_table(run, workspace(), "outcomes", outcomes);
  expect_table(run_failing_tests(), workspace(), "outcomes", red);
  expect_workspace_unchanged();
}

// Its own reporters, coverage settings and an early end.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(the_projects_own_configuration_changes_nothing, version, versions,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("jest/outcomes", version::set);
  write_file(workspace() + "/jest.config.js", R"(module.exports = {
  reporters: [['default', {}], '<rootDir>/reporter.js'],
  bail: 1,
  verbose: true,
  testTimeout: 100,
  collectCoverage: true,
  coverageDirectory: 'coverage',
  coverageProvider: 'v8',
  coverageReporters: ['html', 'text'],
  coverageThreshold: { global: { lines: 100 } },
  notify: false,
};
)");
  write_file(workspace() + "/reporter.js",
             "module.exports = class { onRunStart() { require('fs').writeFileSync('report.txt', ''); } };\n");
  write_file(
      workspace() + "/package.json",
      R"({"name": "outcomes", "scripts": {"test": "cross-env NODE_ENV=test jest --bail --coverage --silent --color"}})");
  remember_workspace();
  const auto run = run_tests();
  expect_table(run, workspace(), "outcomes", outcomes);
  expect_workspace_unchanged();
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_file_that_does_not_load_costs_its_own_tests_alone, version, versions,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("jest/broken", version::set);
  expect_table(run_tests(), workspace(), "broken",
               {{"passes", "tests/passes.test.js > passes"},
                {"missing_import", "tests/import.test.js"},
                {"syntax_error", "tests/syntax.test.js"}});
  expect_table(run_failing_tests(), workspace(), "broken",
               {{"missing_import", "tests/import.test.js"}, {"syntax_error", "tests/syntax.test.js"}});
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_test_that_ends_the_process_is_a_crash, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("jest/crash", version::set);
  const std::vector<present_case> crashed{{"crashes", "tests/crash.test.js > crashes"}};
  expect_table(run_tests(), workspace(), "crash",
               {{"passes", "tests/crash.test.js > passes"}, crashed.front()});
  expect_table(run_failing_tests(), workspace(), "crash", crashed);
}

// When the tests are over, nobody catches what they left behind.
BOOST_AUTO_TEST_CASE(what_ends_jest_itself_has_the_line_of_the_source) {
  if (!has("jest29")) return;
  use("jest/crash", "jest29");
  std::filesystem::remove_all(workspace() + "/tests");
  write_file(workspace() + "/tests/late.test.js",
             "test('late', () => { setTimeout(() => { throw new TypeError('nobody waits'); }, 0); });\n");
  const auto run = run_tests();
  BOOST_TEST(run.at("status") == "failed");
  for (const auto& one : run.at("failures").as_array()) BOOST_TEST(one.at("line") == 1);
  BOOST_TEST(!run.at("failures").as_array().empty());
}

// jest runs a file again whose worker died, up to four times.
BOOST_AUTO_TEST_CASE(each_test_counts_once_and_says_what_ended_its_worker) {
  if (!has("jest30")) return;
  use("jest/crash", "jest30");
  std::filesystem::remove_all(workspace() + "/tests");
  write_file(workspace() + "/jest.config.js", "module.exports = { maxWorkers: 2 };\n");
  for (const std::string name : {"a", "b"})
    write_file(workspace() + "/tests/" + name + ".test.js",
               "test('passes', () => {});\n"
               "test('late', () => { Promise.reject(new TypeError('nobody waits')); });\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 4, failed 0, skipped 0, errors 2");
  BOOST_TEST(run.at("not_run").to_number<int>() == 0);
  for (const auto& one : run.at("failures").as_array()) {
    const std::string message{one.at("message").as_string()};
    BOOST_TEST(
        message.ends_with(
            "exceeding retry limit\nthe last error on stderr that names this file: TypeError: nobody waits"),
        message);
    BOOST_TEST(one.at("line") == 2);
  }
}

// jest hands tests the modules of Node that its reporters use.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_test_may_take_the_file_system_away, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("jest/outcomes", version::set);
  write_file(workspace() + "/tests/outcomes.test.js",
             "const fs = require('fs');\n"
             "test('spies', () => {\n"
             "  for (const name of ['writeSync', 'writeFileSync', 'appendFileSync', 'readFileSync'])\n"
             "    jest.spyOn(fs, name).mockImplementation(() => 0);\n"
             "});\n"
             "test('fails after that', () => { throw new Error('seen'); });\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 1, skipped 0, errors 0");
  const std::vector<std::string> expected{"tests/outcomes.test.js > fails after that"};
  BOOST_TEST(failed_names(run) == expected, boost::test_tools::per_element());
}

// A set-up that fails is no attempt; a title may be empty; a snapshot that is new is told and not written.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(attempts_titles_and_snapshots, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("jest/outcomes", version::set);
  write_file(workspace() + "/tests/outcomes.test.js",
             "jest.retryTimes(2);\n"
             "let attempts = 0;\n"
             "test('passes at last', () => { if (++attempts < 3) throw new Error('not yet'); });\n"
             "test('', () => { throw new Error('always'); });\n"
             "test('new snapshot', () => { expect({ a: 1 }).toMatchSnapshot(); });\n"
             "describe('block', () => {\n"
             "  beforeAll(() => { throw new Error('set-up'); });\n"
             "  test('is prevented', () => {});\n"
             "});\n");
  remember_workspace();
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 2, skipped 0, errors 1");
  const std::vector<std::string> expected{"tests/outcomes.test.js > (no title)",
                                          "tests/outcomes.test.js > block > is prevented",
                                          "tests/outcomes.test.js > new snapshot"};
  BOOST_TEST(failed_names(run) == expected, boost::test_tools::per_element());
  BOOST_TEST(failed_names(run_failing_tests()) == expected, boost::test_tools::per_element());
  expect_workspace_unchanged();
}

// A promise that nobody waited for is rejected when its test has ended. jest 30 fails that test; jest 29 the
// one that runs then, if one does.
BOOST_AUTO_TEST_CASE(a_test_that_fails_after_its_end_is_red) {
  if (!has("jest30")) return;
  use("jest/outcomes", "jest30");
  write_file(workspace() + "/tests/outcomes.test.js",
             "jest.retryTimes(1);\n"
             "let attempts = 0;\n"
             "const late = (text) => { setTimeout(() => Promise.reject(new TypeError(text)), 5); };\n"
             "test('is rejected late', () => { late('nobody waits'); });\n"
             "test.failing('fails twice', () => { late('once more'); throw new Error('as expected'); });\n"
             "test.failing('fails as expected', () => { throw new Error('as expected'); });\n"
             "test('passes at last', () => { if (++attempts < 2) throw new Error('not yet'); });\n"
             "for (const i of [1, 2]) test('twice', () => { if (i === 2) late('the second'); });\n"
             "test('waits', () => new Promise((resolve) => setTimeout(resolve, 100)));\n");
  write_file(workspace() + "/tests/other.test.js", "test('is in another file', () => {});\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 4, failed 3, skipped 1, errors 0");
  const std::vector<std::string> places{"is rejected late: tests/outcomes.test.js:3",
                                        "fails twice: tests/outcomes.test.js:3",
                                        "twice: tests/outcomes.test.js:3"};
  BOOST_TEST(failure_places(run) == places, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_stands_around_the_whole_run_may_fail, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("jest/outcomes", version::set);
  write_file(workspace() + "/tests/outcomes.test.js", "test('passes', () => {});\n");
  write_file(workspace() + "/whole.js",
             "module.exports = async () => { throw new TypeError('no server'); };\n");
  for (const std::string hook : {"globalSetup", "globalTeardown"}) {
    write_file(workspace() + "/jest.config.js", "module.exports = { " + hook + ": './whole.js' };\n");
    const auto run = run_tests();
    BOOST_TEST(counted(run) == (hook == "globalSetup" ? "passed 0, failed 0, skipped 0, errors 1"
                                                      : "passed 1, failed 0, skipped 0, errors 1"));
    BOOST_REQUIRE(run.at("failures").as_array().size() == 1u);
    const auto& failure = run.at("failures").as_array().front().as_object();
    BOOST_TEST(failure.at("file") == "whole.js");
    BOOST_TEST(!failure.contains("line"));
    const auto message = std::string{failure.at("message").as_string()};
    BOOST_TEST(message.find("error running " + hook) != std::string::npos, message);
    BOOST_TEST(message.ends_with("no server"), message);
  }
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(hooks_of_blocks_are_errors, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("jest/hooks", version::set);
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 0, errors 2");
  const std::vector<std::string> expected{"tests/hooks.test.js",
                                          "tests/hooks.test.js > before the block > setup_fails"};
  BOOST_TEST(failed_names(run) == expected, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(each_name_is_selectable_alone, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("jest/names", version::set);
  expect_each_selectable(names());
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(lines_are_those_of_jests_own_coverage, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("jest/outcomes", version::set);
  write_file(workspace() + "/src/unused.js", "module.exports = function unused(a) {\n  return a + 1;\n};\n");
  write_file(workspace() + "/jest.config.js", "module.exports = { collectCoverageFrom: ['src/**/*.js'] };\n");
  remember_workspace();
  const auto run = run_tests();
  run_node({"node_modules/jest/bin/jest.js", "--coverage", "--coverageReporters=lcovonly",
            "--coverageDirectory=" + outside("own")});
  expect_lines_of(run, outside("own/lcov.info"));
  const std::vector<std::string> raised{"tests/outcomes.test.js: raises_in_source"};
  BOOST_TEST(covering("src/price.js", 5) == raised, boost::test_tools::per_element());
  BOOST_TEST(covering("src/unused.js", 2).empty());
  expect_workspace_unchanged();
}

// The scratch folder has another name in each run; it must not be part of jest's keys.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_jest_transformed_is_used_again, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("jest/outcomes", version::set);
  run_tests();
  const auto first = cached_by_jest();
  run_tests();
  std::string again;
  for (const auto& name : cached_by_jest())
    if (std::find(first.begin(), first.end(), name) == first.end()) again += name + " ";
  BOOST_TEST(again.find("price") == std::string::npos, again);
  BOOST_TEST(again.find("outcomes") == std::string::npos, again);
}

// Further lines of a statement have no count of their own.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(every_line_of_a_call_is_covered, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("jest/crash", version::set);
  std::filesystem::remove_all(workspace() + "/tests");
  write_file(workspace() + "/src/calls.js",
             "const join = (...all) => all.join('-');\n"
             "exports.call = (a, b) => {\n  return join(\n    a,\n    b,\n  );\n};\n"
             "exports.never = (a) => {\n  return join(\n    a,\n  );\n};\n");
  write_file(workspace() + "/tests/calls.test.js",
             "const { call } = require('../src/calls.js');\ntest('calls', () => { call(1, 2); });\n");
  run_tests();
  const std::vector<std::string> called{"tests/calls.test.js: calls"};
  for (const std::uint32_t line : {3u, 4u, 5u})
    BOOST_TEST(covering("src/calls.js", line) == called, boost::test_tools::per_element());
  for (const std::uint32_t line : {9u, 10u}) BOOST_TEST(covering("src/calls.js", line).empty());
}

BOOST_AUTO_TEST_SUITE_END()
