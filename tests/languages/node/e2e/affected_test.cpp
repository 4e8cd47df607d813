// The tests that edits can affect, in a real project of node:test and of jest: see traps.hpp.
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

BOOST_AUTO_TEST_CASE(no_trap_is_missed_with_jest) {
  if (!has("jest30")) return;
  use("affected", "jest30");
  const auto package = workspace() + "/package.json";
  auto text = read_file(package);
  text.replace(text.find("node --test"), 11, "jest");
  write_file(package, text);
  expect_traps_caught(*this, "node --test", "jest");
}

BOOST_AUTO_TEST_SUITE_END()
