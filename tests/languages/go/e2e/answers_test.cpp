#include "tests/languages/common/e2e/recorded_answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

struct answers_fixture : language_fixture {
  answers_fixture() { set_environment("GOFLAGS", "-p=1"); }  // packages in their order, one after the other
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(answers_recorded, answers_fixture, *utf::label("answers"))

BOOST_AUTO_TEST_CASE(kinds, *utf::precondition(has_go)) {
  expect_recorded_answers(*this, "go", "kinds", "many/TestHalf/");
}

BOOST_AUTO_TEST_CASE(slow, *utf::precondition(has_go)) {
  expect_recorded_answers(*this, "go", "slow", {}, 25);
}

BOOST_AUTO_TEST_SUITE_END()
