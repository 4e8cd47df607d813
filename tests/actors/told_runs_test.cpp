// Runs that are told before their end: what was found so far, and once only coverage is left the run itself.
#include "tests/support/run_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::actors;
using parsers::run_status;
using namespace std::chrono_literals;

namespace {

struct told_fixture : tests::run_fixture {
  // A run of these tests, of which only the coverage is left.
  auto start_measured(call_key key, std::string_view printed) {
    auto handle = start(key);
    answer_probe("channel");
    end_tests(printed);
    return handle;
  }
  void end_tests(std::string_view printed) {
    launcher.last().print(std::string{printed}, parsers::stream::events);
    launcher.last().exit(1);
    run();
    launcher.last().exit(0);  // the report
    run();
    BOOST_REQUIRE(launcher.last().request.argv.back() == "measure");
  }
  void end_coverage() {
    launcher.last().exit(0);
    run();
  }
  partial_run_ptr look(std::uint64_t id, std::size_t since = 0) {
    return ask<partial_run_ptr>(runs, look_at_run{0, "/", id, since}).value_or(nullptr);
  }
  std::vector<std::uint64_t> kept() { return ask<found_run>(failures, find_run{0})->known; }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(told_runs, told_fixture)

BOOST_AUTO_TEST_CASE(a_run_whose_tests_are_through_is_told_as_it_is_and_its_coverage_follows) {
  auto handle = start_measured(1, "pass a\nfail b\n");
  const auto partial = look(1);
  BOOST_REQUIRE(partial);
  BOOST_REQUIRE(partial->judged);
  BOOST_TEST((status_of(*partial->judged) == run_status::failed));
  BOOST_TEST(partial->judged->coverage_follows);
  BOOST_TEST(partial->judged->fingerprints.after == files.now);
  BOOST_TEST(latest() == partial->judged);  // the next question finds what was told
  BOOST_TEST(look(1)->judged == partial->judged);
  end_coverage();
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(!done->coverage_follows);
  BOOST_TEST(latest() == done);
  BOOST_TEST(kept() == std::vector<std::uint64_t>{1}, boost::test_tools::per_element());
}

// What was compared with the run before it when it was told is compared with the same at its end.
BOOST_AUTO_TEST_CASE(a_told_run_is_compared_with_the_run_before_it_both_times) {
  red_run();
  auto handle = start_measured(2, "pass b\nfail c\nfail d\n");
  const auto told = look(2)->judged;
  BOOST_REQUIRE(told);
  end_coverage();
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  for (const auto& one : {told, done}) {
    BOOST_TEST(one->changes.compared);
    BOOST_TEST(one->changes.still == 1u);
    BOOST_REQUIRE_EQUAL(one->changes.fixed.size(), 1u);
    BOOST_TEST(one->changes.fixed.front().name == "b");
    BOOST_TEST(one->known_before == 2u);
  }
  BOOST_TEST(kept() == (std::vector<std::uint64_t>{1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(questions_that_come_together_are_told_the_same) {
  files.held = true;
  auto handle = start(1);
  self->send(fingerprints, sweep_workspace{});  // the one at the begin
  run();
  answer_probe("channel");
  end_tests("fail b\n");
  files.held = true;
  auto first = self->request(runs, 1s, look_at_run{0, "/", 1, 0});
  auto second = self->request(runs, 1s, look_at_run{0, "/", 1, 0});
  run();
  end_coverage();  // while that is not yet recorded
  self->send(fingerprints, sweep_workspace{});
  run();
  std::vector<finished_run_ptr> told;
  for (auto* one : {&first, &second})
    one->receive([&](const partial_run_ptr& got) { told.push_back(got->judged); }, [](const caf::error&) {});
  BOOST_REQUIRE_EQUAL(told.size(), 2u);
  BOOST_TEST(told[0]);
  BOOST_TEST(told[0] == told[1]);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(latest() == done);
}

// Edits may have been made since the tests were told: they must run again.
BOOST_AUTO_TEST_CASE(nobody_joins_a_run_that_was_told) {
  auto first = start_measured(1, "fail b\n");
  auto joined = start(2);
  BOOST_REQUIRE(look(1)->judged);
  auto second = start(3);
  end_coverage();
  BOOST_TEST(wait(first)->id == 1u);
  BOOST_TEST(wait(joined)->id == 1u);  // it had asked before
  answer_probe();
  launcher.last().print("pass b\n");
  launcher.last().exit(0);
  BOOST_TEST(wait(second)->id == 2u);
}

BOOST_AUTO_TEST_CASE(failures_know_the_place_at_which_they_were_told) {
  auto handle = start(1);
  answer_probe();
  launcher.last().print("fail a\nfail b\n");
  run();
  BOOST_TEST(look(1)->next == 2u);
  launcher.last().print("fail c\n");
  launcher.last().exit(1);
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  std::vector<std::size_t> places;
  for (const auto& one : done->results.failures) places.push_back(one.found_at);
  BOOST_TEST(places == (std::vector<std::size_t>{1, 2, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_told_run_that_is_cancelled_says_so_at_its_end) {
  auto handle = start_measured(1, "pass a\n");
  BOOST_REQUIRE(look(1)->judged);
  self->send(runs, cancel_run{1});
  run();
  launcher.last().end({parsers::run_ending::kind_type::signalled, 15, 0, 0});
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::cancelled));
  BOOST_TEST(latest() == done);
}

BOOST_AUTO_TEST_SUITE_END()
