// Actors on CAF's deterministic scheduler: nothing runs until run() is called, and time is what advance()
// says.
#pragma once

#include "actors/caf_compat.hpp"
#include <caf/scheduler/test_coordinator.hpp>
#include <caf/scoped_actor.hpp>
#include <chrono>
#include <optional>
#include <utility>

namespace covey::tests {

struct test_config : caf::actor_system_config {
  test_config() { actors::choose_test_scheduler(*this); }
};

struct actor_fixture {
  test_config config;
  caf::actor_system system{config};
  caf::scheduler::test_coordinator& scheduler =
      dynamic_cast<caf::scheduler::test_coordinator&>(system.scheduler());
  caf::scoped_actor self{system, true};

  void run() { scheduler.run(); }
  void advance(std::chrono::milliseconds time) {
    scheduler.advance_time(time);
    scheduler.run();
  }

  template <class Handle>
  void end(const Handle& actor) {
    self->send_exit(actor, caf::exit_reason::user_shutdown);
    run();
  }

  // The answer to a request, if there is one by now; an error is none and is left in `last_error`.
  template <class Answer, class Handle, class... Question>
  std::optional<Answer> ask(const Handle& actor, Question... question) {
    auto handle = self->request(actor, std::chrono::seconds(1), std::move(question)...);
    run();
    std::optional<Answer> out;
    handle.receive([&](Answer& answer) { out = std::move(answer); },
                   [&](caf::error& e) { last_error = std::move(e); });
    return out;
  }

  caf::error last_error;
};

}  // namespace covey::tests
