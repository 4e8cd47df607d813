// `node FILE` of a test script: what the file imports decides what it is.
#include "parsers/languages/node/script/script_files.hpp"
#include "tests/languages/node/unit/machine.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;
using namespace covey::parsers::testing;

namespace {

const std::string node_at_hand =
    R"({"node":"22.1.0","folders":{"/w":{"runners":{},"extras":{},"imports":{}}}})";

machine with_script(const std::string& script) {
  machine out;
  out.package("/w", R"({"scripts": {"test": ")" + script + R"("}})");
  out.says("node", node_at_hand);
  return out;
}

machine& add(machine& to, const std::string& path, std::string text) {
  to.paths[path] = {path_state::kind_type::file, std::move(text), {}};
  return to;
}

std::string library(std::string_view source) {
  return test_library_of(imported_modules(source));
}

bool has_note(const run_plan& plan, std::string_view part) {
  return std::any_of(plan.notes.begin(), plan.notes.end(),
                     [&](const auto& note) { return note.find(part) != std::string::npos; });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_script_files)

BOOST_AUTO_TEST_CASE(modules_are_found_in_any_form) {
  for (const auto* source :
       {"import test from 'node:test'", "import {test, describe} from \"node:test\";",
        "const test = require('node:test')", "const { test } = require(\"node:test\");",
        "import 'node:test';", "const {\n  test,\n  mock,\n} = require('node:test')",
        "import {\n  describe,\n  it,\n} from 'node:test'", "const { test } = await import('node:test')",
        "export * from 'node:test'", "'use strict'\n// it's a comment\nconst t = require('node:test')"})
    BOOST_TEST_CONTEXT(source) BOOST_TEST(library(source) == "node:test");
  for (const auto* source : {"", "'node:test'", "// import test from 'node:test'", "console.log('node:test')",
                             "import test from 'node:tester'", "require(", "import x from '", "from '\n'"})
    BOOST_TEST_CONTEXT(source) BOOST_TEST(library(source) == "");
  BOOST_TEST(library("const test = require('tape')") == "tape");
  // A runner of its own starts node:test for other files; within node --test it would run nothing.
  for (const auto* source :
       {"import { run } from 'node:test'", "const { run } = require('node:test')",
        "import test, {run as start} from 'node:test'", "const {\n  run,\n} = require('node:test')"})
    BOOST_TEST_CONTEXT(source) BOOST_TEST(library(source).starts_with("a runner of its own"));
}

BOOST_AUTO_TEST_CASE(a_file_that_imports_node_test_is_run_by_it) {
  for (const auto* script :
       {"node test.js", "c8 node test.js", "node -- test.js", "node --no-warnings -r ./setup.js test.js",
        "cross-env A=b node ./test.js", "sh -c 'node test.js'", "c8 -r text -- node test", "tsx test.js"})
    BOOST_TEST_CONTEXT(script) {
      auto project = with_script(script);
      add(project, "/w/test.js", "const test = require('node:test')\n");
      const auto plan = project.planned();
      const auto& run = plan.commands.front();
      BOOST_TEST(has(run.argv, "--test"));
      BOOST_TEST((has(run.argv, "test.js") || has(run.argv, "./test.js")));
      BOOST_TEST(plan.events == "/s/events");
    }
}

BOOST_AUTO_TEST_CASE(one_level_of_imports_is_followed) {
  auto project = with_script("node test/index.js");
  add(project, "/w/test/index.js", "require('./a')\nrequire('../lib')\n");
  add(project, "/w/test/a.js", "import test from 'node:test'");
  BOOST_TEST(has(project.planned().commands.front().argv, "test/index.js"));

  auto folder = with_script("node test");
  add(folder, "/w/test/index.js", "require('node:test')");
  BOOST_TEST(has(folder.planned().commands.front().argv, "test/index.js"));

  auto deeper = with_script("node test.js");
  add(deeper, "/w/test.js", "import './a.js'");
  add(deeper, "/w/a.js", "import './b.js'");
  add(deeper, "/w/b.js", "import 'node:test'");
  BOOST_TEST(deeper.planned().commands.front().argv == (strings{"npm", "run", "test"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(in_a_workspace_as_well) {
  machine several;
  several.package("/w", R"({"workspaces": ["a"], "scripts": {"test": "npm test --workspaces"}})");
  several.package("/w/a", R"({"name": "a", "scripts": {"test": "node test.js"}})");
  several.says("node", R"({"node":"22.1.0","folders":{}})");
  add(several, "/w/a/test.js", "import test from 'node:test'");
  const auto plan = several.planned();
  BOOST_TEST(plan.commands.front().cwd == "/w/a");
  BOOST_TEST(has(plan.commands.front().argv, "--test"));
}

BOOST_AUTO_TEST_CASE(the_files_own_arguments_are_handed_on) {
  auto project = with_script("node --no-warnings test.js --all 'x y'");
  add(project, "/w/test.js", "import test from 'node:test'");
  const auto plan = project.planned();
  const auto& run = plan.commands.front();
  BOOST_TEST(variable(run, "COVEY_ARGUMENTS") == R"(["--all","x y"])");
  BOOST_TEST(run.argv.back() == "test.js");
}

// The whole of it: the build runs, the formatters do not, and the note names them.
BOOST_AUTO_TEST_CASE(steps_that_write_are_named_and_not_run) {
  auto project = with_script("npm run build && npm run format && node test.js");
  project.package("/w", R"({"scripts": {"test": "npm run build && npm run format && node test.js",
      "build": "tsc", "format": "prettier --write . && xo --fix && remark . -o"}})");
  add(project, "/w/test.js", "import test from 'node:test'");
  const auto plan = project.planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 3u);  // the last one is of the coverage
  BOOST_TEST(plan.commands[0].argv == (strings{"sh", "-c", "npm run build"}),
             boost::test_tools::per_element());
  BOOST_TEST(has(plan.commands[1].argv, "--test"));
  BOOST_TEST(has_note(plan, "`npm run format` (it changes the project"));

  // Likewise where nothing in it can be read: what remains runs step by step.
  add(project, "/w/test.js", "require('assert')(true)");
  const auto raw = project.planned();
  BOOST_TEST_REQUIRE(raw.commands.size() == 2u);
  BOOST_TEST(raw.commands[0].argv == (strings{"sh", "-c", "npm run build"}),
             boost::test_tools::per_element());
  BOOST_TEST(raw.commands[1].argv == (strings{"sh", "-c", "node test.js"}), boost::test_tools::per_element());
  BOOST_TEST(has_note(raw, "`npm run format`"));
  BOOST_TEST(!raw.make_parser()->finish({run_ending::kind_type::exited, 0, false, false}).structured);
}

BOOST_AUTO_TEST_CASE(a_script_of_nothing_but_writers_is_refused) {
  auto project = with_script("prettier --write . && eslint --fix .");
  const auto refused = project.refused();
  BOOST_TEST(refused.find("no test runner was found") != std::string::npos);
  BOOST_TEST(refused.find("`prettier --write .`, `eslint --fix .`") != std::string::npos);
}

// A root that formats, over packages without tests of their own: nothing says that their tests were run.
BOOST_AUTO_TEST_CASE(a_note_claims_no_tests_of_packages_that_have_none) {
  machine several;
  several.package("/w", R"({"workspaces": ["a"], "scripts": {"test": "npm run format && ./check.sh",
                            "format": "prettier --write ."}})");
  several.package("/w/a", R"({"name": "a"})");
  several.says("node", R"({"node":"22.1.0","folders":{}})");
  const auto plan = several.planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 1u);
  BOOST_TEST(plan.commands[0].argv == (strings{"sh", "-c", "./check.sh"}), boost::test_tools::per_element());
  BOOST_TEST(!has_note(plan, "the packages' own tests were run"));
}

BOOST_AUTO_TEST_CASE(packages_whose_scripts_only_write_are_passed_over) {
  machine several;
  several.package("/w", R"({"workspaces": ["a", "b"], "scripts": {"test": "npm run test --workspaces"}})");
  several.package("/w/a", R"({"name": "a", "scripts": {"test": "eslint --fix ."}})");
  several.package("/w/b", R"({"name": "b", "scripts": {"test": "prettier -w . && ./check.sh"}})");
  several.says("node", R"({"node":"22.1.0","folders":{}})");
  const auto plan = several.planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 1u);
  BOOST_TEST(plan.commands[0].argv == (strings{"sh", "-c", "./check.sh"}), boost::test_tools::per_element());
  BOOST_TEST(plan.commands[0].cwd == "/w/b");
  BOOST_TEST(has_note(plan, "`eslint --fix .`"));
  BOOST_TEST(has_note(plan, "`prettier -w .`"));
}

BOOST_AUTO_TEST_SUITE_END()
