#include "actors/detector.hpp"
#include "actors/detached.hpp"
#include "actors/limits.hpp"
#include "actors/probe.hpp"
#include "process/environment.hpp"
#include "process/read_paths.hpp"
#include "process/program.hpp"
#include "parsers/text/path.hpp"

namespace covey::actors {
namespace {

using self_pointer = detector_actor::stateful_pointer<detector_state>;

// Ends the planning; anything it still computes is useless.
void close(self_pointer self, std::map<call_key, detector_state::open_plan>::iterator plan) {
  self->send_exit(plan->second.planning, caf::exit_reason::user_shutdown);
  state_of(self).open.erase(plan);
}

void finish(self_pointer self, call_key key, caf::error error) {
  auto& open = state_of(self).open;
  if (auto it = open.find(key); it != open.end()) {
    it->second.answer.give(std::move(error));
    close(self, it);
  }
}

void plan_further(self_pointer self, process::launcher* launcher, call_key key, probe_answer_ptr said);

void ask_toolchain(self_pointer self, process::launcher* launcher, call_key key, parsers::command command) {
  auto& plan = state_of(self).open.at(key);
  command.set_env.emplace_back(process::run_id_variable, plan.run_id);
  plan.probe = self->spawn(probe, launcher);
  self->request(plan.probe, within(limits::maximum_timeout + limits::plan_margin),
                run_probe{std::move(command), plan.scratch})
      .then([self, launcher,
             key](const probe_answer_ptr& answer) { plan_further(self, launcher, key, answer); },
            [self, key](caf::error& error) { finish(self, key, std::move(error)); });
}

void on_step(self_pointer self, process::launcher* launcher, call_key key, const planning_step& step) {
  auto& open = state_of(self).open;
  const auto it = open.find(key);
  if (it == open.end()) return;  // cancelled while it was computed
  if (step.question) return ask_toolchain(self, launcher, key, *step.question);
  if (!step.plan) return finish(self, key, step.refusal);
  it->second.answer.give(step.plan);
  close(self, it);
}

void plan_further(self_pointer self, process::launcher* launcher, call_key key, probe_answer_ptr said) {
  auto& open = state_of(self).open;
  const auto it = open.find(key);
  if (it == open.end()) return;
  it->second.probe = probe_actor{};
  self->request(it->second.planning, within(limits::maximum_timeout + limits::plan_margin),
                plan_on{std::move(said)})
      .then([self, launcher, key](const planning_step_ptr& step) { on_step(self, launcher, key, *step); },
            [self, key](caf::error& error) { finish(self, key, std::move(error)); });
}

// A running probe has processes, so these are ended before the answer. A running computation is abandoned.
void cancel(self_pointer self, call_key key) {
  auto& open = state_of(self).open;
  const auto it = open.find(key);
  if (it == open.end()) return;
  if (!it->second.probe) return finish(self, key, fail(fault::cancelled));
  self->send(it->second.probe, cancel_probe{});
}

caf::result<toolchain> look_at_toolchain(self_pointer self, const parsers::language* language,
                                         process::launcher* launcher) {
  const std::string program = process::find_program(language->program);
  if (program.empty()) return toolchain{.language = language, .program = {}, .version = {}};
  parsers::command command;
  command.argv.push_back(program);
  for (const auto argument : language->version_arguments) command.argv.emplace_back(argument);
  command.cwd = "/";
  auto promise = self->make_response_promise<toolchain>();
  auto answer = std::make_shared<reply<toolchain>>(promise);
  const auto asked = self->spawn(probe, launcher);
  self->request(asked, within(limits::version_answer), run_probe{std::move(command), {}})
      .then(
          [=](const probe_answer_ptr& said) {
            answer->give(toolchain{.language = language,
                                   .program = program,
                                   .version = said->out.substr(0, said->out.find('\n'))});
          },
          [=](const caf::error&) {
            self->send(asked, cancel_probe{});  // or its process would live on
            answer->give(
                toolchain{.language = language, .program = program, .version = "does not say its version"});
          });
  return promise;
}

std::string name_of_project(const parsers::language& language, const parsers::project_file& found,
                            const std::string& root) {
  const auto said =
      language.project_name(found.file, process::read_path(root + "/" + std::string{found.file}).text);
  return said.empty() ? std::string{parsers::base_name(root)} : said;
}

}  // namespace

detector_state::~detector_state() {
  for (const auto& [key, plan] : open) {
    caf::anon_send(plan.probe, cancel_probe{});
    caf::anon_send_exit(plan.planning, caf::exit_reason::user_shutdown);
  }
}

detector_actor::behavior_type detector(self_pointer self, const parsers::language* language,
                                       process::launcher* launcher, spawn_planning spawn) {
  return {
      [language](const detect_project& question) {
        const auto* found = process::find_project_file(*language, question.root);
        return detected_project{language, found,
                                found == nullptr ? "" : name_of_project(*language, *found, question.root)};
      },
      [self, language, launcher, spawn](const plan_run& question) -> caf::result<plan_ptr> {
        const auto planning = spawn(language, question.request);
        if (!planning) return fail(fault::busy, std::string{no_thread});
        auto promise = self->make_response_promise<plan_ptr>();
        state_of(self).open.insert_or_assign(question.key,
                                             detector_state::open_plan{.planning = planning,
                                                                       .scratch = question.request->scratch,
                                                                       .run_id = question.run_id,
                                                                       .probe = probe_actor{},
                                                                       .answer = reply<plan_ptr>{promise}});
        plan_further(self, launcher, question.key, nullptr);
        return promise;
      },
      [self](const cancel_plan& message) { cancel(self, message.key); },
      [self, language, launcher](const describe_toolchain&) {
        return look_at_toolchain(self, language, launcher);
      },
  };
}

detector_actor start_detector(caf::actor_system& system, const parsers::language* language,
                              process::launcher* launcher) {
  return spawn_detached(
      system, detector, language, launcher,
      spawn_planning{[&system](const parsers::language* of, const plan_request_ptr& request) {
        return spawn_detached(system, planning, of, request);
      }});
}

}  // namespace covey::actors
