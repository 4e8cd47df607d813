#include "actors/inspection.hpp"
#include "actors/detector.hpp"
#include "actors/io_thread.hpp"
#include "actors/limits.hpp"
#include "actors/process/guard_launcher.hpp"
#include "actors/process/program.hpp"
#include "parsers/languages/catalogue.hpp"
#include <caf/scoped_actor.hpp>

namespace covey::actors {

std::vector<inspected_language> inspect_workspace(const std::string& root) {
  caf::actor_system_config config;
  choose_scheduler(config, 2);
  caf::actor_system system{config};
  io_thread io;
  const auto launcher = process::make_guard_launcher(io.context(), process::self_path());
  std::vector<inspected_language> out;
  caf::scoped_actor self{system};
  for (const auto* language : parsers::languages()) {
    inspected_language entry{language, false, {}, {}};
    auto asked = system.spawn(detector, language, launcher.get());
    self->request(asked, within(limits::question), detect_project{root})
        .receive([&](const detected_project& found) { entry.detected = found.found; },
                 [](const caf::error&) {});
    self->request(asked, within(limits::question), describe_toolchain{})
        .receive(
            [&](const toolchain& found) {
              entry.program = found.program;
              entry.version = found.version;
            },
            [](const caf::error&) {});
    self->send_exit(asked, caf::exit_reason::user_shutdown);
    out.push_back(std::move(entry));
  }
  self->await_all_other_actors_done();
  return out;
}

}  // namespace covey::actors
