// AVA 4 and 7 end to end, and test scripts that would write into the project.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;

namespace {

struct ava4 {
  static constexpr const char* set = "ava4";
};
struct ava7 {
  static constexpr const char* set = "ava7";
};
using versions = boost::mpl::list<ava4, ava7>;

const auto outcomes = outcomes_in("test/outcomes.test.js", "is_prevented");
const auto red = red_in("outcomes", outcomes);

void write_program(const std::string& path, const std::string& text) {
  write_file(path, text);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

bool says(const json::object& run, std::string_view part) {
  return json::serialize(run.at("notes")).find(part) != std::string::npos;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(node_front_ends_e2e, node_fixture)

BOOST_FIXTURE_TEST_CASE_TEMPLATE(every_outcome_of_ava_is_told, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("ava/outcomes", version::set);
  expect_table(run_tests(), workspace(), "outcomes", outcomes);
  expect_table(run_failing_tests(), workspace(), "outcomes", red);
  expect_workspace_unchanged();
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(files_of_ava_that_end_badly_are_told, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("ava/outcomes", version::set);
  std::filesystem::remove(workspace() + "/test/outcomes.test.js");
  const std::string begin = "const test = require('ava').default ?? require('ava');\n";
  write_file(workspace() + "/test/exits.js", begin + "test('exits', () => process.exit(3));\n");
  write_file(workspace() + "/test/missing.js",
             begin + "require('./nowhere');\ntest('x', (t) => t.pass());\n");
  write_file(workspace() + "/test/empty.js", begin);
  write_file(workspace() + "/test/passes.js", begin + "test('passes', (t) => t.pass());\n");
  const auto run = run_tests();
  const auto failures = json::serialize(run.at("failures"));
  for (const auto* name : {"test/exits.js > exits", "test/missing.js", "test/empty.js"})
    BOOST_CHECK_MESSAGE(failures.find(name) != std::string::npos, name << " in " << failures);
  BOOST_TEST(run.at("counts").at("passed").to_number<int>() == 1);
  BOOST_TEST(run.at("failures").as_array().size() == 3u);
}

// Of these AVA has no stack, or no failure.
BOOST_AUTO_TEST_CASE(what_ava_does_not_place_is_placed) {
  if (!has("ava7")) return;
  use("ava/outcomes", "ava7");
  std::filesystem::remove(workspace() + "/test/outcomes.test.js");
  const std::string begin = "import test from 'ava';\n";
  write_file(workspace() + "/src/prod.mjs", "export const known = 1;\n");
  write_file(workspace() + "/test/empty.mjs", begin + "\ntest('asserts nothing', () => {});\n");
  write_file(workspace() + "/test/exits.mjs", begin + "test('passes', (t) => t.pass());\ntest.after(() => {\n  process.exit(0);\n});\n");
  write_file(workspace() + "/test/imports.mjs", begin + "import { missing } from '../src/prod.mjs';\ntest('x', (t) => t.pass(missing));\n");
  std::vector<std::string> places;
  const auto run = run_tests();
  for (const auto& one : run.at("failures").as_array())
    places.push_back(std::string{one.at("file").as_string()} + ":" + std::to_string(one.at("line").to_number<int>()));
  std::ranges::sort(places);
  const std::vector<std::string> expected{"test/empty.mjs:3", "test/exits.mjs:4", "test/imports.mjs:2"};
  BOOST_TEST(places == expected, boost::test_tools::per_element());
}

// The stack is that of who imports the file.
BOOST_AUTO_TEST_CASE(what_a_loaders_transformer_cannot_read_is_placed_there) {
  if (!has("mocha12")) return;
  use("mocha/outcomes", "mocha12");
  std::filesystem::remove(workspace() + "/test/outcomes.test.js");
  write_file(workspace() + "/package.json", R"({"scripts": {"test": "mocha --require ./hook.cjs"}})");
  write_file(workspace() + "/hook.cjs", R"(require.extensions['.ts'] = (module, file) => {
  const said = {
    babel: `${file}: Unexpected token, expected "{" (3:7)\n\n  1 | export const x = 1;`,
    sucrase: `Error transforming ${file}: Unexpected token (3:15)`,
    esbuild: `Transform failed with 1 error:\n${file}:3:7: ERROR: Unexpected "defalt"`,
    swc: `  x Expected '{', got 'ident'\n   ,-[${file}:3:1]\n 1 | export const x = 1;`,
    typescript: `Unable to compile TypeScript:\nsrc/${require('path').basename(file)}(3,8): error TS2304: Cannot find name 'defalt'.`,
  }[require('path').basename(file, '.ts')];
  throw file.includes('babel') ? new SyntaxError(said) : new Error(said);
};
)");
  std::vector<std::string> expected, places;
  for (const std::string name : {"babel", "esbuild", "sucrase", "swc", "typescript"}) {
    write_file(workspace() + "/src/" + name + ".ts", "const x = 1;\nconst y = 2;\nexport defalt 3;\n");
    write_file(workspace() + "/test/" + name + ".test.js", "require('../src/" + name + ".ts');\n");
    expected.push_back("src/" + name + ".ts:3");
  }
  const auto run = run_tests();
  for (const auto& one : run.at("failures").as_array())
    places.push_back(std::string{one.at("file").as_string()} + ":" + std::to_string(one.at("line").to_number<int>()));
  std::ranges::sort(places);
  BOOST_TEST(places == expected, boost::test_tools::per_element());
}

// AVA says only that they failed to exit.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(each_file_that_avas_idle_time_out_ends_is_told, version, versions,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("ava/outcomes", version::set);
  std::filesystem::remove(workspace() + "/test/outcomes.test.js");
  write_file(workspace() + "/package.json", R"({"scripts": {"test": "ava --timeout=3s"}})");
  const std::string begin = "const test = require('ava').default ?? require('ava');\n",
                    for_ever = "new Promise((done) => setTimeout(done, 60000))";
  write_file(workspace() + "/test/before.mjs", "await " + for_ever + ";\n");
  write_file(workspace() + "/test/behind.js",
             begin + "test('passes', (t) => t.pass());\ntest.after(() => " + for_ever + ");\n");
  write_file(workspace() + "/test/within.js", begin + "test('hangs', () => " + for_ever + ");\n");
  const auto run = run_tests();
  const std::vector<std::string> expected{"test/before.mjs", "test/behind.js", "test/within.js > hangs"};
  BOOST_TEST(failed_names(run) == expected, boost::test_tools::per_element());
  for (const auto& one : run.at("failures").as_array())
    BOOST_TEST(one.at("message").as_string().starts_with("no test has ended for 3000 ms"));
  BOOST_TEST(run.at("counts").at("passed").to_number<int>() == 1);
}

// The formatters stand in node_modules as any package's programs do; these say it in the sources if they run.
BOOST_AUTO_TEST_CASE(no_step_of_a_script_rewrites_the_sources) {
  if (!is_on_path("node")) return;
  use_project("node/node-test/outcomes");
  for (const auto* name : {"prettier", "xo", "remark"})
    write_program(workspace() + "/node_modules/.bin/" + name,
                  "#!/bin/sh\nfor f in test/*.js; do echo '// rewritten' >> $f; done\n");
  write_file(workspace() + "/package.json", R"({"scripts": {
    "test": "npm run build && npm run format && node test/outcomes.test.js", "build": "node -p 1",
    "format": "prettier --write . && xo --fix && remark . -o"}})");
  remember_workspace();
  const auto cases = outcomes_in("test/outcomes.test.js", "setup_fails > is_prevented");
  const auto run = run_tests();
  expect_table(run, workspace(), "outcomes", cases);
  BOOST_TEST(says(run, "`npm run format` (it changes the project"));
  expect_workspace_unchanged();

  // Likewise where the tests cannot be read.
  write_file(workspace() + "/test/outcomes.test.js", "require('assert')(true);\n");
  remember_workspace();
  const auto raw = run_tests();
  BOOST_TEST(says(raw, "`npm run format` (it changes the project"));
  BOOST_TEST(raw.at("exit_code").to_number<int>() == 0);
  expect_workspace_unchanged();
}

// Everything else runs as npm test runs it, and what it wrote is named, except for what git ignores.
BOOST_AUTO_TEST_CASE(what_a_step_of_a_script_writes_is_named) {
  if (!is_on_path("node")) return;
  use_project("node/node-test/outcomes");
  write_program(workspace() + "/gencert.sh",
                "#!/bin/sh\nmkdir -p out; echo key | tee test/server.pem > out/a.js\n");
  write_file(workspace() + "/.gitignore", "out/\n");
  write_file(workspace() + "/package.json",
             R"({"scripts": {"test": "./gencert.sh && node test/outcomes.test.js && rm out/a.js"}})");
  const auto cases = outcomes_in("test/outcomes.test.js", "setup_fails > is_prevented");
  const auto run = run_tests();
  expect_table(run, workspace(), "outcomes", cases);
  BOOST_TEST(says(run, "\"the step `./gencert.sh` wrote test/server.pem\""));
  BOOST_TEST(!says(run, "out/a.js`"));
  BOOST_TEST(!says(run_tests(), "the step `./gencert.sh`"));  // the same once more
}

BOOST_AUTO_TEST_SUITE_END()
