// Vitest end to end, with the real Vitest 1 to 5.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;

namespace {

struct vitest1 {
  static constexpr const char* set = "vitest1";
  static constexpr bool places_syntax_errors = false;  // its error has neither a place nor a frame
};
struct vitest2 {
  static constexpr const char* set = "vitest2";
  static constexpr bool places_syntax_errors = false;  // its error has neither a place nor a frame
};
struct vitest3 {
  static constexpr const char* set = "vitest3";
  static constexpr bool places_syntax_errors = true;
};
struct vitest4 {
  static constexpr const char* set = "vitest4";
  static constexpr bool places_syntax_errors = true;
};
struct vitest5 {
  static constexpr const char* set = "vitest5";  // it wants a newer Node, and brings it
  static constexpr bool places_syntax_errors = true;
};
using workspaces =
    boost::mpl::list<vitest1, vitest2, vitest3>;  // later ones have projects in the configuration
using versions = boost::mpl::list<vitest1, vitest2, vitest3, vitest4, vitest5>;

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

BOOST_FIXTURE_TEST_SUITE(vitest_e2e, node_fixture)

BOOST_TEST_DECORATOR(*boost::unit_test::label("sample"))
BOOST_FIXTURE_TEST_CASE_TEMPLATE(every_outcome_is_told, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("vitest/outcomes", version::set);
  const auto run = run_tests();
  expect_table(run, workspace(), "outcomes", outcomes);
  expect_table(run_failing_tests(), workspace(), "outcomes", red);
  expect_workspace_unchanged();
}

using project_versions = boost::mpl::list<vitest3, vitest4, vitest5>;

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_file_of_several_projects_says_which_failed, version, project_versions,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("vitest/outcomes", version::set);
  std::filesystem::remove_all(workspace() + "/tests");
  write_file(workspace() + "/vitest.config.js",
             "const project = (name) => ({ test: { name, include: ['tests/*.js'], env: { NAME: name } } });\n"
             "export default { test: { projects: [project('one'), project('two')] } };\n");
  write_file(workspace() + "/tests/both.test.js",
             "import { expect, test } from 'vitest';\n"
             "test('is one', () => { if (process.env.NAME !== 'one') throw new Error('another'); });\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 1, skipped 0, errors 0");
  BOOST_REQUIRE(run.at("failures").as_array().size() == 1u);
  BOOST_TEST(run.at("failures").as_array().front().at("message").as_string() ==
             "another\nin the project two");
  BOOST_TEST(counted(run_failing_tests()) == "passed 1, failed 1, skipped 0, errors 0");
}

// Vitest adds members of its own to them.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(values_that_are_no_errors_read_as_they_were_thrown, version, versions,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("vitest/outcomes", version::set);
  std::filesystem::remove_all(workspace() + "/tests");
  write_file(workspace() + "/tests/values.test.js",
             "import { test } from 'vitest';\n"
             "test('throws', () => { throw { code: 7 }; });\n"
             "test('rejects', () => Promise.reject({ code: 8 }));\n"
             "test('rejects late', async () => {\n"
             "  Promise.reject({ code: 9 });\n"
             "  await new Promise((done) => setTimeout(done, 20));\n"
             "});\n");
  std::vector<std::string> messages;
  const auto run = run_tests();
  for (const auto& one : run.at("failures").as_array()) messages.emplace_back(one.at("message").as_string());
  const std::vector<std::string> expected{"threw { code: 7 }", "threw { code: 8 }",
                                          "Unhandled Rejection: threw { code: 9 }"};
  BOOST_TEST(messages == expected, boost::test_tools::per_element());
}

// Vitest 4 and 5 fail a file for them in a CI alone, whose settings covey has for its own reasons.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(obsolete_snapshots_fail_as_they_would_without_covey, version, versions,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("vitest/outcomes", version::set);
  std::filesystem::remove_all(workspace() + "/tests");
  write_file(workspace() + "/tests/known.test.js",
             "import { expect, test } from 'vitest';\n"
             "test('matches', () => { expect(1).toMatchSnapshot(); });\n");
  write_file(workspace() + "/tests/__snapshots__/known.test.js.snap",
             "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\n"
             "exports[`is gone 1`] = `2`;\n\nexports[`matches 1`] = `1`;\n");
  for (const auto* sign : {"CI", "GITHUB_ACTIONS"}) set_environment(sign, "");
  remember_workspace();
  const auto run = run_tests();
  BOOST_TEST(run.at("status").as_string() == "passed");
  BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 0, errors 0");
  expect_workspace_unchanged();
  write_file(workspace() + "/package.json", R"({"type": "module", "scripts": {"test": "CI=1 vitest run"}})");
  const bool fails = std::string_view{version::set} >= "vitest4";
  BOOST_TEST(counted(run_tests()) ==
             std::string{"passed 1, failed 0, skipped 0, errors "} + (fails ? "1" : "0"));
}

// Its own reporters, thresholds that fail and are written back, and an early end.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(the_projects_own_configuration_changes_nothing, version, versions,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("vitest/outcomes", version::set);
  write_file(workspace() + "/vitest.config.js", R"(export default {
  test: {
    reporters: ['verbose', ['json', { outputFile: 'report.json' }]],
    bail: 1,
    coverage: {
      enabled: true,
      reporter: ['html', 'text'],
      reportsDirectory: 'coverage',
      thresholds: { lines: 99.5, branches: 12, autoUpdate: true },
    },
  },
};
)");
  write_file(
      workspace() + "/package.json",
      R"({"name": "outcomes", "type": "module", "scripts": {"test": "vitest run --bail 1 --coverage"}})");
  remember_workspace();
  expect_table(run_tests(), workspace(), "outcomes", outcomes);
  expect_workspace_unchanged();
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_file_that_does_not_load_costs_its_own_tests_alone, version, versions,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("vitest/broken", version::set);
  if (!version::places_syntax_errors)  // without the mark no line is expected
    write_file(workspace() + "/tests/syntax.test.js", "test('never', () => {\n  const = 3;\n});\n");
  expect_table(run_tests(), workspace(), "broken",
               {{"passes", "tests/passes.test.js > passes"},
                {"missing_import", "tests/import.test.js"},
                {"syntax_error", "tests/syntax.test.js"}});
  expect_table(run_failing_tests(), workspace(), "broken",
               {{"missing_import", "tests/import.test.js"}, {"syntax_error", "tests/syntax.test.js"}});
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_test_that_ends_the_process_is_a_crash, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("vitest/crash", version::set);
  const std::vector<present_case> crashed{{"crashes", "tests/crash.test.js > crashes"}};
  expect_table(run_tests(), workspace(), "crash",
               {{"passes", "tests/crash.test.js > passes"}, crashed.front()});
  expect_table(run_failing_tests(), workspace(), "crash", crashed);
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_test_that_kills_its_worker_is_a_crash, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("vitest/abort", version::set);
  // Vitest 1 runs tests in threads unless told otherwise, and there Node refuses to abort.
  write_file(workspace() + "/vitest.config.js", "export default { test: { pool: 'forks' } };\n");
  expect_table(run_tests(), workspace(), "crash",
               {{"passes", "tests/abort.test.js > passes"}, {"crashes", "tests/abort.test.js > crashes"}});
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(hooks_of_blocks_are_errors, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("vitest/hooks", version::set);
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 1, errors 2");
  const std::vector<std::string> expected{"tests/hooks.test.js > after the block",
                                          "tests/hooks.test.js > before the block"};
  BOOST_TEST(failed_names(run) == expected, boost::test_tools::per_element());
}

// The state of a test that is to be tried again is that of a failure, while its hooks still run.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(tries_and_prevented_tests_are_told_once, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("vitest/broken", version::set);
  std::filesystem::remove_all(workspace() + "/tests");
  write_file(workspace() + "/tests/tries.test.js",
             R"(import { afterEach, beforeAll, describe, expect, test } from 'vitest';
let tries = 0;
afterEach(() => new Promise((resolve) => setTimeout(resolve, 60)));
test('third time lucky', { retry: 3 }, () => { expect(++tries).toBe(3); });
describe('a block', () => {
  beforeAll(() => { throw new Error('not set up'); });
  test('one', () => {});
  test('two', () => {});
});
)");
  const std::vector<std::string> red{"tests/tries.test.js > a block"};
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 0, skipped 2, errors 1");
  BOOST_TEST(failed_names(run) == red, boost::test_tools::per_element());
  const auto again = run_failing_tests();
  BOOST_TEST(counted(again) == "passed 0, failed 0, skipped 2, errors 1");
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_test_file_of_a_workspace_covers_under_its_own_name, version, workspaces,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("vitest/broken", version::set);
  std::filesystem::remove_all(workspace() + "/tests");
  write_file(workspace() + "/vitest.workspace.js", "export default ['packages/*'];\n");
  write_file(workspace() + "/packages/x/vitest.config.js", "export default { test: { name: 'x' } };\n");
  write_file(workspace() + "/packages/x/f.js", "export const f = (a) => a + 1;\n");
  write_file(workspace() + "/packages/x/f.test.js", R"(import { expect, test } from 'vitest';
import { f } from './f.js';
test('adds', () => { expect(f(1)).toBe(2); });
)");
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 0, skipped 0, errors 0");
  BOOST_TEST(covering("packages/x/f.js", 1).size() == 1u);
}

// Under 1 and 2 Node itself dies when a second context imports what the first one did.
using with_vm_threads = boost::mpl::list<vitest3, vitest4, vitest5>;

BOOST_FIXTURE_TEST_CASE_TEMPLATE(every_file_of_a_worker_is_told_though_its_globals_are_new, version,
                                 with_vm_threads, node_fixture) {
  if (!has(version::set)) return;
  use("vitest/broken", version::set);
  use_packages_alone();  // with vmThreads Vite keeps node_modules/.vite
  std::filesystem::remove_all(workspace() + "/tests");
  write_file(workspace() + "/vitest.config.js",
             "export default { test: { pool: 'vmThreads', maxWorkers: 1, minWorkers: 1,"
             " poolOptions: { vmThreads: { singleThread: true } } } };\n");
  write_file(workspace() + "/f.js", "export const f = (a) => a + 1;\n");
  for (const std::string name : {"a", "b", "c"})
    write_file(workspace() + "/" + name + ".test.js",
               "import { expect, test } from 'vitest';\n"
               "import { f } from './f.js';\n"
               "test('adds', () => { expect(f(1)).toBe(2); });\n"
               "test('fails', () => { expect(f(1)).toBe(3); });\n");
  BOOST_TEST(counted(run_tests()) == "passed 3, failed 3, skipped 0, errors 0");
  BOOST_TEST(covering("f.js", 1).size() == 6u);
  BOOST_TEST(counted(run_failing_tests()) == "passed 0, failed 3, skipped 0, errors 0");
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(each_name_is_selectable_alone, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("vitest/names", version::set);
  expect_each_selectable(names());
}

// `only` as under CI; errors of no test are the project's own to judge.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_the_configuration_forbids_or_ignores_is_its_own, version, versions,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("vitest/crash", version::set);
  std::filesystem::remove_all(workspace() + "/tests");
  const std::string import = "import { test } from 'vitest';\n";
  write_file(workspace() + "/vitest.config.js",
             "export default { test: { allowOnly: false, dangerouslyIgnoreUnhandledErrors: true } };\n");
  write_file(workspace() + "/b.test.js", import + "test('b', () => { Promise.reject(new Error('stray')); });\n");
  const auto free = run_tests();
  BOOST_TEST(free.at("status").as_string() == "passed", free);
  BOOST_TEST(json::serialize(free).find("(dangerouslyIgnoreUnhandledErrors), of b.test.js: Unhandled Rejection: stray") !=
             std::string::npos, free);
  write_file(workspace() + "/a.test.js", import + "test.only('a', () => {});\ntest('c', () => {});\n");
  write_file(workspace() + "/d.test.js",
             "import { describe, test } from 'vitest';\ndescribe.only('d', () => { test('e', () => {}); });\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 1, failed 1, skipped 2, errors 1");
  for (const auto& failure : run.at("failures").as_array())
    BOOST_TEST(failure.at("message").as_string().find("Unexpected .only modifier") != std::string::npos, failure);
  BOOST_TEST(run_block("a.test.js", "a").at("failures") == 1);
  const bool follows_only = std::string{version::set} == "vitest1";  // elsewhere in a file, as a note says
  BOOST_TEST(run_block("a.test.js", "c").at("passed") == (follows_only ? 0 : 1));
}

void expect_own_lines(node_fixture& project, const std::string& engine) {
  write_file(project.workspace() + "/src/unused.js", "export function unused(a) {\n  return a + 1;\n}\n");
  write_file(project.workspace() + "/vitest.config.js", "export default { test: { coverage: { provider: '" +
                                                            engine + "', include: ['src/**/*.js', 'coverage/*.js'], exclude: [] } } };\n");
  write_file(project.workspace() + "/coverage/sorter.js", "export const a = 1;\n");  // an earlier report, which Vitest removes first
  project.use_packages_alone();
  const auto before = project.hidden_in_node_modules();
  project.remember_workspace();
  const auto run = project.run_tests();
  project.expect_workspace_unchanged();
  BOOST_TEST(project.hidden_in_node_modules() == before, boost::test_tools::per_element());
  project.run_node({"node_modules/vitest/vitest.mjs", "run", "--coverage.enabled",
                    "--coverage.reportOnFailure", "--coverage.reporter=lcovonly", "--no-cache"});
  project.expect_lines_of(run, project.workspace() + "/coverage/lcov.info");
  BOOST_TEST((project.covering("src/price.js", 5) == std::vector<std::string>{"tests/outcomes.test.js: raises_in_source"}));
  BOOST_TEST(project.covering("src/price.js", 14).size() == 2u);
  BOOST_TEST(project.covering("src/unused.js", 2).empty());
  if (engine == "v8") BOOST_TEST((project.covering("tests/outcomes.test.js", 5) == std::vector<std::string>{"tests/outcomes.test.js: passes"}));
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(lines_are_those_of_vitests_own_coverage, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("vitest/outcomes", version::set);
  expect_own_lines(*this, "v8");
}

// Further lines of a statement have no count of their own.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(every_line_of_a_call_is_covered, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("vitest/crash", version::set);
  std::filesystem::remove_all(workspace() + "/tests");
  write_file(workspace() + "/src/calls.js",
             "const join = (...all) => all.join('-');\n"
             "export const call = (a, b) => {\n  return join(\n    a,\n    b,\n  );\n};\n"
             "export const never = (a) => {\n  return join(\n    a,\n  );\n};\n");
  write_file(workspace() + "/tests/calls.test.js",
             "import { test } from 'vitest';\nimport { call } from '../src/calls.js';\n"
             "test('calls', () => { call(1, 2); });\n");
  for (const auto* provider : {"v8", "istanbul"}) {
    write_file(workspace() + "/vitest.config.js",
               "export default { test: { coverage: { provider: '" + std::string{provider} + "' } } };\n");
    run_tests();
    const std::vector<std::string> called{"tests/calls.test.js: calls"};
    for (const std::uint32_t line : {3u, 4u, 5u})
      BOOST_TEST(covering("src/calls.js", line) == called, boost::test_tools::per_element());
    for (const std::uint32_t line : {9u, 10u}) BOOST_TEST(covering("src/calls.js", line).empty());
  }
}

// In one process or several, with globals of their own or not; several tests at a time have each what any of them ran.
using with_every_kind_of_pool = boost::mpl::list<vitest1, vitest3, vitest5>;

BOOST_FIXTURE_TEST_CASE_TEMPLATE(each_test_has_its_own_lines_in_every_pool, version, with_every_kind_of_pool, node_fixture) {
  if (!has(version::set)) return;
  use("vitest/crash", version::set);
  use_packages_alone();
  std::filesystem::remove_all(workspace() + "/tests");
  write_file(workspace() + "/src/cart.ts",
             "const rates: Record<string, number> = made();\n\n"
             "function made() {\n  return { a: 1 };\n}\n\n"
             "export function rate(of: string): number {\n  return rates[of];\n}\n\n"
             "export const sum = (a: number, b: number) => {\n  return a + b;\n};\n");
  write_file(workspace() + "/a.test.ts",
             "import { afterAll, beforeAll, describe, test } from 'vitest';\n"
             "import { rate, sum } from './src/cart';\n"
             "let end = () => {};\nconst ended = new Promise<void>((done) => { end = done; });\n"
             "test('rates', () => { rate('a'); });\n"
             "describe('with hooks', () => {\n"
             "  beforeAll(() => { rate('a'); });\n"
             "  test('nothing', () => {});\n"
             "  test('sums', () => { sum(1, 2); });\n"
             "  afterAll(() => { rate('a'); });\n"
             "});\n"
             "describe.concurrent('at a time', () => {\n"
             "  test('slow', async () => { await ended; });\n"
             "  test('quick', async () => { sum(1, 2); end(); });\n"
             "});\n");
  write_file(workspace() + "/b.test.ts", "import { test } from 'vitest';\nimport { sum } from './src/cart';\ntest('other', () => { sum(3, 4); });\n");
  const std::vector<std::string> rates{"a.test.ts: rates"};
  const std::vector<std::string> sums{"a.test.ts: at a time > quick", "a.test.ts: at a time > slow", "a.test.ts: with hooks > sums", "b.test.ts: other"};
  const std::string one_worker = std::string{version::set} == "vitest1" ? "pool: 'threads'" : "pool: 'vmThreads', maxWorkers: 1, minWorkers: 1";
  for (const auto& pool : {one_worker, std::string{"isolate: false, fileParallelism: false"}}) {
    BOOST_TEST_CONTEXT(version::set << " " << pool) {
      write_file(workspace() + "/vitest.config.js", "export default { test: { " + pool + " } };\n");
      BOOST_TEST(counted(run_tests()) == "passed 6, failed 0, skipped 0, errors 0");
      BOOST_TEST(covering("src/cart.ts", 4).empty());  // while it was loaded
      BOOST_TEST(covering("src/cart.ts", 8) == rates, boost::test_tools::per_element());
      auto told = covering("src/cart.ts", 12);
      std::ranges::sort(told);
      BOOST_TEST(told == sums, boost::test_tools::per_element());
    }
  }
}

using with_istanbul = boost::mpl::list<vitest1, vitest2, vitest3>;

BOOST_FIXTURE_TEST_CASE_TEMPLATE(lines_are_those_of_istanbul_where_it_is_configured, version, with_istanbul,
                                 node_fixture) {
  if (!has(version::set)) return;
  use("vitest/outcomes", version::set);
  expect_own_lines(*this, "istanbul");
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_matcher_that_names_no_values_has_none, version, versions, node_fixture) {
  if (!has(version::set)) return;
  use("vitest/broken", version::set);
  std::filesystem::remove_all(workspace() + "/tests");
  write_file(workspace() + "/tests/own.test.js", R"(import { expect, test } from 'vitest';
expect.extend({ toBeNice: (given) => ({ pass: false, message: () => `${given} is not nice` }) });
test('own', () => { expect('x').toBeNice(); });
test('real', () => { expect(undefined).toBe(3); });
)");
  const auto run = run_tests();
  const auto& failures = run.at("failures").as_array();
  BOOST_TEST_REQUIRE(failures.size() == 2u);
  BOOST_TEST(at_path(failures[0], "message") == "x is not nice");
  BOOST_TEST(!failures[0].as_object().contains("expected"));
  BOOST_TEST(!failures[0].as_object().contains("actual"));
  BOOST_TEST(at_path(failures[1], "expected") == "3");
  BOOST_TEST(at_path(failures[1], "actual") == "undefined");
}

using with_pools = boost::mpl::list<vitest4, vitest5>;

// Each file has an error of its own; the cause is the same.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(workers_that_do_not_start_say_why_once, version, with_pools, node_fixture) {
  if (!has(version::set)) return;
  use("vitest/crash", version::set);
  std::filesystem::remove_all(workspace() + "/tests");
  for (const std::string name : {"a", "b"})
    write_file(workspace() + "/tests/" + name + ".test.js",
               "import { test } from 'vitest';\ntest('one', () => {});\n");
  write_file(workspace() + "/vitest.config.js",
             "export default { test: { pool: 'threads', execArgv: ['--no-such-flag'] } };\n");
  const auto run = run_tests();
  const auto& failures = run.at("failures").as_array();
  BOOST_TEST_REQUIRE(failures.size() == 1u);
  BOOST_TEST(at_path(failures[0], "message") ==
             "[vitest-pool]: Failed to start threads worker\n"
             "caused by: Initiated Worker with invalid execArgv flags: --no-such-flag");
  const auto said = json::serialize(failures[0]);
  for (const auto* name : {"a.test.js", "b.test.js"}) BOOST_TEST(said.find(name) != std::string::npos, said);
}

BOOST_AUTO_TEST_CASE(without_a_coverage_provider_tests_run_and_the_remedy_is_said) {
  if (!has("vitest4")) return;
  use_project("node/vitest/outcomes");
  use_packages_but_for("vitest4", "@vitest/coverage-v8");
  const auto run = run_tests();
  expect_table(run, workspace(), "outcomes", outcomes);
  BOOST_TEST(json::serialize(run.at("notes")).find("npm install -D @vitest/coverage-v8@4.1.12") !=
             std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
