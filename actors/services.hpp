// What a call, and a run on its behalf, may ask.
#pragma once

#include "actors/messages.hpp"
#include "actors/system.hpp"
#include "protocol/answer_filter.hpp"
#include <atomic>
#include <chrono>
#include <map>
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
  // The last run's id: of several supervisors, one after the other, none may give one twice.
  std::shared_ptr<std::atomic<std::uint64_t>> last_run = std::make_shared<std::atomic<std::uint64_t>>(0);
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
  answer_settings answers = {};
  std::string session = {};
  std::shared_ptr<std::atomic<std::uint64_t>> last_run = {};
};

// A call copies what it was given into every question that it asks.
using services_ptr = std::shared_ptr<const services>;

// Of these what a run needs.
run_services for_runs(const services& all, process::launcher* launcher);

// The launcher outlives the system.
services spawn_services(caf::actor_system& system, process::launcher* launcher, bool coverage_on);

// Starts services again that have died, within limits::service_starts. What died more often is left out: a
// null handle, so that every question to it fails at once (why_silent()).
class service_keeper {
 public:
  service_keeper(caf::actor_system& system, process::launcher* launcher);

  // The handles of all services, to be watched.
  static std::vector<caf::actor_addr> addresses(const services& all);
  // Forgets the dead one. False if it is none of them.
  static bool drop(services& all, const caf::actor_addr& dead);
  // Starts what is missing, as far as that is allowed now. True if something was started.
  bool complete(services& all, std::chrono::steady_clock::time_point now);

 private:
  bool may_start(const std::string& name, std::chrono::steady_clock::time_point now);

  caf::actor_system& system_;
  process::launcher* launcher_;
  std::map<std::string, std::vector<std::chrono::steady_clock::time_point>> starts_;
};

// Why a question to a service failed without an answer of its: the end of a sentence that begins with what
// was asked. "is busy: …"
std::string why_silent(const caf::error& error);

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
