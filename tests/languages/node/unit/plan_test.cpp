// The plans for whole Node projects, on a machine made up by each test.
#include "tests/languages/node/unit/machine.hpp"
#include "tests/support/run_targets.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;
using namespace covey::parsers::testing;

namespace {

std::string vitest_here(const std::string& version, const std::string& extras = "{}") {
  return R"({"node":"22.1.0","folders":{"/w":{"runners":{"vitest":{"entry":"/w/node_modules/vitest/vitest.mjs","version":")" +
         version + R"("}},"extras":)" + extras + R"(,"imports":{}}}})";
}

machine with_vitest(const std::string& version, const std::string& extras = "{}") {
  machine out;
  out.package("/w", R"({"scripts": {"test": "vitest"}})");
  out.says("node", vitest_here(version, extras));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_plans_of_projects)

BOOST_AUTO_TEST_CASE(jest_gets_reporters_and_coverage_per_test) {
  const auto plan = with_jest("NODE_ENV=test jest --config a.js --bail").says("--showConfig", "{}").planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 1u);
  const auto& run = plan.commands.front();
  BOOST_TEST(run.argv[0] == "node");
  BOOST_TEST(run.argv[1] == "-r");
  BOOST_TEST(run.argv[2] == "/s/node/jest-cache.cjs");
  BOOST_TEST(run.argv[3] == "/w/node_modules/jest/bin/jest.js");
  BOOST_TEST(run.cwd == "/w");
  for (const auto* word : {"--config", "a.js", "--bail=0", "--ci", "--reporters=/s/node/jest-reporter.cjs"})
    BOOST_TEST(has(run.argv, word), word);
  BOOST_TEST(!has(run.argv, "--bail"));
  BOOST_TEST(variable(run, "NODE_ENV") == "test");
  BOOST_TEST(variable(run, "CI") == "(not set)");  // suites and configurations look at it
  BOOST_TEST(variable(run, "COVEY_ROOT") == "/w");
  BOOST_TEST(variable(run, "COVEY_SELECT") == "(not set)");
  BOOST_TEST(variable(run, "COVEY_COVERAGE") == "/s/coverage");
  BOOST_TEST(plan.events == "/s/events");
  BOOST_TEST(file_text(plan, "/s/node/jest-reporter.cjs").size() > 1000u);
  BOOST_TEST_REQUIRE(plan.decisions.size() == 3u);
  BOOST_TEST(plan.decisions[1].chosen == "jest 30.5.2");
  BOOST_TEST(plan.decisions[1].why == "named by scripts.test in package.json");
}

BOOST_AUTO_TEST_CASE(jest_is_asked_for_its_test_runner_only_where_it_may_be_another) {
  auto simple = with_jest();
  BOOST_TEST(has(simple.planned().commands.front().argv, "--testRunner=/s/node/jest-runner.cjs"));
  BOOST_TEST(simple.probes.size() == 1u);

  auto preset = with_jest();
  preset.package("/w", R"({"scripts": {"test": "jest"}, "jest": {"preset": "ts-jest"}})");
  preset.says("--showConfig", R"({"configs": [{"testRunner": "/x/jest-circus/runner.js"}]})");
  const auto circus = preset.planned();
  BOOST_TEST(variable(circus.commands.front(), "COVEY_RUNNER") == "/x/jest-circus/runner.js");
  BOOST_TEST(has(circus.commands.front().argv, "--testRunner=/s/node/jest-runner.cjs"));

  preset.says("--showConfig", R"({"configs": [{"testRunner": "/x/jest-jasmine2/index.js"}]})");
  const auto jasmine = preset.planned();
  BOOST_TEST(!has(jasmine.commands.front().argv, "--testRunner=/s/node/jest-runner.cjs"));
  BOOST_TEST(jasmine.notes.size() == 1u);

  preset.says("--showConfig", "");  // it could not be read
  BOOST_TEST(preset.planned().notes.empty());
}

BOOST_AUTO_TEST_CASE(doctor_plans_without_the_slow_question) {
  auto preset = with_jest();
  preset.package("/w", R"({"scripts": {"test": "jest"}, "jest": {"preset": "ts-jest"}})");
  preset.request.coverage = false;
  const auto plan = preset.planned();
  BOOST_TEST(preset.probes.size() == 1u);
  BOOST_TEST(!plan.make_collector);
  BOOST_TEST(has(plan.commands.front().argv, "--coverage=false"));
}

BOOST_AUTO_TEST_CASE(a_rerun_names_files_and_writes_the_keys) {
  const auto plan = with_jest("jest src --shard=1/2")
                        .rerun("t/a.test.js", R"(["t/a.test.js","x"])")
                        .rerun("t/a.test.js", R"(["t/a.test.js","y"])")
                        .planned();
  const auto& run = plan.commands.front();
  BOOST_TEST(run.argv.back() == "/w/t/a.test.js");
  BOOST_TEST(has(run.argv, "--runTestsByPath"));
  BOOST_TEST(!has(run.argv, "src"));
  BOOST_TEST(!has(run.argv, "--shard=1/2"));
  BOOST_TEST(variable(run, "COVEY_SELECT") == "/s/node/select.json");
  BOOST_TEST(file_text(plan, "/s/node/select.json") ==
             R"(["[\"t/a.test.js\",\"x\"]","[\"t/a.test.js\",\"y\"]"])");
}

BOOST_AUTO_TEST_CASE(vitest_without_a_provider_runs_without_coverage) {
  const auto plan = with_vitest("4.1.12").planned();
  BOOST_TEST(has(plan.commands.front().argv, "--coverage.enabled=false"));
  BOOST_TEST(!plan.make_collector);
  BOOST_TEST_REQUIRE(plan.notes.size() == 1u);
  BOOST_TEST(plan.notes.front().find("`npm install -D @vitest/coverage-v8@4.1.12`") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(vitest_is_covered_through_the_installed_provider) {
  const std::string v8 = R"({"@vitest/coverage-v8": "/w/node_modules/@vitest/coverage-v8"})";
  const auto plan = with_vitest("5.1.0", v8).planned();
  const auto& run = plan.commands.front();
  BOOST_TEST(run.argv[2] == "run");
  BOOST_TEST(has(run.argv, "--coverage.customProviderModule=/s/node/node_modules/vitest-coverage.mjs"));
  BOOST_TEST(has(run.argv, "--fsModuleCachePath=/s/node/node_modules/cache"));
  BOOST_TEST(variable(run, "COVEY_RUNNER") == "/w/node_modules/@vitest/coverage-v8");
  BOOST_TEST(bool{plan.make_collector});
  BOOST_TEST(!has(with_vitest("3.2.7", v8).planned().commands.front().argv,
                  "--fsModuleCachePath=/s/node/node_modules/cache"));
}

BOOST_AUTO_TEST_CASE(vitest_keeps_what_the_script_says_of_only_and_of_coverage) {
  auto words = with_vitest("3.2.7", R"({"@vitest/coverage-v8": "/w/v8"})");
  words.package("/w", R"({"scripts": {"test": "vitest run --coverage --allowOnly=false --passWithNoTests --coverage.include a --coverage.thresholds.lines 90 --coverage.thresholds.100 --coverage.reporter html --coverage.reportsDirectory=out"}})");
  const auto has_own = [](const strings& argv) {
    return has(argv, "--allowOnly=false") && !has(argv, "--allowOnly") && has(argv, "--coverage.include=a") &&
           has(argv, "--coverage.thresholds.lines=90") && has(argv, "--coverage.thresholds.100") && !has(argv, "html") &&
           !has(argv, "--coverage") && !has(argv, "--coverage.reportsDirectory=out");
  };
  const auto all = words.planned().commands.front().argv;
  BOOST_TEST(has_own(all));
  const auto again = words.rerun("a.test.js", R"(["a.test.js","x"])").planned().commands.front().argv;
  BOOST_TEST(has_own(again));
  BOOST_TEST(std::ranges::count(again, "--passWithNoTests") == 1);  // Vitest refuses the second
}

BOOST_AUTO_TEST_CASE(a_threshold_of_jests_command_line_is_left_to_its_reporter) {
  const auto argv = with_jest("jest --coverage --coverageThreshold={}").planned().commands.front().argv;
  BOOST_TEST(has(argv, "--coverageThreshold={}"));
}

BOOST_AUTO_TEST_CASE(a_later_check_of_nycs_is_of_the_files_that_nyc_chose) {
  auto project = with_vitest("3.2.7");
  project.says("node", R"({"node":"22.1.0","folders":{"/w":{"runners":{},"extras":{},"imports":{}}}})");
  for (const std::string tool : {"nyc", "c8"}) {
    project.package("/w", R"({"scripts": {"test": ")" + tool + " --include lib node --test && " + tool +
                              R"( check-coverage --lines 90"}})");
    const auto words = variable(project.planned().commands.front(), "COVEY_THRESHOLDS");
    BOOST_TEST(words.find(R"("check-coverage","--lines","90")") != std::string::npos, words);
    BOOST_TEST((words.find("--include") != std::string::npos) == (tool == "nyc"), words);
  }
}

// One of the project's own may fail its command; those of the runner do not.
BOOST_AUTO_TEST_CASE(reporters_of_the_project_that_are_set_aside_are_named) {
  const auto named = [](machine project) {
    for (const auto& note : project.planned().notes)
      if (const auto at = note.find("own reporter ("); at != std::string::npos)
        return note.substr(at + 14, note.find(") is set aside") - at - 14);
    return std::string{};
  };
  const auto jest = [](const std::string& script, const std::string& config) {
    auto out = with_jest(script);
    out.package("/w", R"({"scripts": {"test": ")" + script + "\"}}", {"jest.config.js"});
    out.paths["/w/jest.config.js"] = {path_state::kind_type::file, config, {}};
    return out;
  };
  BOOST_TEST(named(jest("jest", "")) == "");
  BOOST_TEST(named(jest("jest", "module.exports = {reporters: ['default', ['jest-junit', {outputDirectory: 'out'}]]}")) == "");
  BOOST_TEST(named(jest("jest", "module.exports = {\n  reporters: [\n    'default',\n    ['./rep.js', {file: 'x'}],\n    '@a/b',\n"
                                "  ],\n  coverageReporters: ['./no'], roots: ['src'],\n}")) == "./rep.js, @a/b");
  BOOST_TEST(named(jest("jest", "module.exports = {\n  // reporters: ['./old.js'],\n  roots: ['a'] }")) == "");
  BOOST_TEST(named(jest("jest --reporters=default --reporters ./a.js ./b.js -i", "x = {reporters: ['./rep.js']}")) ==
             "./a.js, ./b.js");
  BOOST_TEST(named(jest("jest", "x = {reporters: ['./rep.js']}").rerun("a.test.js", R"(["a.test.js","x"])")) == "");

  auto vitest = with_vitest("3.2.7");
  vitest.package("/w", R"({"scripts": {"test": "vitest"}})", {"vite.config.ts"});
  vitest.paths["/w/vite.config.ts"] = {path_state::kind_type::file,
                                       "export default {test: {reporters: ['dot', new Budget({x: 'y'})], coverage: "
                                       "{reporter: ['text']}}}", {}};
  BOOST_TEST(named(vitest) == "Budget");
  vitest.paths["/w/vite.config.ts"].text = "x({test: {reporters: env.CI === 'yes' ? ['./ci.mjs'] : 'dot'}, a: ['b']})";
  BOOST_TEST(named(vitest) == "./ci.mjs");
  vitest.package("/w", R"({"scripts": {"test": "vitest --reporter=./r.mjs --reporter dot a"}})", {"vite.config.ts"});
  BOOST_TEST(named(vitest) == "./r.mjs");

  auto mocha = with_vitest("3.2.7");
  mocha.package("/w", R"({"scripts": {"test": "mocha"}, "mocha": {"reporter": "./own.js", "reporterOption": ["a=b"]}})");
  mocha.says("node", R"({"node":"22.1.0","folders":{"/w":{"runners":{"mocha":{"entry":"/w/m","version":"11.0.0"}},"extras":{},"imports":{}}}})");
  BOOST_TEST(named(mocha) == "./own.js");
  mocha.package("/w", R"({"scripts": {"test": "mocha"}})", {".mocharc.yml"});
  mocha.paths["/w/.mocharc.yml"] = {path_state::kind_type::file, "spec: test\nreporter: lib/own.js\n", {}};
  BOOST_TEST(named(mocha) == "lib/own.js");
  mocha.package("/w", R"({"scripts": {"test": "mocha -R min"}})", {".mocharc.yml"});
  BOOST_TEST(named(mocha) == "");

  auto native = with_vitest("3.2.7");
  native.package("/w", R"({"scripts": {"test": "node --test --test-reporter=spec --test-reporter ./r.mjs a.test.js"}})");
  native.says("node", R"({"node":"22.1.0","folders":{"/w":{"runners":{},"extras":{},"imports":{}}}})");
  BOOST_TEST(named(native) == "./r.mjs");
}

BOOST_AUTO_TEST_CASE(an_old_vitest_is_asked_for_places_by_its_reporter) {
  BOOST_TEST(!has(with_vitest("1.3.0").planned().commands.front().argv, "--includeTaskLocation"));
  BOOST_TEST(!has(with_vitest("2.1.9").planned().commands.front().argv, "--includeTaskLocation"));
  BOOST_TEST(has(with_vitest("3.0.0").planned().commands.front().argv, "--includeTaskLocation"));
}

BOOST_AUTO_TEST_CASE(an_old_vitest_is_refused_with_the_remedy) {
  BOOST_TEST(with_vitest("0.34.6").refused().find("older than 1.3") != std::string::npos);
  BOOST_TEST(
      with_vitest("1.2.2").refused() ==
      "vitest 1.2.2 is older than 1.3, the first that covey reads: run `npm install -D vitest@latest`");
}

BOOST_AUTO_TEST_CASE(an_old_jest_is_refused_with_the_remedy) {
  auto old = jest_here;
  old.replace(old.find("30.5.2"), 6, "19.0.2");
  BOOST_TEST(with_jest().says("node", old).refused() ==
             "jest 19.0.2 is older than 27, the first that covey reads: run `npm install -D jest@latest`");
}

BOOST_AUTO_TEST_CASE(a_runner_that_is_not_installed_is_refused_with_the_remedy) {
  const std::string nothing = R"({"node":"20.1.0","folders":{"/w":{"runners":{},"extras":{},"imports":{}}}})";
  BOOST_TEST(
      with_jest().says("node", nothing).refused() ==
      "jest (named by scripts.test in package.json) is not installed in the workspace: run `npm install`");
}

BOOST_AUTO_TEST_CASE(a_missing_node_is_found_missing_by_the_run) {
  auto bare = with_jest();
  bare.programs.clear();
  BOOST_TEST(bare.planned().commands.front().argv == strings{"node"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_node_that_cannot_be_asked_is_refused_with_its_words) {
  BOOST_TEST(with_jest().says("node", "", 9).refused().find("exit code 9: it is broken") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_node_says_instead_of_an_answer_is_cut_between_characters) {
  auto here = with_jest().says("node", "", 9);
  std::string snowmen = "a";
  for (int i = 0; i < 400; ++i) snowmen += "\u2603";
  here.programs["node"].err = snowmen + "\n\n";
  const auto why = here.refused();
  BOOST_TEST(is_utf8(why));
  BOOST_TEST(why.ends_with("\u2603"));
  BOOST_TEST(why.size() < 700u);
}

BOOST_AUTO_TEST_CASE(a_package_json_that_is_broken_is_refused) {
  BOOST_TEST(with_jest().package("/w", "{").refused().starts_with("package.json is not JSON"));
  machine none;
  none.package("/w", "{}").says("node", R"({"node":"20.1.0","folders":{}})");
  BOOST_TEST(none.refused().starts_with("no test runner was found"));
}

BOOST_AUTO_TEST_CASE(plug_and_play_goes_through_yarn) {
  auto pnp = with_jest().package("/w", R"({"scripts": {"test": "jest"}})", {".pnp.cjs", "yarn.lock"});
  pnp.says("yarn", jest_here);
  const auto plan = pnp.planned();
  const auto& argv = plan.commands.front().argv;
  BOOST_TEST(argv[0] == "yarn");
  BOOST_TEST(argv[1] == "node");
  BOOST_TEST(pnp.probes.front().argv[0] == "yarn");
}

BOOST_AUTO_TEST_CASE(the_packages_of_a_workspace_are_run_one_after_the_other) {
  machine several;
  several.package("/w", R"({"workspaces": ["packages/*"], "scripts": {"test": "npm test --workspaces"}})");
  several.paths["/w/packages"] = {path_state::kind_type::folder, "", {"a", "b", "c"}};
  several.package("/w/packages/a", R"({"name": "a", "scripts": {"test": "jest"}})");
  several.package("/w/packages/b", R"({"name": "b", "scripts": {"test": "vitest run"}})");
  several.says("node", R"({"node":"20.1.0","folders":{)"
                       R"("/w/packages/a":{"runners":{"jest":{"entry":"/j.js","version":"30.0.0"}}},)"
                       R"("/w/packages/b":{"runners":{"vitest":{"entry":"/v.mjs","version":"4.0.0"}}}}})");
  const auto plan = several.planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 2u);
  BOOST_TEST(plan.commands[0].cwd == "/w/packages/a");
  BOOST_TEST(plan.commands[1].cwd == "/w/packages/b");
  BOOST_TEST(has(plan.commands[0].argv, "--reporters=/s/1-node/jest-reporter.cjs"));
  BOOST_TEST(has(plan.commands[1].argv, "--reporter=/s/2-node/node_modules/vitest-reporter.mjs"));

  BOOST_TEST(plan.commands[0].runner == "jest in packages/a");
  BOOST_TEST(plan.failures.empty());  // packages without a script are passed over

  several.rerun("packages/b/x.test.js", R"(["packages/b/x.test.js","x"])");
  const auto again = several.planned();
  BOOST_TEST_REQUIRE(again.commands.size() == 1u);
  BOOST_TEST(again.commands[0].cwd == "/w/packages/b");
}

BOOST_AUTO_TEST_CASE(the_steps_of_a_script_run_at_their_places) {
  auto built = with_jest();
  built.request.environment["PATH"] = "/bin";
  built.package(
      "/w", R"({"name": "x", "scripts": {"pretest": "npm run build", "test": "jest a && A=1 jest b; x || y",
                          "build": "tsc", "posttest": "eslint ."}})");
  const auto plan = built.planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 5u);
  const auto& step = plan.commands[0];
  BOOST_TEST(step.argv == (strings{"sh", "-c", "npm run build"}), boost::test_tools::per_element());
  BOOST_TEST((step.role == command_role::step));
  BOOST_TEST(step.needed_by == 4u);
  BOOST_TEST(variable(step, "PATH") == "/w/node_modules/.bin:/node_modules/.bin:/bin");
  BOOST_TEST(variable(step, "npm_package_name") == "x");
  BOOST_TEST(plan.commands[1].runner == "jest in the workspace");
  BOOST_TEST(plan.commands[2].runner == "jest in the workspace (2)");
  BOOST_TEST(has(plan.commands[1].argv, "a"));
  BOOST_TEST(has(plan.commands[2].argv, "b"));
  BOOST_TEST(variable(plan.commands[1], "A") == "(not set)");
  BOOST_TEST(variable(plan.commands[2], "A") == "1");
  BOOST_TEST(plan.commands[3].argv.back() == "x || y");
  BOOST_TEST(plan.commands[4].argv.back() == "eslint .");
  BOOST_TEST(plan.commands[4].needed_by == 0u);
  BOOST_TEST(plan.notes.empty());
}

BOOST_AUTO_TEST_CASE(a_step_is_needed_by_tests_behind_a_check_and_a_step_that_may_fail) {
  const auto plan = with_jest("set -e; tsc -p a; eslint .; x || true; jest").planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 4u);
  BOOST_TEST(plan.commands[0].needed_by == 3u);
  BOOST_TEST((plan.commands[3].role == command_role::tests));
}

BOOST_AUTO_TEST_CASE(a_rerun_runs_the_commands_that_had_the_failures) {
  auto two = with_jest("npm run build && jest a && jest b").rerun("t/x.test.js", R"(["t/x.test.js","x"])");
  rerun_set_in(two.request.target).front().runner = "jest in the workspace (2)";
  const auto second = two.planned();
  BOOST_TEST_REQUIRE(second.commands.size() == 2u);
  BOOST_TEST((second.commands[0].role == command_role::step));
  BOOST_TEST(second.commands[1].runner == "jest in the workspace (2)");
  BOOST_TEST(has(second.commands[1].argv, "/w/t/x.test.js"));

  // A step that failed has kept all tests behind it from running.
  rerun_set_in(two.request.target).front().id = {"npm run build", "", " > "};
  rerun_set_in(two.request.target).front().runner = "npm run build";
  const auto all = two.planned();
  BOOST_TEST_REQUIRE(all.commands.size() == 3u);
  BOOST_TEST(variable(all.commands[1], "COVEY_SELECT") == "(not set)");
  BOOST_TEST(has(all.commands[1].argv, "a"));
  const auto parser = all.make_parser();
  parser->feed(stream::events, "{\"e\":\"start\"}\n{\"e\":\"end\"}\n");
  BOOST_TEST(parser->finish({run_ending::kind_type::exited, 0, false, false}).failures.empty());
}

// Its failure names the file at fault as its place only: a rerun of that file would run no test and stay red for ever.
BOOST_AUTO_TEST_CASE(a_rerun_of_a_runner_that_did_not_start_runs_all_of_its_tests) {
  for (const auto* script : {"jest", "npm run build && jest"}) {
    auto again = with_jest(script).rerun("jest", "");
    rerun_set_in(again.request.target).front().id = {"jest", "", " > "};
    const auto plan = again.planned();
    BOOST_TEST(variable(plan.commands.back(), "COVEY_SELECT") == "(not set)");
    BOOST_TEST(!has(plan.commands.back().argv, "--runTestsByPath"));
    const auto parser = plan.make_parser();
    parser->feed(stream::events, "{\"e\":\"start\"}\n{\"e\":\"end\"}\n");
    BOOST_TEST(parser->finish({run_ending::kind_type::exited, 0, false, false}).failures.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_rerun_of_what_is_not_read_runs_it_alone) {
  auto two = with_jest("jest && karma start").rerun("karma start", "");
  rerun_set_in(two.request.target).front().id.name.clear();
  rerun_set_in(two.request.target).front().runner = "karma start";
  const auto plan = two.planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 1u);
  BOOST_TEST(plan.commands.front().argv == (strings{"sh", "-c", "karma start"}),
             boost::test_tools::per_element());
  BOOST_TEST(!plan.make_parser()->finish({run_ending::kind_type::exited, 0, false, false}).structured);
}

BOOST_AUTO_TEST_CASE(a_folder_that_the_script_goes_to_is_where_its_tests_run) {
  machine client;
  client.package("/w", R"({"scripts": {"test": "cd client && npm test && cd .. && jest"}})");
  client.package("/w/client", R"({"name": "client", "scripts": {"test": "jest -i"}})");
  client.says("node", R"({"node":"20.1.0","folders":{)"
                      R"("/w":{"runners":{"jest":{"entry":"/j.js","version":"30.0.0"}}},)"
                      R"("/w/client":{"runners":{"jest":{"entry":"/j.js","version":"30.0.0"}}}}})");
  const auto plan = client.planned();
  BOOST_TEST_REQUIRE(plan.commands.size() == 2u);
  BOOST_TEST(plan.commands[0].cwd == "/w/client");
  BOOST_TEST(has(plan.commands[0].argv, "-i"));
  BOOST_TEST(plan.commands[1].cwd == "/w");
}

BOOST_AUTO_TEST_CASE(a_call_of_packages_that_are_not_there_is_run_as_it_is) {
  machine lonely;
  lonely.package("/w", R"({"scripts": {"test": "turbo run test"}})");
  lonely.says("node", R"({"node":"20.1.0","folders":{}})");
  BOOST_TEST(lonely.planned().commands.front().argv == (strings{"sh", "-c", "turbo run test"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(tasks_that_the_tests_of_packages_depend_on_are_named) {
  machine repository;
  repository.package("/w", R"({"workspaces": ["a"], "scripts": {"test": "turbo run lint test"}})");
  repository.package("/w/a", R"({"scripts": {"test": "node --test"}})");
  repository.paths["/w/turbo.json"] = {
      path_state::kind_type::file, R"({"tasks": {"test": {"dependsOn": ["^build"]}}})", {}};
  repository.says("node", R"({"node":"20.1.0","folders":{}})");
  const auto notes = repository.planned().notes;
  const std::string expected{
      "Not run: `lint`, `build`, which turbo runs with `test`. Where tests need what it makes, run it "
      "yourself "
      "before them."};
  BOOST_TEST(std::count(notes.begin(), notes.end(), expected) == 1);
}

BOOST_AUTO_TEST_CASE(the_lines_of_node_test_are_those_of_c8_unless_the_script_asks_node_for_them) {
  machine project;
  project.says("node", R"({"node":"20.1.0","folders":{}})");
  project.request.coverage = true;
  for (const std::string script : {"c8 --100 node --test", "node --test"}) {
    project.package("/w", R"({"scripts": {"test": ")" + script + R"("}})");
    const auto plan = project.planned();
    BOOST_TEST_REQUIRE(plan.commands.size() == 2u);
    BOOST_TEST(!has(plan.commands[0].argv, "--experimental-test-coverage"));
    BOOST_TEST((plan.commands[1].role == command_role::coverage));
  }
  project.package(
      "/w", R"({"scripts": {"test": "node --test --experimental-test-coverage --test-coverage-lines=80"}})");
  const auto own = project.planned();
  BOOST_TEST_REQUIRE(own.commands.size() == 1u);
  BOOST_TEST(has(own.commands[0].argv, "--experimental-test-coverage"));
}

// Else node itself has to count, from its start on.
BOOST_AUTO_TEST_CASE(v8_is_asked_by_the_hooks_where_nothing_of_the_project_is_loaded_before_them) {
  machine project;
  project.request.coverage = true;
  project.package("/w", R"({"scripts": {"test": "node --test"}})");
  const auto who_counts = [&](const std::string& version, const std::string& options) {
    project.says("node", R"({"node":")" + version + R"(","folders":{}})");
    project.package("/w", R"({"scripts": {"test": "NODE_OPTIONS=')" + options + R"(' node --test"}})");
    const auto plan = project.planned();
    for (const auto& [name, value] : plan.commands.front().set_env)
      if (name == "COVEY_COUNTS" || name == "NODE_V8_COVERAGE") return name;
    return std::string{"nobody"};
  };
  BOOST_TEST(who_counts("20.5.0", "--import=tsx") == "COVEY_COUNTS");
  BOOST_TEST(who_counts("24.0.0", "--max-old-space-size=100 -r dotenv/config") == "COVEY_COUNTS");
  BOOST_TEST(who_counts("20.4.9", "--import=tsx") == "NODE_V8_COVERAGE");
  for (const std::string own : {"-r ./setup.js", "--import=./hooks.mjs", "--require /w/x.cjs",
                                "--loader=file:///w/l.mjs", "--import=#setup", "-r=../shared/setup.js"})
    BOOST_TEST(who_counts("24.0.0", own) == "NODE_V8_COVERAGE", own);
}

// Snapshots of what is printed in colours hold only with them.
BOOST_AUTO_TEST_CASE(colours_that_the_script_of_jest_asks_for_are_kept) {
  BOOST_TEST(has(with_jest("jest --color=true").planned().commands.front().argv, "--color=true"));
}

BOOST_AUTO_TEST_CASE(what_sets_variables_for_a_runner_starts_it) {
  const auto plan = with_jest("dotenv -e .env -- jest").planned();
  const auto& argv = plan.commands.front().argv;
  BOOST_TEST(strings(argv.begin(), argv.begin() + 9) ==
                 (strings{"sh", "-c", "exec \"$@\"", "sh", "dotenv", "-e", ".env", "--", "node"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_runner_that_is_not_read_is_named_in_the_refusal) {
  machine tap;
  tap.package("/w", R"({"devDependencies": {"tap": "6"}})").says("node", R"({"node":"20.1.0","folders":{}})");
  BOOST_TEST(tap.refused().find("tap was seen, which covey does not read") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_script_without_a_runner_gives_an_exit_code_alone) {
  machine custom;
  custom.package("/w", R"({"scripts": {"test": "./check.sh"}})", {"pnpm-lock.yaml"});
  custom.says("node", R"({"node":"20.1.0","folders":{}})");
  const auto plan = custom.planned();
  BOOST_TEST(plan.commands.front().argv == (strings{"pnpm", "run", "test"}),
             boost::test_tools::per_element());
  const auto parser = plan.make_parser();
  parser->feed(stream::out, "not ok 1 - fake\n");
  const auto results = parser->finish({run_ending::kind_type::exited, 3, false, false});
  BOOST_TEST(!results.structured);
  BOOST_TEST(results.failures.empty());
  BOOST_TEST_REQUIRE(results.notes.size() == 1u);
  BOOST_TEST(custom.rerun("a", "").refused().find("use run_tests") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
