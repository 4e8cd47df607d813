#include "parsers/languages/node/script/runner_resolution.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/workspace/survey.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;

namespace {

using strings = std::vector<std::string>;

package_facts project(const std::string& package, strings files = {}) {
  files.emplace_back("package.json");
  return read_package_facts(package, files);
}

std::string chosen(const package_facts& of, const std::map<std::string, std::string>& imports = {}) {
  const auto resolution = choose_runner(of, imports);
  if (!resolution.commands.empty() && resolution.commands.front().runner != nullptr)
    return std::string{resolution.commands.front().runner->name} + ": " + resolution.commands.front().why;
  return resolution.script_name.empty() ? "none" : "script " + resolution.script_name;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_choices)

BOOST_AUTO_TEST_CASE(the_script_decides_before_anything_else) {
  const auto both = project(R"({"scripts": {"test": "npx jest"}, "devDependencies": {"vitest": "4"}})",
                            {"vitest.config.ts"});
  BOOST_TEST(chosen(both) == "jest: named by scripts.test in package.json");
}

BOOST_AUTO_TEST_CASE(then_a_configuration_a_dependency_and_an_import) {
  BOOST_TEST(chosen(project(R"({"devDependencies": {"jest": "30"}})", {"vitest.config.ts"})) ==
             "vitest: vitest.config.ts is there");
  BOOST_TEST(chosen(project(R"({"jest": {}, "devDependencies": {"vitest": "4"}})")) ==
             "jest: \"jest\" in package.json");
  BOOST_TEST(chosen(project(R"({"devDependencies": {"jest": "30"}})")) ==
             "jest: a dependency in package.json");
  BOOST_TEST(chosen(project("{}"), {{"vitest", "a.test.ts"}}) == "vitest: imported by a.test.ts");
  BOOST_TEST(chosen(project("{}")) == "none");
}

BOOST_AUTO_TEST_CASE(what_npm_init_writes_is_no_test_script) {
  BOOST_TEST(chosen(project(R"({"scripts": {"test": "echo \"Error: no test specified\" && exit 1"}})")) ==
             "none");
}

BOOST_AUTO_TEST_CASE(a_script_of_something_else_is_run_as_it_is) {
  BOOST_TEST(chosen(project(R"({"scripts": {"test": "./check.sh"}})")) == "script test");
  BOOST_TEST(chosen(project(R"({"scripts": {"test": "tap"}, "devDependencies": {"jest": "30"}})")) ==
             "script test");
  BOOST_TEST(chosen(project(R"({"scripts": {"test": "make"}, "devDependencies": {"jest": "30"}})")) ==
             "jest: a dependency in package.json");
}

BOOST_AUTO_TEST_CASE(what_of_a_script_is_not_run_is_said) {
  const auto resolution =
      choose_runner(project(R"({"scripts": {"test": "tsc -b && jest -i && eslint . && tsd & x"}})"), {});
  BOOST_TEST_REQUIRE(resolution.commands.size() == 3u);
  BOOST_TEST(resolution.commands[0].script.text == "tsc -b");
  BOOST_TEST(resolution.commands[1].script.arguments == strings{"-i"}, boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(resolution.notes.size() == 1u);
  BOOST_TEST(
      resolution.notes[0] ==
      "Not run of scripts.test: `eslint .` (its script passes whatever it says); `tsd` (it runs beside the tests: start it "
      "yourself).");
}

BOOST_AUTO_TEST_CASE(a_script_that_only_checks_is_passed_over) {
  const auto checks = project(R"({"scripts": {"test": "eslint . && tsc --noEmit", "test:unit": "mocha"}})");
  BOOST_TEST(chosen(checks) == "mocha: named by scripts.test:unit in package.json");
  // `npm test` ends with an error where it does.
  const auto resolution = choose_runner(checks, {});
  BOOST_TEST_REQUIRE(resolution.commands.size() == 3u);
  BOOST_TEST((resolution.commands.back().kind == parsed_command::kind_type::check));
  BOOST_TEST(resolution.commands.back().script.text == "tsc --noEmit");
  BOOST_TEST(resolution.notes.empty());
}

BOOST_AUTO_TEST_CASE(a_runner_that_is_not_read_is_named) {
  BOOST_TEST(choose_runner(project(R"({"scripts": {"test": "xo && tap"}})"), {}).unread == "tap");
  BOOST_TEST(choose_runner(project(R"({"scripts": {"test": "c8 borp -r tap"}})"), {}).unread == "borp");
  BOOST_TEST(choose_runner(project(R"({"devDependencies": {"tap": "6"}})"), {}).unread == "tap");
  BOOST_TEST(choose_runner(project("{}", {"karma.conf.js"}), {}).unread == "karma");
}

BOOST_AUTO_TEST_CASE(a_guess_in_place_of_a_script_is_said) {
  const auto guess =
      choose_runner(project(R"({"scripts": {"test": "make"}, "devDependencies": {"jest": "30"}})"), {});
  BOOST_TEST_REQUIRE(guess.notes.size() == 2u);
  BOOST_TEST(
      guess.notes.front().starts_with("scripts.test (`make`) names no test runner that covey reads: jest"));
}

BOOST_AUTO_TEST_CASE(a_script_that_nobody_reads_decides_once_the_guess_has_passed) {
  const auto guess =
      choose_runner(project(R"({"scripts": {"test": "make"}, "devDependencies": {"jest": "30"}})"), {});
  BOOST_TEST_REQUIRE(guess.commands.size() == 2u);
  BOOST_TEST(guess.commands.back().script.text == "npm run test");
  BOOST_TEST(guess.commands.back().confirms);
  BOOST_TEST(
      guess.notes.back() ==
      "Once all else has passed, scripts.test runs as it is written, and its exit code counts: its own tests are "
      "not read; `leave_out = [\"npm run test\"]` in covey.toml does without.");
}

BOOST_AUTO_TEST_CASE(a_script_of_nothing_but_an_error_decides_where_there_is_no_other) {
  for (const auto* script : {"exit 1", "false", "set -enode x --test", "eslint . && exit 3"})
    BOOST_TEST_CONTEXT(script) {
      const auto text =
          R"({"scripts": {"test": ")" + std::string{script} + R"("}, "devDependencies": {"jest": "30"}})";
      BOOST_TEST(choose_runner(project(text), {}).commands.back().confirms);
    }
  BOOST_TEST(chosen(project(R"({"scripts": {"test": "exit 1", "unit": "mocha"}})")) ==
             "mocha: named by scripts.unit in package.json");
  BOOST_TEST(
      choose_runner(project(R"({"scripts": {"test": "exit 0"}, "devDependencies": {"jest": "30"}})"), {})
          .commands.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_script_that_nobody_reads_and_that_writes_is_no_pass) {
  const auto written =
      choose_runner(project(R"({"scripts": {"test": "prettier --write . && trap x EXIT; jest"}})"), {});
  const auto& last = written.commands.back();
  BOOST_TEST((last.kind == parsed_command::kind_type::left_out));
  BOOST_TEST(last.why.starts_with(
      "how scripts.test ends is not known: covey does not read `trap x EXIT` in it, and it "
      "is not run, because it changes the project"));
}

BOOST_AUTO_TEST_CASE(a_file_that_node_runs_is_given_to_node_test_if_that_is_what_it_imports) {
  auto own = project(R"({"scripts": {"test": "node -r ./setup.js test"}})");
  BOOST_TEST(chosen(own) == "script test");
  own.node_files["test"] = {"node:test", ".js"};
  const auto resolution = choose_runner(own, {});
  BOOST_TEST_REQUIRE(resolution.commands.size() == 1u);
  BOOST_TEST(resolution.commands.front().runner == &program_named("node:test"));
  BOOST_TEST(resolution.commands.front().script.arguments == (strings{"-r", "./setup.js", "test.js"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(several_runners_without_a_script_are_named) {
  const auto resolution = choose_runner(project(R"({"devDependencies": {"jest": "30", "vitest": "4"}})"), {});
  BOOST_TEST(resolution.commands.front().runner->name == "vitest");
  BOOST_TEST_REQUIRE(resolution.notes.size() == 1u);
  BOOST_TEST(resolution.notes.front().find("jest (a dependency in package.json)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_package_manager_is_known_by_its_files) {
  BOOST_TEST(project("{}").manager == "npm");
  BOOST_TEST(project("{}", {"pnpm-lock.yaml"}).manager == "pnpm");
  BOOST_TEST(project(R"({"packageManager": "yarn@4.1.0"})", {"package-lock.json"}).manager == "yarn");
  BOOST_TEST(project("{}", {".pnp.cjs"}).plug_and_play);
  BOOST_TEST(!project("{}", {".pnp.cjs", "node_modules"}).plug_and_play);
  BOOST_TEST(project(R"({"packageManager": "yarn@1.22.0"})").runs_pre_and_post);
  BOOST_TEST(!project(R"({"packageManager": "yarn@4.1.0"})").runs_pre_and_post);
  BOOST_TEST(!project("{}", {"yarn.lock", ".yarnrc.yml"}).runs_pre_and_post);
}

BOOST_AUTO_TEST_CASE(a_package_that_cannot_be_read_says_why) {
  BOOST_TEST(project("{").problem.starts_with("package.json is not JSON"));
  BOOST_TEST(project("{\n  \"name\": \"a\",\n}").problem.ends_with(" in line 3"));
  BOOST_TEST(project("[]").problem == "package.json is not a JSON object");
  BOOST_TEST(project("\xef\xbb\xbf{}").problem == "");
  for (const auto* odd :
       {R"({"scripts": 3})", R"({"scripts": {"test": 3}})", R"({"workspaces": {"packages": 1}})",
        R"({"packageManager": {}})", R"({"dependencies": []})"})
    BOOST_TEST(project(odd).problem == "");
}

BOOST_AUTO_TEST_CASE(workspace_patterns_become_folders) {
  const auto found = read_workspace_patterns(
      "/w", {"packages/*", "tools", "!packages/x", "apps/**", "a/{b,c}", "../out", "*"});
  BOOST_TEST(found.parents == (strings{"/w/packages", "/w/apps", "/w"}), boost::test_tools::per_element());
  BOOST_TEST(found.packages == strings{"/w/tools"}, boost::test_tools::per_element());
  BOOST_TEST(found.unread == (strings{"a/{b,c}", "../out"}), boost::test_tools::per_element());
  BOOST_TEST(read_lerna_workspaces(R"({"packages": ["modules/*"]})") == strings{"modules/*"},
             boost::test_tools::per_element());
  BOOST_TEST(read_lerna_workspaces("[").empty());
  BOOST_TEST(yaml_values("packages:\n  - 'a/*'\n  - \"b\" \n  - c\ncatalog:\n  - x\n", "packages") ==
                 (strings{"a/*", "b", "c"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_a_task_depends_on_is_read) {
  BOOST_TEST(read_task_dependencies(
                 R"({"tasks": {"test": {"dependsOn": ["^build", "build", "$CI", "^test"]}}} // x)", "test") ==
                 strings{"build"},
             boost::test_tools::per_element());
  BOOST_TEST(read_task_dependencies(R"({"pipeline": {"test": {"dependsOn": ["gen"]}, "lint": {}}})",
                                    "test") == strings{"gen"},
             boost::test_tools::per_element());
  BOOST_TEST(read_task_dependencies(R"({"targetDefaults": {"test": {"dependsOn": ["^build"],}}})", "test") ==
                 strings{"build"},
             boost::test_tools::per_element());
  for (const auto* text : {"", "[", R"({"tasks": []})", R"({"tasks": {"test": {}}})"})
    BOOST_TEST_CONTEXT(text) BOOST_TEST(read_task_dependencies(text, "test").empty());
}

BOOST_AUTO_TEST_CASE(a_jest_configuration_that_cannot_name_a_runner_is_not_asked) {
  BOOST_TEST(!jest_config_may_name_runner(""));
  BOOST_TEST(!jest_config_may_name_runner(R"({"testTimeout": 100})"));
  for (const auto* text : {R"({"preset": "ts-jest"})", "module.exports = {testRunner: 'x'}",
                           "module.exports = require('x')", "export default {...base}"})
    BOOST_TEST(jest_config_may_name_runner(text));
}

BOOST_AUTO_TEST_CASE(the_test_runner_of_all_projects_is_one) {
  BOOST_TEST(jest_test_runner(R"({"configs": [{"testRunner": "/a"}, {"testRunner": "/a"}]})").value_or("") ==
             "/a");
  BOOST_TEST(!jest_test_runner(R"({"configs": [{"testRunner": "/a"}, {"testRunner": "/b"}]})"));
  for (const auto* odd : {"", "x", "{}", R"({"configs": [1]})", R"({"configs": [{}]})"})
    BOOST_TEST(!jest_test_runner(odd));
}

BOOST_AUTO_TEST_CASE(scripts_own_arguments_stay_but_for_what_covey_says) {
  const strings jest{"--config", "x.js", "--coverage", "--reporters", "dot",
                     "--bail",   "src",  "-t",         "name",        "--env=jsdom"};
  BOOST_TEST(script_arguments(jest_runner, jest, true) ==
                 (strings{"--config", "x.js", "src", "-t", "name", "--env=jsdom"}),
             boost::test_tools::per_element());
  BOOST_TEST(script_arguments(jest_runner, jest, false) == (strings{"--config", "x.js", "--env=jsdom"}),
             boost::test_tools::per_element());
  const strings vitest{"run",  "--coverage.enabled", "src",    "--project",
                       "unit", "--reporter=dot",     "--bail", "1"};
  BOOST_TEST(vitest_script_arguments(vitest, true) == (strings{"src", "--project", "unit"}),
             boost::test_tools::per_element());
  BOOST_TEST(vitest_script_arguments(vitest, false) == (strings{"--project", "unit"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_installed_provider_is_used_that_the_configuration_names) {
  const std::map<std::string, std::string> v8{{"@vitest/coverage-v8", "/v8"}};
  const std::map<std::string, std::string> both{{"@vitest/coverage-v8", "/v8"},
                                                {"@vitest/coverage-istanbul", "/i"}};
  BOOST_TEST(vitest_provider({}, "").first == "");
  BOOST_TEST(vitest_provider(v8, "provider: 'istanbul'").second == "/v8");
  BOOST_TEST(vitest_provider(both, "").second == "/v8");
  BOOST_TEST(vitest_provider(both, "provider: 'istanbul'").second == "/i");
}

BOOST_AUTO_TEST_SUITE_END()
