// The plans for selections of Node projects.
#include "tests/languages/node/unit/machine.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;
using namespace covey::parsers::testing;

BOOST_AUTO_TEST_SUITE(node_plans_of_selections)

BOOST_AUTO_TEST_CASE(selections_are_told_by_keys) {
  const auto plan =
      with_jest("jest src --shard=1/2").selection("t/a.test.js", "x").selection("t/b.test.js").planned();
  const auto& run = plan.commands.front();
  BOOST_TEST(run.argv.back() == "/w/t/b.test.js");
  BOOST_TEST(has(run.argv, "/w/t/a.test.js"));
  BOOST_TEST(!has(run.argv, "src"));
  BOOST_TEST(file_text(plan, "/s/node/select.json") ==
             R"(["[\"t/a.test.js\",\"x\",{\"lines\":[3,9]}]","[\"t/b.test.js\",{\"lines\":[]}]"])");
  BOOST_TEST_REQUIRE(plan.selected.size() == 2u);
  BOOST_TEST(plan.selected[0].front().group == "t/a.test.js");
  BOOST_TEST(plan.selected[0].front().path.size() == 1u);
  BOOST_TEST(plan.selected[1].front().path.empty());
}

BOOST_AUTO_TEST_CASE(a_whole_run_tells_selections_apart_and_leaves_nothing_out) {
  auto here = with_jest();
  here.selection("t/a.test.js");
  here.request.target = run_all{selections_of(here.request.target)};
  const auto plan = here.planned();
  BOOST_TEST(variable(plan.commands.front(), "COVEY_SELECT") == "(not set)");
  BOOST_TEST_REQUIRE(plan.selected.size() == 1u);
  BOOST_TEST(plan.selected.front().front().group == "t/a.test.js");
}

namespace {

// jest and mocha in packages/a, jest in packages/b.
machine with_packages() {
  machine out;
  out.package("/w", R"({"workspaces": ["packages/*"]})");
  out.paths["/w/packages"] = {path_state::kind_type::folder, "", {"a", "b"}};
  out.package("/w/packages/a", R"({"scripts": {"test": "mocha && jest"}})");
  out.package("/w/packages/b", R"({"scripts": {"test": "jest"}})");
  const auto at = [](const std::string& folder) {
    return "\"" + folder +
           "\":{\"runners\":{\"jest\":{\"entry\":\"/m/jest.js\",\"version\":\"30.5.2\"},"
           "\"mocha\":{\"entry\":\"/m/mocha.js\",\"version\":\"11.0.0\"}},\"extras\":{},\"imports\":{}}";
  };
  out.says("node", R"({"node":"22.1.0","folders":{)" + at("/w") + "," + at("/w/packages/a") + "," +
                       at("/w/packages/b") + "}}");
  return out;
}

strings runners_of(const run_plan& plan) {
  strings out;
  for (const auto& command : plan.commands)
    if (command.role == command_role::tests) out.push_back(command.runner);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(selections_go_to_the_task_of_their_package) {
  const auto plan = with_packages().selection("packages/b/t/x.test.js", "x").planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 1u);
  BOOST_TEST(plan.commands.front().cwd == "/w/packages/b");
  BOOST_TEST(plan.selected.size() == 1u);
  BOOST_TEST(plan.failures.empty());
}

BOOST_AUTO_TEST_CASE(of_two_tasks_of_a_package_what_the_file_imports_decides) {
  auto jest = with_packages().selection("packages/a/t/x.test.js");
  jest.paths["/w/packages/a/t/x.test.js"] = {
      path_state::kind_type::file, "import { expect } from '@jest/globals';\n", {}};
  auto plan = jest.planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 1u);
  BOOST_TEST(has(plan.commands.front().argv, "/m/jest.js"));

  // Whichever of them takes it for a test.
  auto either = with_packages().selection("packages/a/t/x.test.js");
  const strings both{"mocha in packages/a", "jest in packages/a"};
  BOOST_TEST(runners_of(either.planned()) == both, boost::test_tools::per_element());
}

// The name of a configuration is no file that its task is bound to.
BOOST_AUTO_TEST_CASE(a_task_with_another_configuration_may_run_the_file) {
  const auto plan = with_jest("jest && jest --config .jest.native.json && jest src")
                        .selection("test/native/a.spec.js")
                        .planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 2u);
  BOOST_TEST(has(plan.commands[1].argv, ".jest.native.json"));
}

BOOST_AUTO_TEST_CASE(a_selected_file_that_no_task_runs_is_a_failure) {
  const auto plan =
      with_packages().selection("packages/b/x.test.js").selection("scripts/y.test.js", "y").planned();
  BOOST_TEST(runners_of(plan).size() == 1u);
  BOOST_TEST_REQUIRE(plan.failures.size() == 1u);
  BOOST_TEST(plan.failures.front().id.group == "scripts/y.test.js");
  BOOST_TEST(plan.failures.front().message.find(
                 "(mocha in packages/a, jest in packages/a, jest in packages/b)") != std::string::npos);
  BOOST_TEST(plan.selected.size() == 2u);

  auto alone = with_packages().selection("scripts/y.test.js");
  BOOST_TEST(alone.refused().starts_with("nothing in this workspace runs scripts/y.test.js"));
}

// A step behind the tests cannot have built what they need.
BOOST_AUTO_TEST_CASE(what_holds_none_of_the_selected_tests_is_left_out) {
  auto here = with_jest(
      "npm run build && jest && node check-types.js && docker compose down && karma start && tstyche");
  const auto all = here.planned();
  BOOST_TEST(all.commands.size() == 6u);
  here.selection("t/a.test.js");
  const auto plan = here.planned();
  strings ran;
  for (const auto& command : plan.commands) ran.push_back(command.argv.back());
  const strings expected{"npm run build", "/w/t/a.test.js", "docker compose down"};
  BOOST_TEST(ran == expected, boost::test_tools::per_element());
  BOOST_TEST(has(plan.notes,
                 "These ran as well, for the tests may need them: `npm run build`, `docker compose down`."));
  BOOST_TEST(
      has(plan.notes,
          "Left out, because it holds none of these tests: `node check-types.js`, karma start, `tstyche`."));
}

BOOST_AUTO_TEST_CASE(a_step_behind_the_tests_that_failed_runs_again) {
  auto here = with_jest("jest && node check.js").rerun("node check.js", "");
  rerun_set_in(here.request.target).front().id.name.clear();
  rerun_set_in(here.request.target).front().runner = "node check.js";
  const auto plan = here.planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 1u);
  BOOST_TEST(plan.commands.front().argv.back() == "node check.js");
}

namespace {

strings texts_of(const run_plan& plan) {
  strings out;
  for (const auto& command : plan.commands)
    out.push_back(command.role == command_role::tests ? "tests" : command.argv.back());
  return out;
}

// `tsc -p tsconfig.spec.json` only checks, as a base of its configuration says; `tsc -p tsconfig.build.json` builds.
machine with_compilers(const std::string& script) {
  auto out = with_jest(script);
  const auto file = [&](const std::string& name, const std::string& text) {
    out.paths["/w/" + name] = {path_state::kind_type::file, text, {}};
  };
  file("tsconfig.spec.json", R"({ // for tests
    "extends": ["./base", "@x/strict"], "include": ["src",], })");
  file("base.json", R"({"compilerOptions": {"noEmit": false}})");
  file("node_modules/@x/strict/tsconfig.json", R"({"compilerOptions": {/* types only */ "noEmit": true}})");
  file("tsconfig.build.json", R"({"compilerOptions": {"outDir": "dist"}})");
  file("tsconfig.json", R"({"files": [], "references": [{"path": "./app"}, {"path": "./tsconfig.spec.json"}]})");
  file("app/tsconfig.json", R"({"extends": "../tsconfig.spec.json"})");
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_check_runs_behind_the_tests_of_a_whole_run_and_never_with_a_selection) {
  const auto all = with_compilers("tsc -p tsconfig.spec.json && jest && eslint . && jest a").planned();
  BOOST_TEST(texts_of(all) == (strings{"tests", "tests", "tsc -p tsconfig.spec.json", "eslint ."}),
             boost::test_tools::per_element());
  for (const auto& command : all.commands) BOOST_TEST(command.needed_by == 0u);
  const auto one = with_compilers("tsc -b && jest && eslint .").selection("t/a.test.js").planned();
  BOOST_TEST(texts_of(one) == strings{"tests"}, boost::test_tools::per_element());
  BOOST_TEST(has(one.notes, "Left out, because it holds none of these tests: `tsc -b`, `eslint .`."));
  BOOST_TEST(texts_of(with_compilers("tsc -p tsconfig.build.json && jest").selection("t/a.test.js").planned()) ==
                 (strings{"tsc -p tsconfig.build.json", "tests"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_compiler_whose_configuration_is_not_understood_builds) {
  for (const auto* text : {"", "[", R"({"extends": "./missing"})", R"({"extends": "./tsconfig.odd.json"})",
                           R"({"compilerOptions": {"noEmit": 1}})"}) {
    auto here = with_compilers("tsc -p tsconfig.odd.json && jest").selection("t/a.test.js");
    here.paths["/w/tsconfig.odd.json"] = {path_state::kind_type::file, text, {}};
    BOOST_TEST(texts_of(here.planned()).size() == 2u, text);
  }
}

BOOST_AUTO_TEST_CASE(words_of_a_call_run_the_tests_and_what_they_need) {
  auto here = with_jest("npm run build && jest && eslint . && browserify x.js -o dist/x.js && docker compose down");
  here.request.added.args = {{"-t"}, {"name"}};
  const auto plan = here.planned();
  BOOST_TEST(texts_of(plan) == (strings{"npm run build", "tests", "docker compose down"}),
             boost::test_tools::per_element());
  BOOST_TEST(has(plan.notes,
                 "Left out, because it holds none of these tests: `eslint .`, `browserify x.js -o dist/x.js`."));
  here.request.added.args = {{"-t", "covey.toml:2"}, {"name", "covey.toml:2"}};
  BOOST_TEST(here.planned().commands.size() == 5u);
}

// Its failure and what the tests say are both told.
BOOST_AUTO_TEST_CASE(a_step_that_fails_before_some_tests_keeps_none_of_them_from_running) {
  auto here = with_jest("npm run build && jest");
  BOOST_TEST(here.planned().commands.front().needed_by == 1u);
  here.selection("t/a.test.js");
  const auto some = here.planned();
  BOOST_TEST_REQUIRE(some.commands.size() == 2u);
  BOOST_TEST(some.commands.front().needed_by == 0u);

  // Where it is known to fail, nothing that needs it has run.
  auto again = with_jest("npm run build && jest").rerun("npm run build", "");
  rerun_set_in(again.request.target).front().id.name.clear();
  rerun_set_in(again.request.target).front().runner = "npm run build";
  BOOST_TEST(again.planned().commands.front().needed_by == 1u);
}

BOOST_AUTO_TEST_CASE(a_check_that_failed_runs_again_alone_and_is_no_test_file) {
  auto here = with_compilers("tsc -p tsconfig.spec.json && jest");
  const auto fails = [&](const std::string& title) {
    failure wanted;
    wanted.id = {title, {}, " > "};
    wanted.runner = title;
    rerun_set_in(here.request.target).push_back(wanted);
  };
  fails("tsc -p tsconfig.spec.json");
  BOOST_TEST(texts_of(here.planned()) == strings{"tsc -p tsconfig.spec.json"}, boost::test_tools::per_element());
  here.rerun("t/a.test.js", "");
  BOOST_TEST(texts_of(here.planned()) == (strings{"tests", "tsc -p tsconfig.spec.json"}),
             boost::test_tools::per_element());
  here.request.added.leave_out = {{"tsc", "covey.toml:2"}};
  const auto without = here.planned();
  BOOST_TEST_REQUIRE(without.commands.size() == 1u);
  BOOST_TEST(without.commands.front().argv.back() == "/w/t/a.test.js");
  for (const auto& word : without.commands.front().argv) BOOST_TEST(word.find("tsc") == std::string::npos, word);
}

BOOST_AUTO_TEST_CASE(selections_are_not_run_by_a_script_that_covey_cannot_read) {
  machine odd;
  odd.package("/w", R"({"scripts": {"test": "tap"}, "devDependencies": {"tap": "6"}})");
  odd.says("node", R"({"node":"22.1.0","folders":{"/w":{"runners":{},"extras":{},"imports":{}}}})");
  odd.selection("t/a.test.js");
  BOOST_TEST(odd.refused().find("cannot be run alone") != std::string::npos);
  odd.request.target = run_all{selections_of(odd.request.target)};
  BOOST_TEST(odd.planned().selected.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
