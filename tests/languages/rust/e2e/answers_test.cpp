#include "tests/languages/common/e2e/recorded_answers.hpp"
#include "tests/languages/rust/e2e/crates.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

struct answers_fixture : language_fixture {
  answers_fixture() {
    set_environment("RUST_TEST_THREADS", "1");  // in their order, one after the other
    set_environment("CARGO_TARGET_DIR", outside("target"));
  }

  void expect(const std::string& name, const std::string& many = {}, int timeout = 120) {
    expect_recorded_answers(*this, "rust", name, many, timeout);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(answers_recorded, answers_fixture, *utf::label("answers"))

BOOST_AUTO_TEST_CASE(kinds, *utf::precondition(needs_program("cargo"))) {
  expect("kinds", "many::of_");
}

BOOST_AUTO_TEST_CASE(broken, *utf::precondition(needs_program("cargo"))) {
  expect("broken");
}

BOOST_AUTO_TEST_CASE(slow, *utf::precondition(needs_program("cargo"))) {
  expect("slow", {}, 45);
}

BOOST_AUTO_TEST_CASE(snapshot, *utf::precondition(needs_crates("answers/snapshot"))) {
  expect("snapshot");
}

BOOST_AUTO_TEST_SUITE_END()
