// What holds for every runner of Node: where a failure is, and that tests may break what the reporters use.
#include "tests/languages/node/e2e/runners.hpp"
#include <boost/algorithm/string/replace.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <map>

using namespace covey::testing;

namespace {

std::string text_at(const json::object& from, std::string_view member) {
  const auto* found = from.if_contains(member);
  return found != nullptr && found->is_string() ? std::string{found->get_string()} : "";
}

// "test/raises.test.js:3 raised at src/prod.js:2" by the test's title.
std::map<std::string, std::string> places_of(const json::object& run) {
  std::map<std::string, std::string> out;
  for (const auto& one : run.at("failures").as_array()) {
    const auto& failure = one.as_object();
    auto place = text_at(failure, "file");
    if (const auto* line = failure.if_contains("line")) place += ":" + std::to_string(line->to_number<int>());
    if (const auto raised = text_at(failure, "raised_at"); !raised.empty()) place += " raised at " + raised;
    out[text_at(failure, "test")] = place;
  }
  return out;
}

json::object failure_of(const json::object& run, std::string_view test) {
  for (const auto& one : run.at("failures").as_array())
    if (text_at(one.as_object(), "test") == test) return one.as_object();
  return {{"message", "no such failure"}};
}

std::string message_of(const json::object& run, std::string_view test) {
  return text_at(failure_of(run, test), "message");
}

constexpr const char* product = R"(exports.price = (cart) => {
  return cart.items.length;
};
exports.load = (cart) => {
  try {
    return exports.price(cart);
  } catch (error) {
    throw new Error('cannot load', { cause: error });
  }
};
exports.detached = () => new Promise((resolve, reject) => {
  setTimeout(() => { try { exports.price(undefined); } catch (error) { reject(error); } }, 5);
});
)";

constexpr const char* raising = R"(it('in product', () => {
  prod.price(undefined);
});
it('in a helper', () => {
  helper.check(1);
});
it('with a cause', () => {
  prod.load(undefined);
});
it('detached', async () => {
  await prod.detached();
});
it('here', () => {
  console.log('a clue'); console.error('and another'); throw new Error('here');
});
it('without an expected value', () => {
  throw Object.assign(new Error('expected null to exist'), {
    name: 'AssertionError', showDiff: false, actual: null, expected: undefined });
});
)";

}  // namespace

BOOST_AUTO_TEST_SUITE(node_runners_e2e)

// A stack without the test's file: where the test is defined.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_failure_is_in_its_test_and_was_raised_elsewhere, runner, node_runners,
                                 project_of<runner>) {
  auto& project = *this;
  if (!project.begin()) return;
  write_file(project.workspace() + "/src/prod.js", product);
  write_file(project.workspace() + "/test/helper.js",
             "const assert = require('node:assert');\n"
             "exports.check = (value) => {\n  assert.strictEqual(value, 2);\n};\n");
  project.write_test("raises", {{"prod", "../src/prod.js"}, {"helper", "./helper.js"}}, raising);
  const auto run = project.run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 6, skipped 0, errors 0");
  auto places = places_of(run);
  const std::string test = "test/raises.test.js:";
  BOOST_TEST(places["in product"] == test + "3 raised at src/prod.js:2");
  BOOST_TEST(places["in a helper"] == test + "6 raised at test/helper.js:3");
  // bun's report has no causes.
  BOOST_TEST(places["with a cause"] == test + "9 raised at src/prod.js:" + (project.is("bun") ? "8" : "2"));
  BOOST_TEST(places["detached"].substr(0, test.size()) == test);
  BOOST_TEST(places["detached"].ends_with(" raised at src/prod.js:2"));
  BOOST_TEST(places["here"] == test + "15");
  // What the test printed, and no other; bun's report does not have it.
  if (!project.is("bun")) BOOST_TEST(text_at(failure_of(run, "here"), "output") == "a clue\nand another");
  BOOST_TEST(text_at(failure_of(run, "without an expected value"), "output") == "");
  const auto looked_at = failure_of(run, "without an expected value");
  BOOST_TEST(text_at(looked_at, "message") == "expected null to exist");
  BOOST_TEST(text_at(looked_at, "expected") == "");
  if (!project.is("bun")) BOOST_TEST(text_at(looked_at, "actual") == "null");  // nor values
  const auto caused = message_of(run, "with a cause");
  if (!project.is("bun")) BOOST_TEST(caused.find("caused by: TypeError") != std::string::npos, caused);
}

constexpr const char* calling = R"(const check = (value) => {
  if (value !== 2) throw new Error('not two');
};
const later = async (value) => {
  await null;
  check(value);
};
it('calls', () => {
  check(1);
});
it('awaits', async () => {
  await later(1);
});
it('calls back', () => {
  [1].forEach((value) => {
    if (value !== 2) throw new Error('not two');
  });
});
)";

// What a named function of its file raises is in the test where that is called; what has no name is the test.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_helper_in_the_tests_file_is_not_the_test, runner, node_runners,
                                 project_of<runner>) {
  auto& project = *this;
  if (!project.begin()) return;
  project.write_test("calls", {}, calling);
  auto places = places_of(project.run_tests());
  const std::string test = "test/calls.test.js:";
  // bun's report has one place.
  const auto called = [&](const std::string& line) {
    return project.is("bun") ? test + "3" : test + line + " raised at " + test + "3";
  };
  BOOST_TEST(places["calls"] == called("10"));
  // In jest's stacks a function has the name of what it calls: nobody knows that this one is `later`.
  BOOST_TEST(places["awaits"] == called(project.is("jest") ? "7" : "13"));
  BOOST_TEST(places["calls back"] == test + "17");
}

constexpr const char* part = R"(const it = globalThis.it ?? require('node:test').it;
it('in a part', () => {
  throw new Error('part');
});
it('of a part', () => require('../src/prod.js').detached());
)";

// As hexo has it: one test file requires all others.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_test_of_a_required_file_is_in_that_file, runner, node_runners,
                                 project_of<runner>) {
  auto& project = *this;
  if (project.is("vitest") || project.is("bun") || !project.begin()) return;
  write_file(project.workspace() + "/src/prod.js", product);
  write_file(project.workspace() + "/test/part.js", part);
  project.write_test("all", {{"part", "./part.js"}}, "it('here', () => {});\n");
  auto places = places_of(project.run_tests());
  BOOST_TEST(places["in a part"] == "test/part.js:3");
  BOOST_TEST(places["of a part"] == "test/part.js:5 raised at src/prod.js:2");
}

// Each is broken when its test ends, and mended by the next one.
constexpr const char* breaking = R"(const boom = () => { throw new Error('broken'); };
const kept = [];
const broken = (on, ...names) => { for (const name of names) { kept.push([on, name, on[name]]); on[name] = boom; } };
const mend = () => { while (kept.length) { const [on, name, value] = kept.pop(); on[name] = value; } };
const pairs = [
  ['json', () => broken(JSON, 'stringify', 'parse')],
  ['bytes', () => broken(Buffer, 'from', 'alloc', 'concat')],
  ['files', () => broken(fs, 'writeSync', 'openSync', 'closeSync', 'readFileSync', 'writeFileSync', 'appendFileSync', 'readdirSync')],
  ['util', () => broken(util, 'inspect')],
  ['process', () => broken(process, 'cwd', 'cpuUsage')],
  OF_THIS_RUNNER
  ['lists', () => broken(Array.prototype, 'flatMap', 'flat', 'findLast', 'copyWithin')],
  ['texts', () => broken(String.prototype, 'padEnd', 'matchAll')],
];
const { now } = Date;
for (const [name, breaks] of pairs) {
  it('breaks ' + name, () => { prod.used(); breaks(); });
  it('mends ' + name, () => { mend(); Date.now = now; });
}
)";

// jest and Vitest do not survive these themselves.
constexpr const char* breaking_more = R"(
  ['paths', () => broken(path, 'resolve', 'relative', 'join', 'dirname', 'basename')],
  ['clock', () => { Date.now = () => 0; broken(globalThis, 'setInterval', 'setTimeout'); }],
)";

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_suite_may_break_every_builtin, runner, node_runners, project_of<runner>) {
  auto& project = *this;
  if (!project.begin()) return;
  const bool fragile = project.is("jest") || project.is("vitest");
  write_file(project.workspace() + "/src/prod.js", "exports.used = () => {\n  return 1;\n};\n");
  const auto body = boost::replace_first_copy(std::string{breaking}, "OF_THIS_RUNNER",
                                              std::string{fragile ? "" : breaking_more});
  project.write_test("breaks", {{"prod", "../src/prod.js"}, {"fs", "fs"}, {"path", "path"}, {"util", "util"}},
                     body);
  const auto run = project.run_tests();
  const std::string passed = fragile ? "14" : "18";
  BOOST_TEST(counted(run) == "passed " + passed + ", failed 0, skipped 0, errors 0");
  BOOST_TEST(run.at("notes").as_array().empty(), run.at("notes"));
  if (!project.is("bun"))
    BOOST_TEST(project.covering("src/prod.js", 2).size() == (fragile ? 7u : 9u));
}

constexpr const char* linked = R"(it('a package behind links is found by its real path', () => {
  const found = createRequire(__filename)('linked');
  if (!found.endsWith('/store/linked/index.js')) throw new Error(found);
});
it('and so is a file', () => {
  const found = fs.realpathSync(__dirname + '/node_modules/linked/index.js');
  if (!found.endsWith('/store/linked/index.js')) throw new Error(found);
});
it('a project may have variables that begin like those of covey', () => {
  if (process.env.COVEY_SHOP_URL !== 'here') throw new Error(process.env.COVEY_SHOP_URL);
});
it('those of covey are gone', () => {
  const left = Object.keys(process.env).filter((name) => /^COVEY_(?!SHOP_URL|TEST|CACHE_DIR)|^NODE_V8_COVERAGE$/.test(name));
  if (left.length) throw new Error(left.join());
  const words = process.argv.filter((word) => word.startsWith('-'));
  if (words.length) throw new Error(words.join());
  process.env.SHOP = 'open';
  if ({ ...process.env }.SHOP !== 'open') throw new Error('not set');
  delete process.env.SHOP;
  if ('SHOP' in process.env) throw new Error('not gone');
});
)";
using one_of_each = boost::mpl::list<jest30, mocha12, vitest5, node>;

// As pnpm, workspaces and `npm link` have them. fs.realpathSync, which `require` asks, depends on what the process last looked at.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_suite_finds_the_process_as_without_covey, runner, one_of_each, project_of<runner>) {
  auto& project = *this;
  if (!project.begin()) return;
  const auto root = project.workspace();
  write_file(root + "/store/linked/index.js", "module.exports = __filename;\n");
  std::filesystem::create_directories(root + "/test/node_modules");
  std::filesystem::create_directory_symlink("../store/linked", root + "/test/between");
  std::filesystem::create_directory_symlink("../between", root + "/test/node_modules/linked");
  project.set_environment("COVEY_SHOP_URL", "here");
  const auto names = std::string{project.dialect().modules ? "const __dirname = import.meta.dirname, __filename = import.meta.filename;\n" : ""};
  project.write_test("links", {{"fs", "node:fs"}, {"{ createRequire }", "node:module"}}, names + linked);
  const auto run = project.run_tests();
  BOOST_TEST(counted(run) == "passed 4, failed 0, skipped 0, errors 0", run);
}

struct pnpm {
  using runner = jest30;
  static constexpr const char *project = "jest", *tests = "tests", *script = "pnpm -r test", *prevented = "with a hook > setup_fails";
};
struct npm {
  using runner = vitest4;
  static constexpr const char *project = "vitest", *tests = "tests", *script = "npm test --workspaces", *prevented = "with a hook > setup_fails";
};
struct yarn {
  using runner = mocha12;
  static constexpr const char *project = "mocha", *tests = "test", *script = "yarn workspaces run test", *prevented = "setup_fails > is_prevented";
};
using managers = boost::mpl::list<pnpm, npm, yarn>;

// Each package behind links: those of the runner, one of the store, and a package of the workspace.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_workspace_behind_links_has_every_outcome, manager, managers, project_of<typename manager::runner>) {
  auto& project = *this;
  namespace fs = std::filesystem;
  const auto set = project.dialect().set;
  if (!project.has(set)) return;
  const std::string name = manager::project;
  project.use_project("node/" + name + "/outcomes");
  const fs::path root{project.workspace()};
  fs::create_directories(root / "packages/app/node_modules");
  for (const auto* moved : {"src", manager::tests, "package.json"}) fs::rename(root / moved, root / "packages/app" / moved);
  write_file((root / "pnpm-workspace.yaml").string(), "packages:\n  - packages/*\n");
  write_file((root / "package.json").string(),
             R"({"name": "top", "private": true, "workspaces": ["packages/*"], "scripts": {"test": ")" + std::string{manager::script} + "\"}}");
  const auto store = root / "node_modules/.pnpm/dep@1.0.0/node_modules/dep";
  write_file((store / "index.js").string(), "module.exports = __filename;\n");
  write_file((root / "packages/lib/index.js").string(), "module.exports = require('dep');\n");
  write_file((root / "packages/lib/package.json").string(), R"({"name": "lib", "version": "1.0.0"})");
  fs::create_directories(root / "packages/lib/node_modules");
  fs::create_directory_symlink(store, root / "packages/lib/node_modules/dep");
  fs::create_directory_symlink("../../lib", root / "packages/app/node_modules/lib");
  project.use_packages_but_for(set, "");
  const auto outcomes = outcomes_in(std::string{"packages/app/"} + manager::tests + "/outcomes.test.js", manager::prevented);
  expect_table(project.run_tests(), project.workspace(), "outcomes", outcomes);
  write_file((root / "packages/app" / manager::tests / "outcomes.test.js").string(),
             (project.dialect().modules ? "import { it } from 'vitest';\nimport found from 'lib';\n" : "const found = require('lib');\n") +
                 std::string{"it('finds', () => { if (!found.includes('/.pnpm/dep@1.0.0/')) throw new Error(found); });\n"});
  BOOST_TEST(counted(project.run_tests()) == "passed 1, failed 0, skipped 0, errors 0");
}

// The counters of istanbul are not where the text of a function goes; bun writes code otherwise where it measures.
constexpr const char* sent_elsewhere = R"(const { inner } = prod;
it('works in another realm', () => {
  if (vm.runInNewContext(`(${inner})(1)`) !== 2) throw new Error('not 2');
});
it('is as it is without coverage', () => {
  if (inner.toString().includes('cov_') || inner.toString().includes('const b') !== keepsNames) throw new Error('rewritten');
});
it('is red in truth', () => { throw new Error(String(inner).slice(0, 1)); });
)";
using rewriting = boost::mpl::list<jest29, jest30, bun>;

BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_only_coverage_fails_is_run_again_without_it, runner, rewriting, project_of<runner>) {
  auto& project = *this;
  if (!project.begin()) return;
  const auto keeps = std::string{"const keepsNames = "} + (project.is("bun") ? "false" : "true") + ";\n";
  write_file(project.workspace() + "/src/prod.js", "exports.inner = (a) => { const b = a + 1; return b; };\n");
  const node_runners_fixture::imports needed{{"vm", "node:vm"}, {"prod", "../src/prod.js"}};
  project.write_test("texts", needed, keeps + sent_elsewhere);
  const auto run = project.run_tests();
  BOOST_TEST(counted(run) == "passed 2, failed 1, skipped 0, errors 0", run);
  const auto notes = json::serialize(run.at("notes"));
  BOOST_TEST(notes.find("failure(s) come of measuring coverage") != std::string::npos, notes);
  project.write_test("texts", needed,
                     keeps + std::string{sent_elsewhere}.substr(0, std::string_view{sent_elsewhere}.find("it('is red")));
  const auto green = project.run_tests();
  BOOST_TEST(green.at("status").as_string() == "passed", green);
}

using jests = boost::mpl::list<jest29, jest30>;

BOOST_FIXTURE_TEST_CASE_TEMPLATE(spies_of_jest_on_what_the_reporters_use_fail_nothing, runner, jests,
                                 project_of<runner>) {
  auto& project = *this;
  if (!project.begin()) return;
  project.write_test(
      "spies", {},
      "for (const [on, name] of [[Buffer, 'from'], [JSON, 'stringify'], [require('fs'), 'writeSync'],\n"
      "  [require('path'), 'resolve'], [require('util'), 'inspect'], [process, 'cwd'], [Date, 'now']])\n"
      "  it(`spies on ${name}`, () => { jest.spyOn(on, name).mockReturnValue(undefined); });\n"
      "it('has fake timers', () => { jest.useFakeTimers(); });\n"
      "it('comes last', () => {});\n");
  BOOST_TEST(counted(project.run_tests()) == "passed 9, failed 0, skipped 0, errors 0");
}

BOOST_AUTO_TEST_SUITE_END()
