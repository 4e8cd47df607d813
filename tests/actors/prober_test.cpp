// Probes are run one at a time, and a cancel is answered when nothing of them is alive.
#include "actors/prober.hpp"
#include "tests/support/actor_fixture.hpp"
#include "tests/support/fake_process.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;

namespace {

struct fixture : tests::actor_fixture {
  tests::fake_launcher launcher;
  prober_actor probes = system.spawn(prober, &launcher);

  ~fixture() { end(probes); }

  auto start(const std::string& what) {
    auto handle = self->request(probes, 1s, run_probe{{{"/bin/sh", what}, "/", {}}, ""});
    run();
    return handle;
  }
  void end_probe(std::string printed) {
    launcher.last().print(std::move(printed));
    launcher.last().exit(0);
    run();
  }
  template <class Handle>
  std::string answer_to(Handle& handle) {
    std::string out;
    handle.receive([&](const probe_answer_ptr& answer) { out = answer->out; },
                   [&](const caf::error& error) { out = error == fault::cancelled ? "cancelled" : "?"; });
    return out;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(probers, fixture)

BOOST_AUTO_TEST_CASE(each_probe_is_answered_with_what_it_printed_itself) {
  auto first = start("one");
  end_probe("1");
  auto second = start("two");
  end_probe("2");
  BOOST_TEST(answer_to(first) == "1");
  BOOST_TEST(answer_to(second) == "2");
}

BOOST_AUTO_TEST_CASE(a_cancel_is_answered_when_the_probe_has_ended_and_says_what_it_was) {
  auto probe = start("one");
  auto cancelled = self->request(probes, 1s, cancel_probes{});
  run();
  BOOST_REQUIRE_EQUAL(launcher.last().stops.size(), 1u);
  BOOST_TEST((launcher.last().stops.front() == 0ms));
  BOOST_TEST(!self->has_next_message());
  launcher.last().end({parsers::run_ending::kind_type::signalled, 9, 0, 0});
  run();
  std::string asked;
  cancelled.receive([&](const std::string& what) { asked = what; }, [](const caf::error&) {});
  BOOST_TEST(asked == "sh one");
  BOOST_TEST(answer_to(probe) == "cancelled");
}

// A planner that computed when its run was cancelled may ask after it.
BOOST_AUTO_TEST_CASE(after_a_cancel_nothing_is_started) {
  BOOST_TEST(ask<std::string>(probes, cancel_probes{}).value_or("?") == "");
  auto late = start("one");
  BOOST_TEST(launcher.children.empty());
  BOOST_TEST(answer_to(late) == "cancelled");
}

BOOST_AUTO_TEST_SUITE_END()
