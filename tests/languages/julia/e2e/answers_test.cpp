#include "tests/languages/common/e2e/recorded_answers.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;
namespace utf = boost::unit_test;

BOOST_FIXTURE_TEST_SUITE(answers_recorded, language_fixture, *utf::label("answers"))

BOOST_AUTO_TEST_CASE(kinds, *utf::precondition(needs_program("julia"))) {
  expect_recorded_answers(*this, "julia", "kinds", "half");
}

BOOST_AUTO_TEST_CASE(slow, *utf::precondition(needs_program("julia"))) {
  expect_recorded_answers(*this, "julia", "slow", {}, 45);
}

BOOST_AUTO_TEST_CASE(crash, *utf::precondition(needs_program("julia"))) {
  expect_recorded_answers(*this, "julia", "crash");
}

BOOST_AUTO_TEST_CASE(broken, *utf::precondition(needs_program("julia"))) {
  expect_recorded_answers(*this, "julia", "broken");
}

BOOST_AUTO_TEST_SUITE_END()
