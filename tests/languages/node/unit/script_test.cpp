// What the scripts of package.json do, read without a shell.
#include "parsers/languages/node/script/script_command.hpp"
#include "parsers/languages/node/script/script_reader.hpp"
#include "parsers/languages/node/workspace/probes.hpp"
#include "tests/languages/node/unit/parts.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;
using namespace covey::parsers::testing;

namespace {

using strings = std::vector<std::string>;

// The one command of a script.
script_command command_of(const std::string& script) {
  const auto parts = parts_of(script);
  BOOST_REQUIRE(parts.size() == 1);
  return parts.front().script;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_scripts)

BOOST_AUTO_TEST_CASE(what_leads_to_a_runner_is_taken_away) {
  for (const auto* script : {"jest --config x.js",
                             "npx jest --config x.js",
                             "npx --no-install jest@29 --config x.js",
                             "NODE_ENV=test jest --config x.js",
                             "cross-env CI=1 NODE_ENV=test jest --config x.js",
                             "env -u X A=b jest --config x.js",
                             "pnpm exec jest --config x.js",
                             "yarn jest --config x.js",
                             "yarn run jest --config x.js",
                             "c8 --reporter=lcov jest --config x.js",
                             "c8 -r text -x test jest --config x.js",
                             "nyc --all --report-dir out -- jest --config x.js",
                             "dotenv -e .env -- jest --config x.js",
                             "node_modules/.bin/jest --config x.js",
                             "$(npm bin)/jest --config x.js",
                             "node ./node_modules/jest/bin/jest.js --config x.js",
                             "node -r dotenv/config node_modules/.bin/jest --config x.js",
                             "sh -c 'jest --config x.js'",
                             "cross-env-shell \"A=b jest --config x.js\"",
                             "jest --config x.js | tee log",
                             "time jest --config x.js"})
    BOOST_TEST_CONTEXT(script) {
      const auto parts = parts_of(script);
      BOOST_TEST_REQUIRE(parts.size() == 1u);
      BOOST_TEST(shown(parts.front()) == "jest");
      BOOST_TEST(parts.front().script.arguments == (strings{"--config", "x.js"}),
                 boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(variables_loaders_and_what_sets_them_are_kept) {
  const auto jest =
      command_of("NODE_OPTIONS=--no-warnings node --experimental-vm-modules node_modules/.bin/jest -i");
  BOOST_TEST_REQUIRE(jest.environment.size() == 1u);
  BOOST_TEST(jest.environment.front().first == "NODE_OPTIONS");
  BOOST_TEST(jest.environment.front().second == "--no-warnings");
  BOOST_TEST(jest.node_flags == strings{"--experimental-vm-modules"}, boost::test_tools::per_element());
  BOOST_TEST(command_of("tsx --tsconfig t.json --test 'test/*.ts'").arguments ==
                 (strings{"--import", "tsx", "test/*.ts"}),
             boost::test_tools::per_element());
  BOOST_TEST(
      command_of("glob -c 'tsx --test' 'test/*.ts'").arguments == (strings{"--import", "tsx", "test/*.ts"}),
      boost::test_tools::per_element());
  BOOST_TEST(command_of("nyc --require esm -r text mocha").node_flags == (strings{"-r", "esm"}),
             boost::test_tools::per_element());
  BOOST_TEST(
      command_of("ts-node node_modules/.bin/mocha a").node_flags == (strings{"-r", "ts-node/register"}),
      boost::test_tools::per_element());
  const auto ts_mocha = command_of("ts-mocha -p t.json test/*.ts");
  BOOST_TEST(ts_mocha.arguments == (strings{"--require=ts-mocha/src/index.js", "test/*.ts"}),
             boost::test_tools::per_element());
  BOOST_TEST(ts_mocha.environment.front().second == "t.json");
  BOOST_TEST(command_of("dotenv -e .env -- mocha").wrapper == (strings{"dotenv", "-e", ".env", "--"}),
             boost::test_tools::per_element());
  BOOST_TEST(command_of("env-cmd -f .env mocha").wrapper == (strings{"env-cmd", "-f", ".env"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(everything_that_npm_test_runs_is_there_in_its_order) {
  const auto project = with_scripts({{"pretest", "npm run lint && npm run build"},
                                     {"test", "mocha a --grep 'x y' && A=1 mocha b"},
                                     {"posttest", "rm -rf out"},
                                     {"lint", "eslint . --fix"},
                                     {"build", "tsc -p . && cp a b"}});
  const auto parts = read_script(project, "test").commands;
  BOOST_TEST(is_same(shown(parts),
                     {"writes npm run lint", "step npm run build", "mocha", "mocha", "step rm -rf out"}));
  BOOST_TEST(parts[2].script.arguments == (strings{"a", "--grep", "x y"}), boost::test_tools::per_element());
  BOOST_TEST(parts[2].script.environment.empty());
  BOOST_TEST(parts[3].script.environment.size() == 1u);

  auto berry = project;
  berry.runs_pre_and_post = false;
  BOOST_TEST(is_same(shown(read_script(berry, "test").commands), {"mocha", "mocha"}));
}

BOOST_AUTO_TEST_CASE(scripts_that_call_scripts_are_followed) {
  const auto project = with_scripts({{"test", "npm run lint && npm run -s unit -- --ci"},
                                     {"lint", "eslint ."},
                                     {"preunit", "node gen.js"},
                                     {"unit", "vitest run a && vitest run src"}});
  const auto parts = read_script(project, "test").commands;
  BOOST_TEST(is_same(shown(parts), {"check npm run lint", "step node gen.js", "vitest", "vitest"}));
  // npm hands arguments on to the end of the script.
  BOOST_TEST(parts[2].script.arguments == (strings{"run", "a"}), boost::test_tools::per_element());
  BOOST_TEST(parts[3].script.arguments == (strings{"run", "src", "--ci"}), boost::test_tools::per_element());

  for (const auto* script : {"run-s a b", "npm-run-all a b", "run-s test:*", "npm run a && yarn b",
                             "concurrently npm:a 'npm run b'", "node --run a && pnpm run b"})
    BOOST_TEST_CONTEXT(script) {
      const auto all = with_scripts(
          {{"test", script}, {"a", "jest"}, {"b", "mocha"}, {"test:a", "jest"}, {"test:b", "mocha"}});
      BOOST_TEST(is_same(shown(read_script(all, "test").commands), {"jest", "mocha"}));
    }
}

BOOST_AUTO_TEST_CASE(what_runs_beside_the_tests_is_said) {
  const auto project =
      with_scripts({{"test", "run-p serve unit"}, {"serve", "node server.js"}, {"unit", "jest"}});
  BOOST_TEST(is_same(shown(read_script(project, "test").commands), {"left out node server.js", "jest"}));
  BOOST_TEST(is_same(shown(parts_of("node server.js & mocha")), {"left out node server.js", "mocha"}));
}

BOOST_AUTO_TEST_CASE(scripts_that_call_themselves_end) {
  BOOST_TEST(read_script(with_scripts({{"test", "npm test"}}), "test").commands.size() == 1u);
  const auto round =
      with_scripts({{"test", "npm run a && mocha"}, {"a", "npm run b"}, {"b", "npm run a; npm test"}});
  BOOST_TEST(shown(read_script(round, "test").commands).back() == "mocha");
}

BOOST_AUTO_TEST_CASE(the_shells_own_words_are_kept_or_named) {
  const auto inside = parts_of("cd sub && mocha && (cd deeper && jest) && vitest && cd .. && node --test");
  BOOST_TEST(is_same(shown(inside), {"mocha", "jest", "vitest", "node:test"}));
  strings folders;
  for (const auto& part : inside) folders.push_back(part.script.folder);
  BOOST_TEST(folders == (strings{"sub", "sub/deeper", "sub", ""}), boost::test_tools::per_element());

  BOOST_TEST(is_same(shown(parts_of("mkdir out; mocha || true")), {"step mkdir out (optional)", "mocha"}));
  BOOST_TEST(is_same(shown(parts_of("mocha || node report.js")), {"mocha", "left out node report.js"}));
  BOOST_TEST(is_same(shown(parts_of("test -d out || mkdir out && mocha")),
                     {"step test -d out || mkdir out", "mocha"}));
  BOOST_TEST(
      is_same(shown(parts_of("if [ -d .git ]; then mocha; fi")), {"step if [ -d .git ]; then mocha; fi"}));
  BOOST_TEST(
      command_of(". ./env.sh && mocha").wrapper == (strings{"sh", "-c", ". ./env.sh && exec \"$@\"", "sh"}),
      boost::test_tools::per_element());
  const auto exported = parts_of("export A=b && mocha");
  BOOST_TEST_REQUIRE(exported.size() == 1u);
  BOOST_TEST(exported.front().script.environment.front().second == "b");
}

BOOST_AUTO_TEST_CASE(linters_and_runners_that_are_not_read_are_told_apart) {
  BOOST_TEST(is_same(shown(parts_of("xo && c8 tap && tsd")), {"check xo", "unread tap", "check tsd"}));
  BOOST_TEST(is_same(shown(parts_of("mocha && karma start && nyc report && tsc --noEmit && npm audit")),
                     {"mocha", "unread karma", "report nyc report", "check tsc --noEmit", "check npm audit"}));
}

BOOST_AUTO_TEST_CASE(a_check_that_decides_nothing_is_told_from_one_that_does) {
  const std::vector<std::pair<std::string, strings>> read{
      {"eslint . && mocha", {"check eslint .", "mocha"}},
      {"eslint . ; mocha", {"check eslint . (optional)", "mocha"}},
      {"eslint . || true; mocha", {"report eslint . || true", "mocha"}},
      {"eslint . || exit 1; mocha", {"check eslint . || exit 1", "mocha"}},
      {"eslint . || node build.js && mocha", {"step eslint . || node build.js", "mocha"}},
      {"mocha && eslint .", {"mocha", "check eslint ."}},
      {"set -e; eslint .; mocha", {"check eslint .", "mocha"}},
      {"eslint . & mocha", {"left out eslint .", "mocha"}},
      {"mocha || eslint .", {"mocha", "left out eslint ."}},
      {"make lint && next lint && deno fmt --check && mypy . && mocha",
       {"check make lint", "check next lint", "check deno fmt --check", "check mypy .", "mocha"}},
      {"eslint --fix . && codecov && mocha", {"writes eslint --fix .", "report codecov", "mocha"}}};
  for (const auto& [script, parts] : read)
    BOOST_TEST_CONTEXT(script) BOOST_TEST(is_same(shown(parts_of(script)), parts));
  const auto called = with_scripts({{"test", "run-p lint unit && npm run all"},
                                    {"lint", "node lint.js"},
                                    {"unit", "mocha"},
                                    {"all", "prettier --write . && xo"}});
  BOOST_TEST(is_same(shown(read_script(called, "test").commands),
                     {"check node lint.js", "mocha", "writes prettier --write .", "check xo"}));
}

BOOST_AUTO_TEST_CASE(a_compiler_that_emits_nothing_only_checks) {
  auto project = with_scripts({});
  project.emits_nothing = {{""}, {"tsconfig.spec.json"}, {"sub/types"}, {"", true}};
  const auto read = [&](const std::string& script) {
    project.scripts = {{"test", script + " && mocha"}};
    return shown(read_script(project, "test").commands).front();
  };
  for (const auto* script :
       {"tsc", "tsc -p .", "tsc -p tsconfig.spec.json", "vue-tsc --project ./tsconfig.spec.json", "tsc -b",
        "tsc --noEmit -p other.json", "tsc --noemit a.ts", "cd sub && tsc -p types", "npx tsc -b ./"})
    BOOST_TEST(read(script).starts_with("check "), script);
  for (const auto* script : {"tsc -p other.json", "tsc a.ts", "tsc --noEmit false", "tsc -b tsconfig.spec.json",
                             "cd other && tsc", "tsc -p", "tsc -b . other"})
    BOOST_TEST(read(script).starts_with("step "), script);
}

BOOST_AUTO_TEST_CASE(wireit_keeps_its_commands_in_a_table) {
  const auto project = read_package_facts(
      R"({"scripts": {"test": "wireit", "build": "wireit"}, "wireit": {
          "test": {"command": "mocha a", "dependencies": ["build", {"script": "./other:build"}], "env": {"A": "b c"}},
          "build": {"command": "tsc -b"}}})",
      {"package.json"});
  const auto parts = read_script(project, "test").commands;
  BOOST_TEST(is_same(shown(parts), {"step npm run build", "step npm --prefix ./other run build", "mocha"}));
  BOOST_TEST(parts.back().script.environment.front().second == "b c");
}

BOOST_AUTO_TEST_CASE(a_shell_is_asked_for_what_it_alone_knows) {
  runner_request request;
  request.folder = "/w";
  request.script = command_of("A=\"$B c\" mocha test/*.js 'x y'");
  const auto question = ask_shell(request);
  BOOST_TEST_REQUIRE(bool{question});
  BOOST_TEST(question->argv[2] ==
             "A=\"$B c\"\nprintf '%s\\0' test/*.js 'x y' '\x01"
             "A'=\"$A\" '\x02'");
  probe_answer said;
  said.out = std::string{
      "test/a.js\0test/b.js\0x y\0\x01"
      "A=1 c\0\x02\0",
      33};
  BOOST_TEST(read_shell_words(said, request.script));
  BOOST_TEST(request.script.arguments == (strings{"test/a.js", "test/b.js", "x y"}),
             boost::test_tools::per_element());
  BOOST_TEST(request.script.environment.front().second == "1 c");

  const auto before = request.script.arguments;
  for (const auto* odd : {"", "x", "test/a.js"}) {
    said.out = odd;
    BOOST_TEST(!read_shell_words(said, request.script));
  }
  BOOST_TEST(request.script.arguments == before, boost::test_tools::per_element());
  request.script = command_of("mocha 'test/*.js'");
  BOOST_TEST(!ask_shell(request));
}

BOOST_AUTO_TEST_CASE(runners_are_named_by_one_word_or_two) {
  auto jest = command_of("jest --ci");
  BOOST_TEST(names_runner(jest, "jest"));
  BOOST_TEST(jest.arguments == strings{"--ci"}, boost::test_tools::per_element());
  auto bun = command_of("bun test x");
  BOOST_TEST(names_runner(bun, "bun test"));
  BOOST_TEST(bun.arguments == strings{"x"}, boost::test_tools::per_element());
  auto node = command_of("node --import tsx --test test/a.ts");
  BOOST_TEST(names_runner(node, "node --test"));
  BOOST_TEST(node.arguments == (strings{"--import", "tsx", "test/a.ts"}), boost::test_tools::per_element());
  auto other = command_of("node script.js");
  BOOST_TEST(!names_runner(other, "node --test"));
  auto bun_run = command_of("bun build test");
  BOOST_TEST(!names_runner(bun_run, "bun test"));
  auto jester = command_of("jester");
  BOOST_TEST(!names_runner(jester, "jest"));
}

BOOST_AUTO_TEST_CASE(scripts_of_the_packages_are_recognised) {
  for (const auto* script :
       {"npm test --workspaces", "npm run test -ws --if-present", "pnpm -r test", "pnpm --recursive run test",
        "lerna run test", "turbo run test", "turbo test", "turbo run build test", "nx run-many -t test",
        "nx run-many --target=test", "yarn workspaces run test", "yarn workspaces foreach -A run test",
        "npx turbo run test", "bun run --filter '*' test"})
    BOOST_TEST_CONTEXT(script) BOOST_TEST(is_same(shown(parts_of(script)), {"packages test"}));
  for (const auto* script : {"npm run build --workspaces", "turbo run build", "lerna ls", "nx build"})
    BOOST_TEST_CONTEXT(script) BOOST_TEST(is_same(shown(parts_of(script)), {"step " + std::string{script}}));
}

BOOST_AUTO_TEST_CASE(the_packages_that_a_script_means_are_read) {
  const auto meant = [](const std::string& script) {
    const auto parts = parts_of(script);
    BOOST_REQUIRE(!parts.empty());
    const auto& call = parts.front().packages;
    return call.script + " of " + (call.only.empty() ? "" : call.only.front()) + "|" + call.folder + "|" +
           call.unread;
  };
  BOOST_TEST(meant("npm -w packages/a test") == "test of packages/a||");
  BOOST_TEST(meant("npm run test:unit --workspace=a") == "test:unit of a||");
  BOOST_TEST(meant("yarn workspace @x/a test") == "test of @x/a||");
  BOOST_TEST(meant("pnpm --filter a run test") == "test of a||");
  BOOST_TEST(meant("pnpm --filter './packages/**' test") == "test of ||./packages/**");
  BOOST_TEST(meant("npm --prefix client test") == "test of |client|");
  BOOST_TEST(meant("cd client && npm test") == "test of |client|");
  BOOST_TEST(meant("cd client && yarn run unit") == "unit of |client|");
  BOOST_TEST(meant("lerna run test --scope a") == "test of a||");
}

BOOST_AUTO_TEST_CASE(tasks_beside_the_tests_are_known) {
  const auto others = [](const std::string& script) {
    const auto parts = parts_of(script);
    BOOST_REQUIRE(!parts.empty());
    return parts.front().packages.others;
  };
  BOOST_TEST(others("turbo run build test --concurrency 3") == strings{"build"},
             boost::test_tools::per_element());
  BOOST_TEST(others("nx run-many -t lint,build,test") == (strings{"lint", "build"}),
             boost::test_tools::per_element());
  BOOST_TEST(others("turbo test").empty());
}

BOOST_AUTO_TEST_CASE(unwanted_flags_go_with_their_values) {
  const std::vector<unwanted_flag> unwanted{{"--reporter", true}, {"--coverage"}, {"-b"}, {"-O", true, true}};
  const strings given{"--reporter",    "dot",          "--reporter=x", "--coverage.enabled=true",
                      "--no-coverage", "-b",           "--config",     "x",
                      "src",           "--reporterish"};
  BOOST_TEST(without_flags(given, unwanted) == (strings{"--config", "x", "src", "--reporterish"}),
             boost::test_tools::per_element());
  BOOST_TEST(without_flags({"--reporter"}, unwanted).empty());
  BOOST_TEST(without_flags({"-O", "a=1", "b=2", "--reporter", "x", "y"}, unwanted) == strings{"y"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(operands_go_but_for_the_values_of_flags) {
  BOOST_TEST(without_operands({"src", "--config", "x", "-i", "test/a"}, {"--config"}) ==
                 (strings{"--config", "x", "-i"}),
             boost::test_tools::per_element());
  BOOST_TEST(without_operands({"--projects", "a", "b", "-i", "c"}, {}, {"--projects"}) ==
                 (strings{"--projects", "a", "b", "-i"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
