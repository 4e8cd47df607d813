// The tests that edits can affect, in a real crate: see traps.hpp.
#include "tests/languages/common/e2e/traps.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;
namespace utf = boost::unit_test;

BOOST_FIXTURE_TEST_SUITE(affected, language_fixture)

BOOST_AUTO_TEST_CASE(no_trap_is_missed, *utf::precondition(needs_program("cargo"))) {
  use_project("rust/affected");
  expect_traps_caught(*this);
}

BOOST_AUTO_TEST_SUITE_END()
