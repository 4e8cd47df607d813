#include "actors/coverage_run.hpp"
#include "actors/io_thread.hpp"
#include "actors/limits.hpp"
#include "process/guard_launcher.hpp"
#include "process/program.hpp"
#include "process/sweep.hpp"
#include "actors/spawn_services.hpp"
#include "actors/project.hpp"
#include "protocol/render/progress.hpp"
#include <caf/scoped_actor.hpp>
#include <thread>

namespace covey::actors {
namespace {

// Takes the place of a tool call: it receives the run's progress, and ends with the run.
call_actor::behavior_type listener(call_actor::pointer self,
                                   const std::function<void(std::string_view)>& on_progress) {
  return {
      [self](const cancel_call&) { self->quit(); },
      [on_progress](const run_progress& progress) {
        if (on_progress)
          on_progress(
              protocol::progress_message(progress.done, progress.total, progress.failed, progress.current));
      },
  };
}

std::string sentence_of(const caf::error& error) {
  if (error == fault::program_missing) return context_of(error) + ": not found on PATH";
  if (error == fault::could_not_start) return "could not start " + context_of(error);
  return context_of(error);
}

project_resolution choose(caf::scoped_actor& self, const services& with, const coverage_run_request& what) {
  std::vector<detected_project> answers;
  for (const auto& entry : with.languages) {
    answers.push_back({entry.language, nullptr});
    self->request(entry.detector, within(limits::question), detect_project{what.workspace})
        .receive([&](const detected_project& found) { answers.back() = found; },
                 [&](const caf::error& error) { answers.back().problem = why_silent(error); });
  }
  return choose_project(answers, what.language);
}

void run(caf::scoped_actor& self, caf::actor_system& system, const services& with,
         const coverage_run_request& what, coverage_run& out) {
  const auto found = choose(self, with, what);
  if (const auto* sentence = std::get_if<std::string>(&found)) {
    out.problem = *sentence;
    return;
  }
  constexpr call_key only = 1;
  const auto call = system.spawn(listener, what.on_progress);
  start_run order;
  order.key = only;
  order.root = what.workspace;
  order.language = std::get<const parsers::language*>(found)->name;
  order.timeout = what.timeout;
  self->send(with.supervisor, expect_run{only});
  self->request(with.supervisor, within(what.timeout + limits::plan_margin * 2), std::move(order), call)
      .receive([&](const finished_run_ptr& finished) { out.run = finished; },
               [&](const caf::error& error) { out.problem = sentence_of(error); });
  self->send(call, cancel_call{});
  self->request(with.coverage, within(limits::question), get_latest_coverage{})
      .receive([&](const latest_coverage& latest) { out.data = latest.data; }, [](const caf::error&) {});
}

}  // namespace

coverage_run run_for_coverage(const coverage_run_request& what) {
  process::become_subreaper();
  caf::actor_system_config config;
  choose_scheduler(config, std::max(2, static_cast<int>(std::thread::hardware_concurrency())));
  caf::actor_system system{config};
  io_thread io;
  const auto launcher = process::make_guard_launcher(io.context(), process::self_path());
  coverage_run out;
  caf::scoped_actor self{system};
  const auto with = spawn_services({system, launcher.get()}, true);
  run(self, system, with, what, out);
  end_services(with);
  self->await_all_other_actors_done();
  return out;
}

}  // namespace covey::actors
