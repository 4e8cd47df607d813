// Starts the services, and starts them again when they die.
// Design: docs/design/06-own-faults.md
#pragma once

#include "actors/history.hpp"
#include "actors/services.hpp"
#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace covey::actors {

// The launcher outlives the system.
struct service_spawner {
  caf::actor_system& system;
  process::launcher* launcher;
  history_setup history = {};
  bool inputs = true;  // runs record what their tests read
};

services spawn_services(const service_spawner& spawner, bool coverage_on);

// What their runs need.
run_services for_runs(const service_spawner& spawner, const services& all);

// Those of all services that live, to monitor them.
std::vector<caf::actor_addr> addresses_of(const services& all);

// The services end once they have nothing more to do; afterwards they must not be asked anything.
void end_services(const services& all);

// Restarts services that have died, within limits::service_starts. A service that died more often keeps a
// null handle, so that every question to it fails at once (why_silent()).
class service_keeper {
 public:
  explicit service_keeper(const service_spawner& spawner) : spawner_(spawner) {}

  // Starts missing services, as far as service_starts allows. True if one was started.
  bool complete(services& all, std::chrono::steady_clock::time_point now);
  run_services for_runs(const services& all) const { return actors::for_runs(spawner_, all); }

 private:
  bool may_start(const std::string& name, std::chrono::steady_clock::time_point now);

  service_spawner spawner_;
  std::map<std::string, std::vector<std::chrono::steady_clock::time_point>> starts_;
};

// Drops the dead service's handle. False if it belongs to no service.
bool drop_service(services& all, const caf::actor_addr& dead);

}  // namespace covey::actors
