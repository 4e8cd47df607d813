// mocha end to end, with the real mocha 10, 11 and 12.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;

namespace {

struct mocha10 {
  static constexpr const char* set = "mocha10";
};
struct mocha11 {
  static constexpr const char* set = "mocha11";
};
struct mocha12 {
  static constexpr const char* set = "mocha12";
};
using versions = boost::mpl::list<mocha10, mocha11, mocha12>;

const auto outcomes = outcomes_in("test/outcomes.test.js", "setup_fails > is_prevented");
const auto red = red_in("outcomes", outcomes);

std::vector<language_fixture::named_test> names() {
  auto out = names_in("test/names.test.js", odd_names);
  out.push_back({"nested", "test/names.test.js > outer > nested"});
  return out;
}

struct ava7 {
  static constexpr const char* set = "ava7";
};
using hiding_runners = boost::mpl::list<mocha12, ava7>;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(mocha_e2e, node_fixture)

BOOST_TEST_DECORATOR(*boost::unit_test::label("sample"))
BOOST_FIXTURE_TEST_CASE_TEMPLATE(every_outcome_is_told, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("mocha/outcomes", version::set);
  expect_table(run_tests(), workspace(), "outcomes", outcomes);
  expect_table(run_failing_tests(), workspace(), "outcomes", red);
  expect_workspace_unchanged();
}

// Its own reporter, an early end, retries, files and options.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(the_projects_own_configuration_changes_nothing, version, versions,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("mocha/outcomes", version::set);
  write_file(workspace() + "/.mocharc.json",
             R"({ "spec": "test/**/*.test.js", "reporter": "dot", "bail": true, "exit": true, "retries": 2,
  "allowUncaught": false, "require": ["./setup.js"] })");
  write_file(workspace() + "/setup.js", "'use strict';\nexports.mochaHooks = { beforeEach() {} };\n");
  write_file(
      workspace() + "/package.json",
      R"({"name": "outcomes", "scripts": {"test": "NODE_ENV=test mocha -b --reporter=json -O output=report.json"}})");
  remember_workspace();
  expect_table(run_tests(), workspace(), "outcomes", outcomes);
  expect_table(run_failing_tests(), workspace(), "outcomes", red);
  expect_workspace_unchanged();
}

// Where a project says that no test may be skipped, one that is has failed.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_the_project_forbids_is_red, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("mocha/outcomes", version::set);
  write_file(workspace() + "/test/outcomes.test.js",
             "it('passes', () => {});\n"
             "it.skip('is left out', () => {});\n"
             "it('leaves itself out', function () { this.skip(); });\n"
             "describe('block', () => {\n"
             "  before(function () { this.skip(); });\n"
             "  it('is left out with its block', () => {});\n"
             "});\n");
  write_file(workspace() + "/test/only.test.js", "it.only('alone', () => {});\n");
  const std::vector<std::string> expected{
      "test/only.test.js", "test/outcomes.test.js > block > is left out with its block",
      "test/outcomes.test.js > is left out", "test/outcomes.test.js > leaves itself out"};
  for (const auto* scripts : {R"({"test": "mocha --forbid-pending --forbid-only"})",
                              R"({"test": "mocha --parallel --jobs 2 --forbid-pending --forbid-only"})"}) {
    write_file(workspace() + "/package.json", R"({"scripts": )" + std::string{scripts} + "}");
    const auto run = run_tests();
    BOOST_TEST(counted(run) == "passed 1, failed 3, skipped 0, errors 1");
    BOOST_TEST(failed_names(run) == expected, boost::test_tools::per_element());
    const auto again = run_failing_tests();
    BOOST_TEST(counted(again) == "passed 0, failed 3, skipped 0, errors 1");
    BOOST_TEST(failed_names(again) == expected, boost::test_tools::per_element());
  }
  write_file(workspace() + "/package.json", R"({"scripts": {"test": "mocha"}})");
  write_file(workspace() + "/.mocharc.json", R"({"forbidPending": true, "ignore": ["test/only.test.js"]})");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 3, skipped 0, errors 0");
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(workers_tell_the_same, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("mocha/outcomes", version::set);
  write_file(workspace() + "/.mocharc.json", R"({ "parallel": true, "jobs": 2 })");
  write_file(workspace() + "/test/other.test.js", "it('is in another file', () => {});\n");
  remember_workspace();
  auto all = outcomes;
  all.push_back({"passes", "test/other.test.js > is in another file"});
  expect_table(run_tests(), workspace(), "outcomes", all);
  expect_table(run_failing_tests(), workspace(), "outcomes", red);
  expect_workspace_unchanged();
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_file_that_does_not_load_costs_its_own_tests_alone, version, versions,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("mocha/broken", version::set);
  const std::vector<present_case> unloaded{{"missing_import", "test/missing.test.js"},
                                           {"syntax_error", "test/syntax.test.js"}};
  expect_table(run_tests(), workspace(), "broken",
               {{"passes", "test/passes.test.js > passes"}, unloaded[0], unloaded[1]});
  expect_table(run_failing_tests(), workspace(), "broken", unloaded);
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_test_that_ends_the_process_is_a_crash, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("mocha/crash", version::set);
  const std::vector<present_case> crashed{{"crashes", "test/crashes.test.js > crashes"}};
  expect_table(run_tests(), workspace(), "crash",
               {{"passes", "test/crashes.test.js > passes"}, crashed.front()});
  expect_table(run_failing_tests(), workspace(), "crash", crashed);
}

// Tests run in the process of the reporter; hooks are told apart from tests without a hook of covey's own.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_test_may_take_the_file_system_away, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("mocha/outcomes", version::set);
  write_file(workspace() + "/src/steps.js",
             "exports.before = () => 1;\nexports.each = () => 2;\nexports.own = () => 3;\n");
  write_file(workspace() + "/test/outcomes.test.js",
             "const fs = require('fs');\n"
             "const steps = require('../src/steps');\n"
             "const names = ['writeSync', 'writeFileSync', 'appendFileSync', 'readFileSync'];\n"
             "const real = names.map((name) => fs[name]);\n"
             "describe('block', () => {\n"
             "  before(() => { steps.before(); });\n"
             "  beforeEach(() => { steps.each(); });\n"
             "  it('spies', () => { for (const name of names) fs[name] = () => 0; });\n"
             "  it('', () => { throw new Error('seen'); });\n"
             "  it('runs its own', () => { steps.own(); });\n"
             "  after(() => names.forEach((name, i) => { fs[name] = real[i]; }));\n"
             "});\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 2, failed 1, skipped 0, errors 0");
  const std::vector<std::string> expected{"test/outcomes.test.js > block > (no title)"};
  BOOST_TEST(failed_names(run) == expected, boost::test_tools::per_element());
  const std::string file = "test/outcomes.test.js: block > ";
  const std::vector<std::string> each{file + "(no title)", file + "runs its own", file + "spies"};
  const std::vector<std::string> own{file + "runs its own"};
  BOOST_TEST(covering("src/steps.js", 2) == each, boost::test_tools::per_element());
  BOOST_TEST(covering("src/steps.js", 3) == own, boost::test_tools::per_element());
}

// As `npm test` runs it: built before, two runners with variables of their own, patterns that the shell
// reads.
BOOST_AUTO_TEST_CASE(a_script_of_several_commands_runs_as_a_whole) {
  if (!has("mocha12")) return;
  use("mocha/outcomes", "mocha12");
  write_file(workspace() + "/package.json", R"({"name": "several", "version": "1.2.3", "scripts": {
    "pretest": "npm run build", "build": "cp src.js built.js", "posttest": "rm built.js",
    "test": "MODE=a mocha one/*.js && cross-env MODE=\"$npm_package_name b\" mocha -R dot 'two/**/*.js' | cat"}})");
  write_file(workspace() + "/src.js", "exports.f = () => 1;\n");
  write_file(workspace() + "/one/a.js",
             "const assert = require('assert');\n"
             "it('is built', () => assert.equal(require('../built').f(), 1));\n"
             "it('is red in a', () => assert.equal(process.env.MODE, 'b'));\n"
             "it('finds programs', () => assert(process.env.PATH.includes('/node_modules/.bin')));\n");
  write_file(workspace() + "/two/deep/b.js",
             "it('has its variable', () => require('assert').equal(process.env.MODE, 'several b'));\n"
             "it('is red in b', () => { throw new Error('no'); });\n");
  remember_workspace();
  const auto all = run_tests();
  BOOST_TEST(counted(all) == "passed 3, failed 2, skipped 0, errors 0");
  const auto again = run_failing_tests();
  BOOST_TEST(counted(again) == "passed 0, failed 2, skipped 0, errors 0");
  expect_workspace_unchanged();

  write_file(workspace() + "/src.js", "exports.f = () => 2;\n");
  const std::vector<std::string> built{"one/a.js > is built", "one/a.js > is red in a",
                                       "two/deep/b.js > is red in b"};
  BOOST_TEST(failed_names(run_tests()) == built, boost::test_tools::per_element());
}

// The other one would say that there is no test of its own in that file.
BOOST_AUTO_TEST_CASE(of_two_runners_the_one_whose_test_hung_runs_again) {
  if (!has("mocha12")) return;
  use("mocha/outcomes", "mocha12");
  write_file(workspace() + "/package.json",
             R"({"scripts": {"test": "mocha one/a.js && node --test two/b.test.js"}})");
  write_file(workspace() + "/one/a.js", "it('spins', () => { for (;;); });\n");
  write_file(workspace() + "/two/b.test.js", "require('node:test')('is green', () => {});\n");
  const auto hung = run_tests({{"timeout", 6}});
  BOOST_TEST(at_path(hung, "status") == "timed_out");
  BOOST_TEST(counted(hung) == "passed 0, failed 1, skipped 0, errors 0");
  write_file(workspace() + "/one/a.js", "it('spins', () => {});\n");
  BOOST_TEST(counted(run_failing_tests()) == "passed 1, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(a_build_that_fails_is_the_failure_and_a_rerun_runs_all_that_waits_for_it) {
  if (!has("mocha12")) return;
  use("mocha/outcomes", "mocha12");
  write_file(workspace() + "/package.json",
             R"({"scripts": {"pretest": "node build.js", "test": "mocha test/own.js"}})");
  write_file(workspace() + "/build.js", "throw new Error('not built');\n");
  write_file(workspace() + "/test/own.js", "it('runs', () => {});\n");
  const auto red = run_tests();
  BOOST_TEST(counted(red) == "passed 0, failed 0, skipped 0, errors 1");
  const auto& failure = red.at("failures").as_array().at(0).as_object();
  BOOST_TEST(failure.at("file") == "build.js");
  BOOST_TEST(failure.at("line") == 1);
  write_file(workspace() + "/build.js", "\n");
  const auto green = run_failing_tests();
  BOOST_TEST(counted(green) == "passed 1, failed 0, skipped 0, errors 0");
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(each_name_is_selectable_alone, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("mocha/names", version::set);
  write_file(workspace() + "/.mocharc.json", R"({ "spec": ["test/*.test.js"] })");
  expect_each_selectable(names());
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(lines_are_those_of_c8, version, versions, node_fixture) {
  if (!has(version::set) || !has("c8")) return;
  use("mocha/outcomes", version::set);
  const auto run = run_tests();
  run_node({c8(), "--reporter=lcovonly", "--reports-dir=" + outside("own"),
            "--temp-directory=" + outside("counts"), "node", "node_modules/mocha/bin/mocha.js"});
  expect_lines_of(run, outside("own/lcov.info"));
  const std::vector<std::string> raised{"test/outcomes.test.js: raises_in_source"};
  BOOST_TEST(covering("src/calc.js", 9) == raised, boost::test_tools::per_element());
  const std::vector<std::string> itself{"test/outcomes.test.js: passes"};
  BOOST_TEST(covering("test/outcomes.test.js", 6) == itself, boost::test_tools::per_element());
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(a_run_that_never_begins_says_why) {
  if (!has("mocha12")) return;
  use("mocha/outcomes", "mocha12");
  write_file(workspace() + "/.mocharc.json", R"({ "require": "./setup.js" })");
  write_file(workspace() + "/setup.js", "'use strict';\nthrow new TypeError('no setup at all');\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 0, skipped 0, errors 1");
  const auto& failure = run.at("failures").as_array().at(0).as_object();
  BOOST_TEST(std::string{failure.at("message").as_string()} == "TypeError: no setup at all");
  BOOST_TEST(std::string{failure.at("file").as_string()} == "setup.js");
  BOOST_TEST(failure.at("line").as_int64() == 2);
}

// Else the run that leaves it out would read as if it had passed.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_only_hides_stays_failed, runner, hiding_runners, node_fixture) {
  if (!has(runner::set)) return;
  const bool is_ava = std::string{runner::set} == "ava7";
  const std::string it = is_ava ? "test" : "it", t = is_ava ? "t" : "";
  const auto write_tests = [&](const std::string& only) {
    write_file(workspace() + "/test/a.test.mjs",
               std::string{is_ava ? "import test from 'ava';" : ""} + "\n" + it + "('red', (" + t +
                   ") => { throw new Error('x'); });\n" + it + only + "('green', (" + t + ") => {" +
                   (is_ava ? "t.pass();" : "") + "});\n");
  };
  std::filesystem::create_directories(workspace() + "/test");
  write_file(workspace() + "/package.json", R"({"name": "one", "scripts": {"test": ")" +
                                                std::string{is_ava ? "ava" : "mocha"} + " test/a.test.mjs\"}}");
  use_packages(runner::set);
  write_tests("");
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 1, skipped 0, errors 0");
  write_tests(".only");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 0, errors 0");
  BOOST_TEST(run.at("status").as_string() == "failed");
  BOOST_TEST(json::serialize(run.at("notes")).find("1 test(s) deselected by `only`") != std::string::npos);
}

// mocha names files from where it ran, and a rerun does not care for `.only`.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_package_below_the_root_reruns_what_failed, version, versions,
                                 node_fixture) {
  if (!has(version::set)) return;
  write_files(
      workspace(),
      {{"package.json", R"({"private": true, "workspaces": ["packages/*"]})"},
       {"packages/a/package.json", R"({"name": "a", "scripts": {"test": "mocha"}})"},
       {"packages/a/test/a.test.js",
        "let runs = 0;\n"
        "it('is left out', () => { throw new Error('no'); });\n"
        "it.only('settles', function () { this.retries(3); if (runs++ < 2) throw new Error('no'); });\n"
        "it.only('fails', () => { throw new Error('red'); });\n"}});
  use_node_modules(version::set);
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 1, skipped 0, errors 0");
  BOOST_TEST(json::serialize(run.at("notes")).find("1 test(s) deselected by `only`") != std::string::npos);
  const auto& failure = run.at("failures").as_array().at(0).as_object();
  BOOST_TEST(std::string{failure.at("file").as_string()} == "packages/a/test/a.test.js");
  BOOST_TEST(failure.at("line").as_int64() == 4);
  BOOST_TEST(counted(run_failing_tests()) == "passed 0, failed 1, skipped 0, errors 0");
}

// Their lines are taken together once that costs too much; none of them is lost.
BOOST_FIXTURE_TEST_CASE(each_of_very_many_small_tests_has_its_lines, node_fixture) {
  if (!has("mocha11")) return;
  use("mocha/outcomes", "mocha11");
  std::filesystem::remove_all(workspace() + "/test");
  write_file(workspace() + "/src/one.js", "module.exports = () => {\n  return 1;\n};\n");
  write_file(
      workspace() + "/test/many.test.js",
      "const one = require('../src/one.js');\nfor (let i = 0; i < 1500; i++) it(`adds ${i}`, () => one());\n");
  BOOST_TEST(counted(run_tests()) == "passed 1500, failed 0, skipped 0, errors 0");
  const auto answer = server().call("tests_covering", {{"file", "src/one.js"}, {"line", 2}});
  BOOST_TEST(at_path(answer, "structuredContent.total") == 1500);
}

BOOST_AUTO_TEST_SUITE_END()
