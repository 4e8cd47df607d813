// What a call, and a run on its behalf, may ask.
#pragma once

#include "actors/messages.hpp"
#include "protocol/answer_filter.hpp"
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::actors {

struct language_service {
  const parsers::language* language = nullptr;
  detector_actor detector;
};

// What a run needs. The launcher outlives every actor.
struct run_services {
  std::vector<language_service> languages;  // in the catalogue's order
  failure_store_actor failures;
  coverage_index_actor coverage;
  process::launcher* launcher = nullptr;
  std::string self;     // the path of this binary
  std::string session;  // names this process's runs in their processes' environment
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
  bool coverage_on = true;
  protocol::answer_filter filter;  // what answers and progress leave through
};

// The launcher outlives the system.
services spawn_services(caf::actor_system& system, process::launcher* launcher, bool coverage_on);

// They end when they have nothing more to do; nothing may be asked of them afterwards.
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
}

}  // namespace covey::actors
