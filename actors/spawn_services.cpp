#include "actors/spawn_services.hpp"
#include "actors/coverage_index.hpp"
#include "actors/detached.hpp"
#include "actors/detector.hpp"
#include "actors/failure_store.hpp"
#include "actors/limits.hpp"
#include "actors/listing_worker.hpp"
#include "actors/log.hpp"
#include "actors/report_reader.hpp"
#include "actors/report_worker.hpp"
#include "actors/run_files.hpp"
#include "actors/snapshot_store.hpp"
#include "actors/supervisor.hpp"
#include "actors/test_lister.hpp"
#include "actors/tree_watch.hpp"
#include "parsers/languages/catalogue.hpp"
#include "process/program.hpp"
#include "process/scratch.hpp"
#include <algorithm>
#include <random>
#include <unistd.h>

namespace covey::actors {
namespace {

// Random, so that runs of different servers cannot be confused.
std::string session_name() {
  std::random_device random;
  return std::to_string(::getpid()) + "-" + std::to_string(random()) + std::to_string(random());
}

// Calls use(name, handle, start) for each service; start() spawns a new one.
template <class Use>
void for_each_service(caf::actor_system& system, process::launcher* launcher, services& all, Use use) {
  for (auto& entry : all.languages)
    use("detector of " + std::string{entry.language->name}, entry.detector,
        [&] { return start_detector(system, entry.language, launcher); });
  use("failure_store", all.failures, [&] { return system.spawn(failure_store); });
  use("coverage_index", all.coverage, [&] { return system.spawn(coverage_index); });
  use("report_reader", all.reports, [&] {
    return spawn_detached(system, report_reader, [&system](auto stop) {
      return spawn_detached(system, report_worker, std::move(stop));
    });
  });
  use("test_lister", all.tests, [&] {
    return spawn_detached(system, test_lister, [&system](auto stop) {
      return spawn_detached(system, listing_worker, std::move(stop));
    });
  });
  use("snapshot_store", all.snapshots,
      [&] { return spawn_detached(system, snapshot_store, process::temp_directory()); });
  use("tree_watch", all.tree, [&] { return spawn_detached(system, tree_watch, parsers::all_languages()); });
  // Last: it needs the others' handles.
  use("supervisor", all.supervisor,
      [&] { return system.spawn(supervisor, for_runs(system, all, launcher)); });
}

bool is_complete(const services& all) {
  return std::all_of(all.languages.begin(), all.languages.end(),
                     [](const auto& entry) { return static_cast<bool>(entry.detector); }) &&
         all.supervisor && all.failures && all.coverage && all.reports && all.snapshots && all.tests &&
         all.tree;
}

}  // namespace

run_services for_runs(caf::actor_system& system, const services& all, process::launcher* launcher) {
  return {.languages = all.languages,
          .failures = all.failures,
          .coverage = all.coverage,
          .tree = all.tree,
          .launcher = launcher,
          .self = process::self_path(),
          .session = all.session,
          .last_run = all.last_run,
          .spawn_files = [&system] { return spawn_detached(system, run_files); }};
}

services spawn_services(caf::actor_system& system, process::launcher* launcher, bool coverage_on) {
  services out;
  out.coverage_on = coverage_on;
  out.session = session_name();
  out.last_run = std::make_shared<std::atomic<std::uint64_t>>(0);
  for (const auto* language : parsers::all_languages()) out.languages.push_back({language, {}});
  for_each_service(system, launcher, out,
                   [](const std::string&, auto& handle, auto start) { handle = start(); });
  return out;
}

service_keeper::service_keeper(caf::actor_system& system, process::launcher* launcher)
    : system_(system), launcher_(launcher) {}

std::vector<caf::actor_addr> service_keeper::addresses(const services& all) {
  std::vector<caf::actor_addr> out;
  for (const auto& entry : all.languages) out.push_back(caf::actor_cast<caf::actor_addr>(entry.detector));
  const auto add = [&](const auto& handle) { out.push_back(caf::actor_cast<caf::actor_addr>(handle)); };
  add(all.failures), add(all.coverage), add(all.reports), add(all.tests), add(all.snapshots), add(all.tree);
  add(all.supervisor);
  std::erase_if(out, [](const caf::actor_addr& address) { return !address; });
  return out;
}

bool service_keeper::drop(services& all, const caf::actor_addr& dead) {
  bool found = false;
  const auto forget = [&](auto& handle) {
    if (!handle || handle.id() != dead.id()) return;
    handle = std::decay_t<decltype(handle)>{};
    found = true;
  };
  for (auto& entry : all.languages) forget(entry.detector);
  forget(all.failures), forget(all.coverage), forget(all.reports), forget(all.tests), forget(all.snapshots),
      forget(all.tree);
  forget(all.supervisor);
  return found;
}

bool service_keeper::may_start(const std::string& name, std::chrono::steady_clock::time_point now) {
  auto& starts = starts_[name];
  std::erase_if(starts, [now](auto when) { return now - when > limits::service_period; });
  if (starts.size() >= limits::service_starts) return false;
  starts.push_back(now);
  return true;
}

bool service_keeper::complete(services& all, std::chrono::steady_clock::time_point now) {
  if (is_complete(all)) return false;  // the usual case
  bool started = false;
  for_each_service(system_, launcher_, all, [&](const std::string& name, auto& handle, auto start) {
    if (handle || !may_start(name, now)) return;
    log::warning("started again: " + name);
    handle = start();
    started = started || handle;
  });
  return started;
}

}  // namespace covey::actors
