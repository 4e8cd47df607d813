// Tasks on CAF's deterministic scheduler, with actors that answer, fail, or say nothing.
#include "actors/asking.hpp"
#include "actors/failure_store.hpp"
#include "tests/support/actor_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <stdexcept>

namespace covey::actors {
namespace {

using namespace std::chrono_literals;

int sum_of(const std::string& text, int more) {
  if (text.empty()) throw std::runtime_error{"a fault of ours"};
  return static_cast<int>(text.size()) + more;
}

struct noted {
  std::vector<std::string> lines;
  std::shared_ptr<int> held = std::make_shared<int>(0);  // counts the frames that hold it
};

class asker_state : asking<waiting_call_actor::stateful_pointer<asker_state>> {
 public:
  static inline const char* name = "asker";
  explicit asker_state(self_pointer self) : asking(self) {}

  void begin(noted* out, failure_store_actor store, worker_spawner threads) {
    out_ = out;
    store_ = std::move(store);
    threads_ = std::move(threads);
    life_ = live(out->held);
    life_.start();
  }
  void on_sign() { sign_.give(caf::unit); }

 private:
  task<int> part(int value) { co_return value; }

  task<> live(std::shared_ptr<int> held) {
    int many = 0;
    for (int i = 0; i < 200'000; ++i) many += co_await part(1);  // on one stack, whatever the optimisation
    note("parts " + std::to_string(many));
    const auto latest = co_await ask<latest_run>(store_, 1s);
    note(latest && !*latest ? "no run" : "?");
    const auto sum = co_await on_a_thread(threads_, 1s, sum_of, std::string{"abc"}, *held);
    note("sum " + std::to_string(sum ? *sum : -1));
    const auto none = co_await on_a_thread(threads_, 1s, sum_of, std::string{}, 0);
    note(none ? "?" : why_no_value(none.error(), 1s));
    const auto silent = ask<latest_run>(failure_store_actor{}, 1s);
    const auto refused = co_await silent;
    note(refused ? "?" : "nobody to ask");
    arrival<int> never;
    co_await first_of(never, sign_);
    note(never.value() == nullptr && sign_.has_come() ? "sign" : "?");
    co_await never;
    note("?");
  }
  void note(std::string line) { out_->lines.push_back(std::move(line)); }

  noted* out_ = nullptr;
  failure_store_actor store_;
  worker_spawner threads_;
  arrival<caf::unit_t> sign_;
  task<> life_;
};

waiting_call_actor::behavior_type asker(waiting_call_actor::stateful_pointer<asker_state> self, noted* out,
                                        failure_store_actor store, worker_spawner threads) {
  auto& state = state_of(self);
  state.begin(out, std::move(store), std::move(threads));
  return {
      [](const cancel_call&) {},
      [](const run_progress&) {},
      [&state](const wait_over&) { state.on_sign(); },
  };
}

struct asking_fixture : tests::actor_fixture {
  noted out;
  failure_store_actor store = system.spawn(failure_store);
  waiting_call_actor one =
      system.spawn(asker, &out, store, [this](auto work) { return system.spawn(worker, std::move(work)); });

  ~asking_fixture() { end(store); }
};

BOOST_FIXTURE_TEST_SUITE(asking_suite, asking_fixture)

BOOST_AUTO_TEST_CASE(a_task_asks_one_after_the_other_and_its_frames_end_with_its_actor) {
  run();
  const std::vector<std::string> before{"parts 200000", "no run", "sum 3",
                                        ": a fault of covey's (a fault of ours)", "nobody to ask"};
  BOOST_TEST(out.lines == before, boost::test_tools::per_element());
  self->send(one, wait_over{});
  self->send(one, wait_over{});
  run();
  BOOST_TEST(out.lines.back() == "sign");
  BOOST_TEST(out.held.use_count() == 2);
  end(one);
  one = waiting_call_actor{};
  run();
  BOOST_TEST(out.held.use_count() == 1);
}

BOOST_AUTO_TEST_CASE(of_what_is_given_the_first_counts) {
  end(one);
  const arrival<int> number;
  const auto same = number;
  BOOST_TEST(!number.has_come());
  same.give(1);
  number.give(2);
  BOOST_TEST(*number.value() == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::actors
