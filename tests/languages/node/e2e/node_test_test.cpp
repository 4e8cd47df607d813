// node:test end to end, with the Node on PATH, 22 and 24.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include "tests/support/skip.hpp"
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>

using namespace covey::testing;

namespace {

struct node {
  static constexpr const char* set = "";
};
struct node22 {
  static constexpr const char* set = "node22";
};
struct node24 {
  static constexpr const char* set = "node24";
};
using versions = boost::mpl::list<node, node22, node24>;

// A project that needs no packages; a set brings nothing but another Node.
class node_test_fixture : public node_fixture {
 public:
  bool start(const std::string& project, const std::string& set) {
    if (set.empty() ? !is_on_path("node") : !has(set)) {
      if (set.empty()) skip("no node on PATH");
      return false;
    }
    if (!set.empty()) {
      use(project, set);
      return true;
    }
    use_project("node/" + project);
    remember_workspace();
    return true;
  }
};

const auto outcomes = outcomes_in("test/outcomes.test.js", "setup_fails > is_prevented");
const auto red = red_in("outcomes", outcomes);

std::vector<language_fixture::named_test> names() {
  auto out = names_in("test/names.test.js", odd_names);
  out.push_back({"nested", "test/names.test.js > outer > nested"});
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(node_test_e2e, node_test_fixture)

BOOST_TEST_DECORATOR(*boost::unit_test::label("sample"))
BOOST_FIXTURE_TEST_CASE_TEMPLATE(every_outcome_is_told, version, versions, node_test_fixture) {
  if (!start("node-test/outcomes", version::set)) return;
  expect_table(run_tests(), workspace(), "outcomes", outcomes);
  const auto shown = text_of(server().call("run_status", {{"range", "0-100000"}}));
  BOOST_TEST(shown.find("setup_fails") != std::string::npos);
  BOOST_TEST(shown.find("coverage report") == std::string::npos,
             shown);  // a table that names covey's own files
  expect_table(run_failing_tests(), workspace(), "outcomes", red);
  expect_workspace_unchanged();
}

// Its own reporter, thresholds, a pattern for files.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(the_projects_own_script_changes_nothing, version, versions,
                                 node_test_fixture) {
  if (!start("node-test/outcomes", version::set)) return;
  write_file(workspace() + "/setup.cjs", "process.env.SET_UP = '1';\n");
  write_file(
      workspace() + "/package.json",
      R"({"scripts": {"test": "node --require ./setup.cjs --test --test-reporter=tap --test-reporter-destination=report.tap --test-concurrency 1 --experimental-test-coverage 'test/**/*.test.js'"}})");
  remember_workspace();
  expect_table(run_tests(), workspace(), "outcomes", outcomes);
  expect_table(run_failing_tests(), workspace(), "outcomes", red);
  expect_workspace_unchanged();
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(subtests_speak_for_themselves, version, versions, node_test_fixture) {
  if (!start("node-test/subtests", version::set)) return;
  const auto file = std::string{"test/subtests.test.mjs > "};
  std::vector<std::string> expected{file + "a suite whose body throws", file + "fails beside its child",
                                    file + "parent > child fails > grandchild fails",
                                    file + "teardown > passes by itself", file + "with options"};
  BOOST_TEST(failed_names(run_tests()) == expected, boost::test_tools::per_element());
  BOOST_TEST(failed_names(run_failing_tests()) == expected, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_file_that_does_not_load_costs_its_own_tests_alone, version, versions,
                                 node_test_fixture) {
  if (!start("node-test/broken", version::set)) return;
  const std::vector<present_case> unloaded{{"missing_import", "test/missing.test.js"},
                                           {"syntax_error", "test/syntax.test.js"}};
  expect_table(run_tests(), workspace(), "broken",
               {{"passes", "test/passes.test.js > passes"}, unloaded[0], unloaded[1]});
  expect_table(run_failing_tests(), workspace(), "broken", unloaded);
}

// node:test itself calls such a run a success, and forgets the test that passed before.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_test_that_ends_the_process_is_a_crash, version, versions,
                                 node_test_fixture) {
  if (!start("node-test/crash", version::set)) return;
  const std::vector<present_case> crashed{{"crashes", "test/crashes.test.js > crashes"}};
  expect_table(run_tests(), workspace(), "crash",
               {{"passes", "test/crashes.test.js > passes"}, crashed.front()});
  expect_table(run_failing_tests(), workspace(), "crash", crashed);
}

// Two files with the same tests, two tests of one name in each, one without a name and one that takes too
// long.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(tests_of_one_name_keep_their_files_and_lines, version, versions,
                                 node_test_fixture) {
  if (!start("node-test/outcomes", version::set)) return;
  std::filesystem::remove_all(workspace() + "/test");
  for (const std::string name : {"a", "b"})
    write_file(workspace() + "/test/" + name + ".test.js",
               "const { test } = require('node:test');\n"
               "test('same', () => {});\n"
               "test('same', () => { throw 'text'; });\n"
               "test('', () => { throw 'text'; });\n"
               "test('slow', { timeout: 20 }, () => new Promise((done) => setTimeout(done, 5000)));\n");
  const auto places = [](const json::object& run) {
    std::vector<std::string> out;
    for (const auto& one : run.at("failures").as_array())
      out.push_back(std::string{one.at("file").as_string()} + ":" +
                    std::to_string(one.at("line").to_number<int>()));
    std::sort(out.begin(), out.end());
    return out;
  };
  const std::vector<std::string> expected{"test/a.test.js:3", "test/a.test.js:4", "test/a.test.js:5",
                                          "test/b.test.js:3", "test/b.test.js:4", "test/b.test.js:5"};
  BOOST_TEST(places(run_tests()) == expected, boost::test_tools::per_element());
  const auto again = run_failing_tests();
  BOOST_TEST(places(again) == expected, boost::test_tools::per_element());
  BOOST_TEST(counted(again) == "passed 2, failed 6, skipped 0, errors 0");
}

constexpr const char* hooks = R"(const { after, before, describe, it } = require('node:test');
const { existsSync } = require('node:fs');
const check = () => { if (!existsSync('mended')) throw new Error('no database'); };
describe('set up', () => { before(check); it('is prevented', () => {}); it('is as well', () => {}); });
describe('torn down', () => { after(check); it('passes', () => {}); });
)";

// The tests that a hook prevents are counted, and a block whose hooks hold again is mended.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_hook_of_a_block_fails_until_it_holds, version, versions,
                                 node_test_fixture) {
  if (!start("node-test/outcomes", version::set)) return;
  std::filesystem::remove_all(workspace() + "/test");
  write_file(workspace() + "/test/hooks.test.js", hooks);
  const auto red = run_tests();
  const std::vector<std::string> expected{"test/hooks.test.js > set up", "test/hooks.test.js > torn down"};
  BOOST_TEST(failed_names(red) == expected, boost::test_tools::per_element());
  BOOST_TEST(counted(red) == "passed 1, failed 0, skipped 0, errors 2");
  BOOST_TEST(red.at("not_run").to_number<int>() == 2);
  write_file(workspace() + "/mended", "");
  const auto mended = run_failing_tests();
  BOOST_TEST(counted(mended) == "passed 3, failed 0, skipped 0, errors 0");
  BOOST_TEST(mended.at("status").as_string() == "passed");
}

constexpr const char* late = R"(const { after, describe, test } = require('node:test');
const { existsSync } = require('node:fs');
const mended = existsSync('mended');
test('is red', () => { if (!mended) throw new Error('red'); });
test('rejects late', () => {
  if (!mended) Promise.reject(new RangeError('nobody waits'));
});
describe('block', () => {
  test('throws late', () => { if (!mended) setTimeout(() => { throw new TypeError('too late'); }, 1); });
});
test('waits', () => new Promise((done) => setTimeout(done, 60)));
after(() => { if (!mended) throw new Error('no end'); });
if (!mended) Promise.reject(new Error('of no test'));
)";

// node:test itself says all but the error of the hook as text alone.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_fails_behind_a_test_has_its_cause, version, versions,
                                 node_test_fixture) {
  if (!start("node-test/outcomes", version::set)) return;
  std::filesystem::remove_all(workspace() + "/test");
  write_file(workspace() + "/test/late.test.js", late);
  const auto red = run_tests();
  BOOST_TEST(counted(red) == "passed 3, failed 1, skipped 0, errors 4");
  std::vector<std::string> told;
  for (const auto& one : red.at("failures").as_array())
    told.push_back(std::string{one.at("name").as_string()} + " " +
                   std::to_string(one.at("line").to_number<int>()) + ": " +
                   std::string{one.at("message").as_string()});
  std::sort(told.begin(), told.end());
  const std::vector<std::string> expected{
      "test/late.test.js 12: no end", "test/late.test.js 13: of no test",
      "test/late.test.js > block > throws late 9: after the test had ended: TypeError: too late",
      "test/late.test.js > is red 4: red",
      "test/late.test.js > rejects late 6: after the test had ended: RangeError: nobody waits"};
  BOOST_TEST(told == expected, boost::test_tools::per_element());
  write_file(workspace() + "/mended", "");
  BOOST_TEST(run_failing_tests().at("status").as_string() == "passed");
}

constexpr const char* forger = R"(const { test } = require('node:test');
const { serialize } = require('node:v8');
const { writeSync } = require('node:fs');
const print = (type, name) => {
  const item = serialize({ type, data: { name, nesting: 0, testNumber: 2, details: {}, file: __filename, line: 1, column: 1 } });
  const size = Buffer.alloc(4);
  size.writeUInt32BE(item.length);
  writeSync(1, Buffer.concat([Buffer.from([0xff, 0x0f]), size, item]));
};
test('skips itself', (t) => t.skip());
test('passes', () => print('test:pass', 'nowhere'));
test('ends the process', async () => {
  for (const type of ['test:start', 'test:pass']) print(type, 'ends the process');
  process.reallyExit(0);
});
)";

// node:test itself believes it.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_test_cannot_print_its_own_pass, version, versions, node_test_fixture) {
  if (!start("node-test/outcomes", version::set)) return;
  std::filesystem::remove_all(workspace() + "/test");
  write_file(workspace() + "/test/forger.test.js", forger);
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 1, skipped 1, errors 0");
  const std::vector<std::string> crashed{"test/forger.test.js > ends the process"};
  BOOST_TEST(failed_names(run) == crashed, boost::test_tools::per_element());
}

// node:test counts both files as passed tests. The second is a script whose assertions have held.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_file_that_ends_before_it_defines_a_test_is_no_pass, version, versions,
                                 node_test_fixture) {
  if (!start("node-test/outcomes", version::set)) return;
  std::filesystem::remove_all(workspace() + "/test");
  write_file(workspace() + "/test/quits.test.js",
             "const { test } = require('node:test');\nprocess.exit(0);\ntest('never', () => {});\n");
  const auto none = run_tests();
  BOOST_TEST(none.at("status").as_string() == "no_tests");
  const std::string note = "test/quits.test.js ended its process before it defined a test: it counts as none";
  BOOST_TEST(none.at("notes").as_array().front().as_string() == note);
  write_file(workspace() + "/test/script.test.js", "require('node:assert')(true);\nprocess.exit(0);\n");
  write_file(workspace() + "/test/defines_none.test.js", "require('node:test');\n");
  BOOST_TEST(counted(run_tests()) == "passed 2, failed 0, skipped 0, errors 0");
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(each_command_of_a_script_tells_its_own_tests_alone, version, versions,
                                 node_test_fixture) {
  if (!start("node-test/outcomes", version::set)) return;
  std::filesystem::remove_all(workspace() + "/test");
  write_file(workspace() + "/package.json", R"({"scripts": {"test": "node --test && MODE=2 node --test"}})");
  write_file(workspace() + "/test/twice.test.js",
             "const { test } = require('node:test');\n"
             "test('once', () => { if (process.env.MODE) throw new Error('red'); });\n"
             "test('twice', () => {});\n");
  BOOST_TEST(counted(run_tests()) == "passed 3, failed 1, skipped 0, errors 0");
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_file_gets_the_arguments_of_the_script, version, versions,
                                 node_test_fixture) {
  if (!start("node-test/outcomes", version::set)) return;
  std::filesystem::remove_all(workspace() + "/test");
  write_file(workspace() + "/package.json", R"({"scripts": {"test": "node test.js --all 'x y'"}})");
  write_file(workspace() + "/test.js",
             "require('node:test')('told', () => {\n"
             "  require('node:assert').deepStrictEqual(process.argv.slice(2), ['--all', 'x y']);\n});\n");
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 0, skipped 0, errors 0");
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(each_name_is_selectable_alone, version, versions, node_test_fixture) {
  if (start("node-test/names", version::set)) expect_each_selectable(names());
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(lines_are_those_of_nodes_own_coverage, version, versions,
                                 node_test_fixture) {
  if (!start("node-test/outcomes", version::set)) return;
  write_file(workspace() + "/package.json",
             R"({"scripts": {"test": "node --test --experimental-test-coverage"}})");
  const auto run = run_tests();
  run_node({"--test", "--experimental-test-coverage", "--test-reporter=lcov",
            "--test-reporter-destination=" + outside("lcov.info")});
  expect_lines_of(run, outside("lcov.info"));
  const std::vector<std::string> raised{"test/outcomes.test.js: raises_in_source"};
  BOOST_TEST(covering("src/calc.js", 9) == raised, boost::test_tools::per_element());
}

constexpr const char* between = R"(const { after, before, describe, it } = require('node:test');
const store = require('../store');
describe('first', () => { it('uses nothing', () => {}); });
describe('store', () => { before(() => store.begins()); after(() => store.ends()); it('uses it', () => store.runs()); });
describe('other', () => { it('uses nothing', () => {}); });
)";

// The set-up of the next block and the end of the one before are no lines of the test that comes next.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_the_hooks_of_a_block_run_is_of_no_test, version, versions, node_test_fixture) {
  if (!start("node-test/outcomes", version::set)) return;
  std::filesystem::remove_all(workspace() + "/test");
  write_file(workspace() + "/store.js",
             "exports.begins = () => {\n  return 1;\n};\nexports.ends = () => {\n  return 1;\n};\n"
             "exports.runs = () => {\n  return 1;\n};\n");
  write_file(workspace() + "/test/between.test.js", between);
  run_tests();
  for (const auto line : {2u, 5u}) {
    BOOST_TEST(covering("store.js", line).empty());
    BOOST_TEST(ran("store.js", line));
  }
  const std::vector<std::string> user{"test/between.test.js: store > uses it"};
  BOOST_TEST(covering("store.js", 8) == user, boost::test_tools::per_element());
}

struct lines_of_c8 : node_test_fixture {
  void expect_lines_of_c8();
};

// c8 counts no test files, node 20 and 22 do.
void lines_of_c8::expect_lines_of_c8() {
  const auto run = run_tests();
  run_node({c8(), "--reporter=lcovonly", "--reports-dir=" + outside("own"),
            "--temp-directory=" + outside("counts"), "node", "--test"});
  expect_lines_of(run, outside("own/lcov.info"));
  const std::vector<std::string> raised{"test/outcomes.test.js: raises_in_source"};
  BOOST_TEST(covering("src/calc.js", 9) == raised, boost::test_tools::per_element());
  const std::vector<std::string> itself{"test/outcomes.test.js: passes"};
  BOOST_TEST(covering("test/outcomes.test.js", 7) == itself, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(behind_c8_lines_are_those_of_c8, version, versions, lines_of_c8) {
  if (!has("c8") || !start("node-test/outcomes", version::set)) return;
  write_file(workspace() + "/package.json", R"({"scripts": {"test": "c8 --100 node --test"}})");
  expect_lines_of_c8();
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(where_nobody_asks_for_coverage_lines_are_those_of_c8, version, versions,
                                 lines_of_c8) {
  if (!has("c8") || !start("node-test/outcomes", version::set)) return;
  expect_lines_of_c8();
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_SUITE_END()
