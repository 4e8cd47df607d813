// A supervisor with the real run, detector and stores, over processes that the test plays.
#pragma once

#include "actors/coverage_index.hpp"
#include "actors/failure_store.hpp"
#include "actors/planning.hpp"
#include "actors/project.hpp"
#include "actors/supervisor.hpp"
#include "tests/support/actor_fixture.hpp"
#include "tests/support/fake_language.hpp"
#include "tests/support/fake_process.hpp"
#include <string>
#include <vector>

namespace covey::tests {

using namespace covey::actors;
using namespace std::chrono_literals;

inline call_actor::behavior_type listener(call_actor::pointer, std::vector<run_progress>* heard) {
  return {
      [](const cancel_call&) {},
      [heard](const run_progress& progress) { heard->push_back(progress); },
  };
}

// The files of the workspace, as the test says they are.
struct played_files {
  fingerprint_ptr now = std::make_shared<const covey::parsers::fingerprint>();
  bool held = false;  // whether questions wait until the next sweep
  std::vector<caf::typed_response_promise<fingerprint_ptr>> waiting;
};

inline fingerprint_reader_actor::behavior_type played_tree(fingerprint_reader_actor::pointer self,
                                                           played_files* files) {
  return {
      [self, files](const get_fingerprint&) -> caf::result<fingerprint_ptr> {
        if (!files->held) return files->now;
        return files->waiting.emplace_back(self->make_response_promise<fingerprint_ptr>());
      },
      [files](const sweep_workspace&) {
        files->held = false;
        for (auto& one : std::exchange(files->waiting, {})) one.deliver(files->now);
      },
  };
}

struct run_fixture : actor_fixture {
  fake_launcher launcher;
  played_files files;
  std::vector<run_progress> heard;
  detector_actor fake = system.spawn(detector, &fake_language, &launcher);
  failure_store_actor failures = system.spawn(failure_store);
  coverage_index_actor coverage = system.spawn(coverage_index);
  fingerprint_reader_actor fingerprints = system.spawn(played_tree, &files);
  call_actor caller = system.spawn(listener, &heard);
  worker_spawner threads = [this](auto work) { return system.spawn(worker, std::move(work)); };
  supervisor_actor runs = system.spawn(supervisor, run_services{{.languages = {{&fake_language, fake}},
                                                                 .failures = failures,
                                                                 .coverage = coverage,
                                                                 .fingerprints = fingerprints,
                                                                 .session = "test",
                                                                 .threads = threads,
                                                                 .launcher = &launcher},
                                                                "/covey",
                                                                [this](const prober_actor& probes) {
                                                                  return system.spawn(planning, probes);
                                                                }});

  ~run_fixture() {
    for (auto& child : launcher.children)
      if (!child->ended()) child->exit(1);
    run();
    end(runs);
    end(caller);
    end(fake);
    end(failures);
    end(coverage);
    end(fingerprints);
  }

  static start_run request(call_key key, bool only_failing = false) {
    start_run out{.key = key, .root = "/", .language = only_failing ? "" : "fake", .timeout = 10s};
    if (only_failing) out.target = covey::parsers::run_failed{50};
    return out;
  }

  auto start(call_key key, bool only_failing = false) {
    auto handle = self->request(runs, 3600s, request(key, only_failing), caller);
    run();
    return handle;
  }

  void answer_probe(std::string text = "ok") {
    launcher.last().print(std::move(text));
    launcher.last().exit(0);
    run();
  }

  // What passes in a rerun is mended by an edit.
  void edit() {
    auto now = *files.now;
    now.files.resize(1, {covey::parsers::shared_text{std::string{"a"}}, 0, 0});
    ++now.files.front().hash;
    files.now = std::make_shared<const covey::parsers::fingerprint>(std::move(now));
  }

  // The run, or null with the error in last_error.
  template <class Handle>
  finished_run_ptr wait(Handle& handle) {
    run();
    finished_run_ptr out;
    handle.receive([&](const finished_run_ptr& got) { out = got; },
                   [&](caf::error& e) { last_error = std::move(e); });
    return out;
  }

  finished_run_ptr latest() { return ask<finished_run_ptr>(failures, latest_run{}).value_or(nullptr); }

  finished_run_ptr red_run() {
    auto handle = start(1);
    answer_probe();
    launcher.last().print("pass a\nfail b\nfail c\n");
    launcher.last().exit(1);
    return wait(handle);
  }
};

}  // namespace covey::tests
