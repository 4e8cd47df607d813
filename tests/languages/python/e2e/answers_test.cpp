#include "tests/languages/common/e2e/recorded_answers.hpp"
#include "tests/languages/python/e2e/python_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

struct answers_fixture : language_fixture {
  void expect(const std::string& set, const std::string& name, const std::string& many = {},
              int timeout = 120) {
    set_environment("VIRTUAL_ENV", tools(set));
    expect_recorded_answers(*this, "python", name, many, timeout);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(answers_recorded, answers_fixture, *utf::label("answers"))

BOOST_AUTO_TEST_CASE(kinds, *utf::precondition(needs_python("pytest8"))) {
  expect("pytest8", "kinds", "::test_half");
}

BOOST_AUTO_TEST_CASE(slow, *utf::precondition(needs_python("pytest8"))) {
  expect("pytest8", "slow", {}, 15);
}

BOOST_AUTO_TEST_CASE(crash, *utf::precondition(needs_python("pytest8"))) {
  expect("pytest8", "crash");
}

BOOST_AUTO_TEST_CASE(snapshot, *utf::precondition(needs_python("snapshots"))) {
  expect("snapshots", "snapshot");
}

BOOST_AUTO_TEST_SUITE_END()
