#include "tests/support/run_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;
using parsers::run_status;

namespace {

struct tried_run : tests::run_fixture {
  // One command of a plan, after its probe.
  void play(std::string said, int code) {
    answer_probe();
    launcher.last().print(std::move(said));
    launcher.last().exit(code);
    run();
  }
  bool notes(const parsers::finished_run& of, std::string_view text) {
    return std::ranges::any_of(of.notes, [&](const auto& note) { return note.find(text) != std::string::npos; });
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(run_unmeasured, tried_run)

BOOST_AUTO_TEST_CASE(a_failure_that_only_coverage_causes_does_not_count) {
  auto handle = start(1);
  play("affected\npass a\nfail b\n", 1);
  play("pass a\npass b\n", 0);
  play("affected\npass a\nfail b\n", 1);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::passed));
  BOOST_TEST(done->results.totals.passed == 2u);
  BOOST_TEST(done->results.totals.failed == 0u);
  BOOST_TEST(done->ending.value == 0);
  BOOST_TEST(done->out.text == "affected\npass a\nfail b\n");
  BOOST_TEST(notes(*done, "1 failure(s) come of measuring coverage"));
  BOOST_TEST(latest() == done);
}

BOOST_AUTO_TEST_CASE(what_passes_in_other_company_or_by_chance_stays_red) {
  auto handle = start(1);
  play("affected\nfail b\n", 1);
  play("pass b\n", 0);
  play("pass b\n", 0);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::failed));
  BOOST_TEST(done->results.totals.failed == 1u);
  BOOST_TEST(done->ending.value == 1);
}

BOOST_AUTO_TEST_CASE(a_true_red_is_tried_once_and_told_once) {
  auto handle = start(1);
  play("affected\nfail b\n", 1);
  play("fail b\n", 1);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(done->results.failures.size() == 1u);
  BOOST_TEST(done->results.totals.failed == 1u);
  BOOST_TEST(launcher.children.size() == 4u);
}

BOOST_AUTO_TEST_CASE(what_saw_nothing_of_coverage_is_not_tried) {
  auto handle = start(1);
  play("fail b\n", 1);
  BOOST_TEST(wait(handle)->results.totals.failed == 1u);
  BOOST_TEST(launcher.children.size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_try_that_the_deadline_ends_changes_nothing) {
  auto handle = start(1);
  play("affected\nfail b\n", 1);
  answer_probe();
  launcher.last().print("pass b\n");
  advance(11s);
  launcher.last().exit(1);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::failed));
  BOOST_TEST(done->results.totals.failed == 1u);
  BOOST_TEST(!done->ending.timed_out);
}

BOOST_AUTO_TEST_CASE(nobody_is_told_of_a_failure_that_is_being_tried) {
  auto handle = start(1);
  play("affected\nfail b\n", 1);
  answer_probe();
  BOOST_TEST(latest() == nullptr);
  launcher.last().print("fail b\n");
  launcher.last().exit(1);
  BOOST_REQUIRE(wait(handle));
}

BOOST_AUTO_TEST_SUITE_END()
