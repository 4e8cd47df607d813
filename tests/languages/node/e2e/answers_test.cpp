#include "tests/languages/common/e2e/recorded_answers.hpp"
#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

struct answers_fixture : node_fixture {
  void expect(const std::string& name, const std::string& many = {}, int timeout = 120) {
    use_packages("vitest4");
    expect_recorded_answers(*this, "node", name, many, timeout);
  }
};

const auto needs_vitest = needs_node_modules("vitest4");

}  // namespace

BOOST_FIXTURE_TEST_SUITE(answers_recorded, answers_fixture, *utf::label("answers"))

BOOST_AUTO_TEST_CASE(kinds, *utf::precondition(needs_vitest) * utf::label("vitest")) {
  expect("kinds", "half");
}

BOOST_AUTO_TEST_CASE(slow, *utf::precondition(needs_vitest) * utf::label("vitest")) {
  expect("slow", {}, 20);
  // What Vitest keeps there stays if it is killed.
  for (const auto& left : std::filesystem::directory_iterator{temp()})
    if (!left.path().filename().string().starts_with("covey")) std::filesystem::remove_all(left.path());
}

BOOST_AUTO_TEST_CASE(crash, *utf::precondition(needs_vitest) * utf::label("vitest")) {
  expect("crash");
}

BOOST_AUTO_TEST_SUITE_END()
