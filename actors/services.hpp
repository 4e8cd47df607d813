// The actors that a call, and a run on its behalf, may ask.
#pragma once

#include "actors/answer_settings.hpp"
#include "actors/messages.hpp"
#include "protocol/answer_filter.hpp"
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

// Starts the actor: detached; in tests on the scheduler that they control. Null: no thread is left.
using spawn_run_files = std::function<run_files_actor()>;

// What a run needs. The launcher outlives every actor.
struct run_services {
  std::vector<language_service> languages;  // in the catalogue's order
  failure_store_actor failures;
  coverage_index_actor coverage;
  tree_watch_actor tree{};
  process::launcher* launcher = nullptr;
  std::string self;     // the path of this binary
  std::string session;  // marks this process's runs in their processes' environment
  // The last run's id. Shared, so that a restarted supervisor does not reuse ids.
  std::shared_ptr<std::atomic<std::uint64_t>> last_run = std::make_shared<std::atomic<std::uint64_t>>(0);
  spawn_run_files spawn_files;
};

inline const language_service* find(const std::vector<language_service>& languages, std::string_view name) {
  for (const auto& entry : languages)
    if (entry.language->name == name) return &entry;
  return nullptr;
}

// What a call needs.
struct services {
  std::vector<language_service> languages;
  supervisor_actor supervisor;
  failure_store_actor failures;
  coverage_index_actor coverage;
  report_reader_actor reports;
  snapshot_store_actor snapshots;
  test_lister_actor tests;
  tree_watch_actor tree{};
  bool coverage_on = true;
  protocol::answer_filter filter{};  // applied to all answers and progress
  answer_settings answers = {};
  std::string session = {};
  std::shared_ptr<std::atomic<std::uint64_t>> last_run = {};
};

// Shared, because a call copies its context into every question that it asks.
using services_ptr = std::shared_ptr<const services>;

// Why a service did not answer a question: the end of a sentence that begins with the service. "is busy: …"
std::string why_silent(const caf::error& error);

// The services end once they have nothing more to do; afterwards they must not be asked anything.
template <class Self>
void end_services(Self self, const services& all) {
  const auto bye = caf::exit_reason::user_shutdown;
  for (const auto& entry : all.languages) self->send_exit(entry.detector, bye);
  self->send_exit(all.supervisor, bye);
  self->send_exit(all.failures, bye);
  self->send_exit(all.coverage, bye);
  self->send_exit(all.reports, bye);
  self->send_exit(all.snapshots, bye);
  self->send_exit(all.tests, bye);
  self->send_exit(all.tree, bye);
}

}  // namespace covey::actors
