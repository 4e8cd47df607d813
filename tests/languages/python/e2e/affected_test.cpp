// The tests that edits can affect, in a real project: see traps.hpp.
#include "tests/languages/common/e2e/traps.hpp"
#include "tests/languages/python/e2e/python_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;
namespace utf = boost::unit_test;

BOOST_FIXTURE_TEST_SUITE(affected, python_fixture)

BOOST_AUTO_TEST_CASE(no_trap_is_missed, *utf::precondition(needs_python("pytest8"))) {
  use_project("python/affected");
  use_python("pytest8");
  expect_traps_caught(*this);
}

BOOST_AUTO_TEST_SUITE_END()
