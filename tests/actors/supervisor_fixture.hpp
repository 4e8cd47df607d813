// A supervisor of runs, over processes that the test plays.
#pragma once

#include "actors/coverage_index.hpp"
#include "actors/failure_store.hpp"
#include "actors/limits.hpp"
#include "actors/planning.hpp"
#include "actors/project.hpp"
#include "actors/supervisor.hpp"
#include "tests/support/actor_fixture.hpp"
#include "tests/support/fake_language.hpp"
#include "tests/support/fake_process.hpp"
#include <string>

namespace covey::tests {

using namespace covey::actors;
using namespace std::chrono_literals;

inline call_actor::behavior_type deaf(call_actor::pointer) {
  return {[](const cancel_call&) {}, [](const run_progress&) {}};
}

struct supervisor_fixture : actor_fixture {
  fake_launcher launcher;
  detector_actor fake = system.spawn(detector, &fake_language, &launcher);
  failure_store_actor failures = system.spawn(failure_store);
  coverage_index_actor coverage = system.spawn(coverage_index);
  call_actor caller = system.spawn(deaf);
  worker_spawner threads = [this](auto work) { return system.spawn(worker, std::move(work)); };
  supervisor_actor runs = system.spawn(supervisor, run_services{{.languages = {{&fake_language, fake}},
                                                                 .failures = failures,
                                                                 .coverage = coverage,
                                                                 .session = "test",
                                                                 .threads = threads,
                                                                 .launcher = &launcher},
                                                                "/covey",
                                                                [this](const prober_actor& probes) {
                                                                  return system.spawn(planning, probes);
                                                                }});

  ~supervisor_fixture() {
    self->send(runs, stop_runs{});
    run();
    end_processes();
    for (auto& actor : {runs}) end(actor);
    end(caller);
    end(fake);
    end(failures);
    end(coverage);
  }

  // Ends what runs, and what starts because of it.
  void end_processes() {
    for (std::size_t i = 0; i < launcher.children.size(); ++i) {
      if (!launcher.children[i]->ended()) launcher.children[i]->exit(0);
      run();
    }
  }

  auto ask_for(call_key key, std::string root, std::chrono::milliseconds timeout) {
    auto handle = self->request(
        runs, 1s, start_run{.key = key, .root = std::move(root), .language = "fake", .timeout = timeout},
        caller);
    run();
    return handle;
  }

  // No two are equal: each has a time of its own.
  auto start(call_key key, std::string root = "/") { return ask_for(key, std::move(root), 10s + 1ms * key); }
  auto start_equal(call_key key) { return ask_for(key, "/", 10s); }

  partial_run_ptr look(std::uint64_t id, std::size_t since = 0) {
    return ask<partial_run_ptr>(runs, look_at_run{0, "/", id, since}).value_or(nullptr);
  }
  partial_run_ptr detach(call_key key) {
    return ask<partial_run_ptr>(runs, detach_run{key}).value_or(nullptr);
  }
  void leave(call_key key, bool told = false) {
    self->send(runs, unsubscribe{key, told});
    run();
  }
  void leave_in_haste(call_key key) {  // the client had no more time
    self->send(runs, unsubscribe{.key = key, .time_was_over = true});
    run();
  }
  void end_probe() {
    launcher.last().exit(0);
    run();
  }

  template <class Handle>
  std::string outcome_of(Handle& handle) {
    std::string out;
    handle.receive(
        [&](const finished_run_ptr& run) { out = "run " + std::to_string(run->id); },
        [&](const caf::error& e) {
          for (auto f : {fault::queue_full, fault::cancelled, fault::shutting_down, fault::abandoned})
            if (e == f) out = to_string(f);
          last_error = e;
        });
    return out;
  }

  supervisor_status status() { return ask<supervisor_status>(runs, runs_status{}).value(); }
};

}  // namespace covey::tests
