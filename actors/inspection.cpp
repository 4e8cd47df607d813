#include "actors/inspection.hpp"
#include "actors/asking.hpp"
#include "actors/io_thread.hpp"
#include "actors/limits.hpp"
#include "actors/planning.hpp"
#include "actors/prober.hpp"
#include "actors/project.hpp"
#include "actors/reading.hpp"
#include "process/environment.hpp"
#include "process/guard_launcher.hpp"
#include "process/program.hpp"
#include "process/scratch.hpp"
#include <caf/scoped_actor.hpp>

namespace covey::actors {
namespace {

std::string refusal_of(const caf::error& error) {
  if (error == fault::program_missing) return context_of(error) + ": not found on PATH";
  if (error == caf::sec::request_timeout)
    return "its toolchain did not answer within " + std::to_string(limits::doctor.count()) +
           " s: does it hang?";
  return context_of(error);
}

// Requests a plan for a run of all tests, without executing it.
void plan(caf::scoped_actor& self, process::launcher* launcher, const std::string& root,
          const parsers::settings_ptr& settings, inspected_language& entry) {
  const auto own = settings ? settings->of(entry.language->name) : parsers::run_settings{};
  auto scratch = process::scratch::make();
  if (!scratch) {
    entry.refusal = "no scratch folder in " + process::scratch_directory() + ": " + scratch.error().message();
    return;
  }
  auto request = std::make_shared<parsers::plan_request>();
  request->root = root;
  request->scratch = scratch->path();
  request->self = process::self_path();
  request->timeout = limits::default_timeout;
  request->look_only = true;
  request->environment = process::own_environment();
  request->added = own;
  request->added.env.clear();  // they can name programs, and what those load
  const auto probes = self->spawn(prober, launcher);
  const auto maker = spawn_detached(self->system(), planning, probes);
  self->request(maker, within(limits::doctor),
                make_plan{entry.language, std::move(request), "doctor", nullptr})
      .receive(
          [&](const plan_ptr& made) {
            entry.decisions = made->decisions;
            if (auto said = to_string(own); !said.empty())
              entry.decisions.push_back({"settings", std::move(said), settings->file});
            entry.notes = made->notes;
            if (!own.env.empty())
              entry.notes.push_back("The variables of " + settings->file +
                                    " are set once tests run, not here.");
          },
          [&](const caf::error& error) {
            entry.refusal = maker ? refusal_of(error) : std::string{no_thread};
            entry.mends =
                error == fault::program_missing ? std::string{entry.language->installed_by} : mends_of(error);
          });
  self->send_exit(maker, caf::exit_reason::user_shutdown);
  self->send_exit(probes, caf::exit_reason::user_shutdown);
}

}  // namespace

std::vector<inspected_language> inspect_workspace(const std::string& root, const std::string& config,
                                                  std::span<const parsers::language* const> languages) {
  caf::actor_system_config of_system;
  choose_scheduler(of_system, 2);
  caf::actor_system system{of_system};
  io_thread io;
  const auto launcher = process::make_guard_launcher(io.context(), process::self_path());
  std::vector<inspected_language> out;
  const auto settings = read_settings(root, config);
  caf::scoped_actor self{system};
  for (const auto* language : languages) {
    inspected_language entry;
    entry.language = language;
    auto asked = spawn_detached(system, detector, language, launcher.get());
    self->request(asked, within(limits::question), detect_project{root})
        .receive([&](const detected_project& found) { entry.project_file = found.project_file; },
                 [](const caf::error&) {});
    if (languages.size() > 1)  // of one alone only the plan is wanted
      self->request(asked, within(limits::question), describe_toolchain{})
          .receive(
              [&](const toolchain& found) {
                entry.program = found.program;
                entry.version = found.version;
              },
              [](const caf::error&) {});
    if (entry.project_file != nullptr && !settings.problem.empty())
      entry.refusal = settings.problem;
    else if (entry.project_file != nullptr)
      plan(self, launcher.get(), root, settings.value, entry);
    self->send_exit(asked, caf::exit_reason::user_shutdown);
    out.push_back(std::move(entry));
  }
  self->await_all_other_actors_done();
  return out;
}

}  // namespace covey::actors
