// Services that die are started again, and not for ever.
#include "actors/limits.hpp"
#include "actors/spawn_services.hpp"
#include "tests/support/actor_fixture.hpp"
#include "tests/support/fake_process.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;

namespace {

struct fixture : tests::actor_fixture {
  tests::fake_launcher launcher;
  services all = spawn_services({system, &launcher}, true);
  service_keeper keeper{{system, &launcher}};
  std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now();

  ~fixture() {
    end_services(all);
    run();
    all = services{};
    self->await_all_other_actors_done();
  }

  caf::actor_addr kill_store() {
    const auto address = all.failures.address();
    self->send_exit(all.failures, caf::exit_reason::kill);
    run();
    return address;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(service_suite, fixture)

BOOST_AUTO_TEST_CASE(S8_a_service_that_dies_is_started_again) {
  const auto count = addresses_of(all).size();
  const auto dead = kill_store();
  BOOST_TEST(drop_service(all, dead));
  BOOST_TEST(!drop_service(all, dead));
  BOOST_TEST(addresses_of(all).size() == count - 1);
  BOOST_TEST(keeper.complete(all, now));
  BOOST_TEST(addresses_of(all).size() == count);
  BOOST_CHECK(all.failures.address() != dead);
  BOOST_TEST(ask<finished_run_ptr>(all.failures, latest_run{}).has_value());
  BOOST_TEST(!keeper.complete(all, now));  // nothing is missing
}

BOOST_AUTO_TEST_CASE(S8_a_service_that_dies_again_and_again_is_disabled_for_a_while) {
  for (std::size_t i = 0; i < limits::service_starts; ++i) {
    BOOST_TEST(drop_service(all, kill_store()));
    BOOST_TEST(keeper.complete(all, now + i * 1s));
  }
  BOOST_TEST(drop_service(all, kill_store()));
  BOOST_TEST(!keeper.complete(all, now + limits::service_period));
  BOOST_TEST(!ask<finished_run_ptr>(all.failures, latest_run{}).has_value());
  BOOST_TEST(why_silent(last_error).starts_with("is disabled, because it failed 3 times within 10 s"));
  BOOST_TEST(keeper.complete(all, now + limits::service_period + 1ms));
  BOOST_TEST(ask<finished_run_ptr>(all.failures, latest_run{}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
