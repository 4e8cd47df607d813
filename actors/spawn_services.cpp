#include "actors/spawn_services.hpp"
#include "actors/asking.hpp"
#include "actors/coverage_index.hpp"
#include "actors/failure_store.hpp"
#include "actors/fingerprint_reader.hpp"
#include "actors/kept_answers.hpp"
#include "actors/kept_structures.hpp"
#include "actors/limits.hpp"
#include "actors/log.hpp"
#include "actors/planning.hpp"
#include "actors/project.hpp"
#include "actors/report_reader.hpp"
#include "actors/session_folder.hpp"
#include "actors/supervisor.hpp"
#include "actors/test_lister.hpp"
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

// The list of the services: calls use(name, handle, start) for each, and start(spawner) gives a new one.
template <class Services, class Use>
void for_each_service(Services& all, Use use) {
  using spawner = const service_spawner&;
  for (auto& entry : all.languages)
    use("detector of " + std::string{entry.language->name}, entry.detector,
        [&entry](spawner by) { return spawn_detached(by.system, detector, entry.language, by.launcher); });
  use("failure_store", all.failures, [](spawner by) { return by.system.spawn(failure_store); });
  use("coverage_index", all.coverage, [](spawner by) { return by.system.spawn(coverage_index); });
  use("report_reader", all.reports,
      [](spawner by) { return spawn_detached(by.system, report_reader, threads_of(by.system)); });
  use("test_lister", all.tests,
      [](spawner by) { return spawn_detached(by.system, test_lister, threads_of(by.system)); });
  use("fingerprint_reader", all.fingerprints,
      [](spawner by) { return spawn_detached(by.system, fingerprint_reader, parsers::all_languages()); });
  use("history", all.history, [](spawner by) { return spawn_detached(by.system, history, by.history); });
  // Last: it needs the others' handles.
  use("supervisor", all.supervisor,
      [&all](spawner by) { return by.system.spawn(supervisor, for_runs(by, all)); });
}

}  // namespace

services spawn_services(const service_spawner& spawner, bool coverage_on) {
  services out;
  out.coverage_on = coverage_on;
  out.session = session_name();
  out.folder = std::make_shared<session_folder>();
  out.kept = std::make_shared<kept_answers>(limits::kept_answers, limits::kept_answer_bytes);
  out.structures = std::make_shared<kept_structures>(limits::kept_structures, limits::kept_structure_bytes);
  out.threads = threads_of(spawner.system);
  out.launcher = spawner.launcher;
  out.temp_directory = process::temp_directory();
  for (const auto* language : parsers::all_languages()) out.languages.push_back({language, {}});
  for_each_service(out, [&](const auto&, auto& handle, const auto& start) { handle = start(spawner); });
  return out;
}

run_services for_runs(const service_spawner& spawner, const services& all) {
  const auto plan = [&system = spawner.system](const auto& probes) {
    return spawn_detached(system, planning, probes);
  };
  return {all, process::self_path(), plan, spawner.inputs};
}

std::vector<caf::actor_addr> addresses_of(const services& all) {
  std::vector<caf::actor_addr> out;
  for_each_service(all, [&](const auto&, const auto& handle, const auto&) {
    if (handle) out.push_back(handle.address());
  });
  return out;
}

void end_services(const services& all) {
  for (const auto& address : addresses_of(all)) caf::anon_send_exit(address, caf::exit_reason::user_shutdown);
}

bool drop_service(services& all, const caf::actor_addr& dead) {
  bool found = false;
  for_each_service(all, [&](const auto&, auto& handle, const auto&) {
    if (!handle || handle.id() != dead.id()) return;
    handle = std::decay_t<decltype(handle)>{};
    found = true;
  });
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
  bool started = false;
  for_each_service(all, [&](const std::string& name, auto& handle, const auto& start) {
    if (handle || !may_start(name, now)) return;
    log::warning("started again: " + name);
    handle = start(spawner_);
    started = started || handle;
  });
  return started;
}

}  // namespace covey::actors
