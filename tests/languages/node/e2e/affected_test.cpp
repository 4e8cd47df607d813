// The tests that edits can affect, in a real project of node:test, of jest and of Vitest: see traps.hpp.
#include "tests/languages/common/e2e/traps.hpp"
#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/test/unit_test.hpp>

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

BOOST_AUTO_TEST_SUITE_END()
