#include "tests/support/actor_fixture.hpp"
#include "actors/coverage_index.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::actors;

namespace {

struct index_fixture : tests::actor_fixture {
  coverage_index_actor index = system.spawn(coverage_index);
  ~index_fixture() { end(index); }

  void take(std::uint64_t run, bool measured, std::string partial = {}) {
    auto data = measured ? std::make_shared<const parsers::coverage>() : nullptr;
    parsers::finished_run finished;
    finished.id = run;
    finished.root = "/w";
    self->send(index, record_coverage{std::make_shared<const parsers::finished_run>(std::move(finished)),
                                      data, "run " + std::to_string(run), std::move(partial)});
    run_all();
  }
  void run_all() { actor_fixture::run(); }
  latest_coverage latest() { return ask<latest_coverage>(index, get_latest_coverage{}).value(); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(coverage_index_suite, index_fixture)

BOOST_AUTO_TEST_CASE(a_run_that_measured_nothing_leaves_what_is_known) {
  take(1, true);
  take(2, false, "timed out after 3s");
  BOOST_TEST((latest().data != nullptr));
  BOOST_TEST(latest().run_id == 1u);
  BOOST_TEST(latest().unmeasured_run == 2u);
  BOOST_TEST(latest().unmeasured_why == "timed out after 3s");
  take(3, true, "a test process crashed: p/T");
  BOOST_TEST(latest().run_id == 3u);
  BOOST_TEST(latest().unmeasured_run == 0u);
  BOOST_TEST(latest().partial == "a test process crashed: p/T");
}

BOOST_AUTO_TEST_CASE(without_any_coverage_the_run_without_is_known) {
  take(1, false, "cancelled");
  BOOST_TEST((latest().data == nullptr));
  BOOST_TEST(latest().unmeasured_run == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
