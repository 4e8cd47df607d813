#include "actors/services.hpp"
#include "actors/coverage_index.hpp"
#include "actors/detector.hpp"
#include "actors/failure_store.hpp"
#include "actors/listing_worker.hpp"
#include "actors/process/program.hpp"
#include "actors/process/scratch.hpp"
#include "actors/report_reader.hpp"
#include "actors/report_worker.hpp"
#include "actors/snapshot_store.hpp"
#include "actors/supervisor.hpp"
#include "actors/test_lister.hpp"
#include "parsers/languages/catalogue.hpp"
#include <random>
#include <unistd.h>

namespace covey::actors {
namespace {

// Two servers' runs must not be taken for each other's.
std::string session_name() {
  std::random_device random;
  return std::to_string(::getpid()) + "-" + std::to_string(random()) + std::to_string(random());
}

}  // namespace

services spawn_services(caf::actor_system& system, process::launcher* launcher, bool coverage_on) {
  services out;
  for (const auto* language : parsers::languages())
    out.languages.push_back({language, system.spawn(detector, language, launcher)});
  out.failures = system.spawn(failure_store);
  out.coverage = system.spawn(coverage_index);
  out.coverage_on = coverage_on;
  out.reports = system.spawn<caf::detached>(report_reader, [&system](auto stop) {
    return system.spawn<caf::detached>(report_worker, std::move(stop));
  });
  out.tests = system.spawn<caf::detached>(test_lister, [&system](auto stop) {
    return system.spawn<caf::detached>(listing_worker, std::move(stop));
  });
  out.snapshots = system.spawn<caf::detached>(snapshot_store, process::temp_directory());
  out.supervisor = system.spawn(supervisor, run_services{out.languages, out.failures, out.coverage, launcher,
                                                         process::self_path(), session_name()});
  return out;
}

}  // namespace covey::actors
