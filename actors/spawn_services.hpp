// Starts the services, and starts them again when they die.
#pragma once

#include "actors/services.hpp"
#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace covey::actors {

// The subset that a run needs.
run_services for_runs(caf::actor_system& system, const services& all, process::launcher* launcher);

// The launcher outlives the system.
services spawn_services(caf::actor_system& system, process::launcher* launcher, bool coverage_on);

// Restarts services that have died, within limits::service_starts. A service that died more often keeps a
// null handle, so that every question to it fails at once (why_silent()).
class service_keeper {
 public:
  service_keeper(caf::actor_system& system, process::launcher* launcher);

  // The addresses of all services, to monitor them.
  static std::vector<caf::actor_addr> addresses(const services& all);
  // Drops the dead service's handle. False if it belongs to no service.
  static bool drop(services& all, const caf::actor_addr& dead);
  // Starts missing services, as far as service_starts allows. True if one was started.
  bool complete(services& all, std::chrono::steady_clock::time_point now);

 private:
  bool may_start(const std::string& name, std::chrono::steady_clock::time_point now);

  caf::actor_system& system_;
  process::launcher* launcher_;
  std::map<std::string, std::vector<std::chrono::steady_clock::time_point>> starts_;
};

}  // namespace covey::actors
