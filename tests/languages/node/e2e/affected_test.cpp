// The tests that edits can affect, in a real project of node:test, of jest and of Vitest: see traps.hpp.
#include "tests/languages/common/e2e/traps.hpp"
#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>

using namespace covey::testing;
namespace utf = boost::unit_test;

BOOST_FIXTURE_TEST_SUITE(affected, node_fixture)

BOOST_AUTO_TEST_CASE(no_trap_is_missed_with_node_test, *utf::precondition(needs_program("node"))) {
  use_project("node/affected");
  expect_traps_caught(*this);
}

struct runner_fixture : node_fixture {
  void expect_none_missed(const char* packages, const char* command) {
    if (!has(packages)) return;
    use("affected", packages);
    const auto package = workspace() + "/package.json";
    auto text = read_file(package);
    text.replace(text.find("node --test"), 11, command);
    write_file(package, text);
    expect_traps_caught(*this, "node --test", command);
  }
};

BOOST_FIXTURE_TEST_CASE(no_trap_is_missed_with_jest, runner_fixture) {
  expect_none_missed("jest30", "jest");
}

BOOST_FIXTURE_TEST_CASE(no_trap_is_missed_with_vitest, runner_fixture) {
  expect_none_missed("vitest4", "vitest run --globals");
}

// What ran while a module was loaded ran for all of the process that import it, though for one file of them first.
struct shared_process : runner_fixture {
  void expect_all_affected(const char* packages, const std::string& command, const std::string& config) {
    if (!has(packages)) return;
    use("affected", packages);
    for (const auto* folder : {"/src", "/test"}) std::filesystem::remove_all(workspace() + folder);
    write_file(workspace() + "/package.json", R"({"name": "shop", "version": "1.0.0", "scripts": {"test": ")" + command + R"("}})");
    if (!config.empty()) write_file(workspace() + "/vitest.config.mjs", config);
    write_file(workspace() + "/src/table.js", "const table = made();\n\nfunction made() {\n  return { a: 1 };\n}\n\nexports.get = (key) => table[key];\n");
    for (const std::string name : {"a", "b"})
      write_file(workspace() + "/test/" + name + ".test.js",
                 "const assert = require('node:assert');\nconst { get } = require('../src/table');\n"
                 "it('gets', () => { assert.equal(get('a'), 1); });\n");
    BOOST_TEST(counted(run_tests()) == "passed 2, failed 0, skipped 0, errors 0");
    write_file(workspace() + "/src/table.js", "const table = made();\n\nfunction made() {\n  return { a: 2 };\n}\n\nexports.get = (key) => table[key];\n");
    BOOST_TEST(answer_of("affected_tests").at("affected") == 2);
  }
};

BOOST_FIXTURE_TEST_CASE(what_one_file_is_the_first_to_load_the_others_load_as_well_with_mocha, shared_process) {
  expect_all_affected("mocha11", "mocha", "");
}

BOOST_FIXTURE_TEST_CASE(what_one_file_is_the_first_to_load_the_others_load_as_well_with_vitest, shared_process) {
  expect_all_affected("vitest5", "vitest run --globals", "export default { test: { isolate: false, fileParallelism: false } };\n");
}

BOOST_AUTO_TEST_SUITE_END()
