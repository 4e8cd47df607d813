// The actors that a call, and a run on its behalf, may ask.
#pragma once

#include "actors/answer_settings.hpp"
#include "actors/asking.hpp"
#include "actors/shared_filter.hpp"
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::actors {

struct language_service {
  const parsers::language* language = nullptr;
  detector_actor detector;
};

// What both runs and calls need.
struct shared_services {
  std::vector<language_service> languages = {};  // in the catalogue's order
  failure_store_actor failures;
  coverage_index_actor coverage;
  fingerprint_reader_actor fingerprints = {};
  history_actor history = {};      // null: nothing of runs is kept for later
  kept_answers_ptr kept = {};      // what toolchains have answered; null: they are asked each time
  session_folder_ptr folder = {};  // null: nothing is kept from run to run
  std::string session = {};        // marks this process's runs in their processes' environment
  worker_spawner threads = {};
  process::launcher* launcher = nullptr;  // it outlives every actor
  // The last run's id. Shared, so that a restarted supervisor does not reuse ids.
  std::shared_ptr<std::atomic<std::uint64_t>> last_run = std::make_shared<std::atomic<std::uint64_t>>(0);
};

// What a run needs.
struct run_services : shared_services {
  std::string self;  // the path of this binary
  // Detached; in tests on the scheduler that they control. Null: no thread is left.
  std::function<planning_actor(const prober_actor&)> spawn_planning;
  bool inputs = true;  // as parsers::plan_request has it
};

// What a call needs.
struct services : shared_services {
  supervisor_actor supervisor;
  report_reader_actor reports;
  test_lister_actor tests;
  kept_structures_ptr structures = {};  // null: sources are parsed each time
  bool coverage_on = true;
  std::string config = {};          // the file with the workspace's settings, absolute; empty: its covey.toml
  std::string temp_directory = {};  // where snapshots are kept
  shared_filter filter = {};        // applied to all answers and progress
  answer_settings answers = {};
};

inline const language_service* find(const std::vector<language_service>& languages, std::string_view name) {
  for (const auto& entry : languages)
    if (entry.language->name == name) return &entry;
  return nullptr;
}

// Shared, because a call copies its context into every question that it asks.
using services_ptr = std::shared_ptr<const services>;

}  // namespace covey::actors
