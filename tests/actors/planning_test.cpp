// Runs that are stopped, refused or ended before they have a plan.
#include "tests/support/run_fixture.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::tests;
using parsers::run_status;

BOOST_FIXTURE_TEST_SUITE(planning_suite, run_fixture)

BOOST_AUTO_TEST_CASE(time_that_runs_out_while_planning_is_a_timeout) {
  auto handle = start(1);
  advance(10s);
  BOOST_REQUIRE_EQUAL(launcher.last().stops.size(), 1u);
  launcher.last().end({parsers::run_ending::kind_type::signalled, 9, 0, 0});
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::timed_out));
  BOOST_TEST_REQUIRE(done->notes.size() == 1u);
  BOOST_TEST(done->notes.front() == "the time ran out before the tests began, while `sh probe` ran");
}

BOOST_AUTO_TEST_CASE(a_run_cancelled_while_planning_kills_the_probe_and_leaves_no_trace) {
  auto handle = start(7);
  self->send(runs, unsubscribe{7});
  run();
  BOOST_REQUIRE_EQUAL(launcher.last().stops.size(), 1u);
  launcher.last().end({parsers::run_ending::kind_type::signalled, 9, 0, 0});
  BOOST_TEST(!wait(handle));
  BOOST_TEST((last_error == fault::cancelled));
  BOOST_TEST(!latest());
}

BOOST_AUTO_TEST_CASE(a_run_that_dies_while_planning_leaves_no_probe_behind) {
  auto handle = start(7);
  end(runs);
  BOOST_TEST(!wait(handle));
  BOOST_REQUIRE_EQUAL(launcher.last().stops.size(), 1u);
  BOOST_TEST((launcher.last().stops.front() == 0ms));
}

BOOST_AUTO_TEST_CASE(a_refused_plan_is_an_error_with_its_reason) {
  auto handle = start(1);
  answer_probe("refuse");
  BOOST_TEST(!wait(handle));
  BOOST_TEST((last_error == fault::plan_refused));
  BOOST_TEST(context_of(last_error) == "the toolchain is too old");
}

BOOST_AUTO_TEST_CASE(a_question_that_does_not_start_is_an_error_that_names_its_program) {
  auto handle = start(1);
  launcher.last().end({parsers::run_ending::kind_type::not_started, EAGAIN, 0, 0});
  BOOST_TEST(!wait(handle));
  BOOST_TEST((last_error == fault::could_not_start));
  BOOST_TEST(
      context_of(last_error) ==
      "/bin/sh in /: Resource temporarily unavailable; the system starts no more processes: try again when "
      "others have ended");
}

BOOST_AUTO_TEST_SUITE_END()
