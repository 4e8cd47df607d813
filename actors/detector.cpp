#include "actors/detector.hpp"
#include "actors/limits.hpp"
#include "actors/probe.hpp"
#include "actors/process/environment.hpp"
#include "actors/process/look.hpp"
#include "actors/process/program.hpp"
#include "parsers/languages/package_name.hpp"
#include "parsers/text/path.hpp"

namespace covey::actors {
namespace {

using self_pointer = detector_actor::stateful_pointer<detector_state>;

// argv[0] becomes a path: what is started must be what was looked for.
bool locate(parsers::command& command) {
  auto path = process::find_program(command.argv.front());
  if (path.empty()) return false;
  command.argv.front() = std::move(path);
  return true;
}

void finish(self_pointer self, call_key key, caf::error error) {
  auto& open = state_of(self).open;
  if (auto it = open.find(key); it != open.end()) {
    it->second.answer.give(std::move(error));
    open.erase(it);
  }
}

// Without its tests' program there is no run; without what reports or measures, a note says what is missing.
void give_plan(self_pointer self, call_key key, parsers::run_plan plan) {
  std::vector<parsers::command> found;
  for (auto& command : plan.commands) {
    if (locate(command)) {
      found.push_back(std::move(command));
    } else if (command.role == parsers::command_role::tests || command.role == parsers::command_role::step) {
      return finish(self, key, fail(fault::program_missing, command.argv.front()));
    } else {
      plan.notes.push_back(command.argv.front() + " was not found on PATH; what it would have " +
                           (command.role == parsers::command_role::report ? "reported" : "measured") +
                           " is missing");
    }
  }
  plan.commands = std::move(found);
  auto& open = state_of(self).open;
  if (auto it = open.find(key); it != open.end()) {
    it->second.answer.give(std::make_shared<const parsers::run_plan>(std::move(plan)));
    open.erase(it);
  }
}

void step(self_pointer self, process::launcher* launcher, call_key key);

// Only regular files and folders are looked at, so this does not block; nor does it wait for a tool.
void look(self_pointer self, process::launcher* launcher, call_key key, const parsers::path_question& at) {
  parsers::seen_paths seen;
  for (const auto& path : at.paths) seen.push_back(process::look_at(path));
  state_of(self).open.at(key).planner->answer(std::move(seen));
  step(self, launcher, key);
}

void ask_toolchain(self_pointer self, process::launcher* launcher, call_key key, parsers::command command) {
  if (!locate(command)) {
    parsers::probe_answer none;
    none.found = false;
    none.exit_code = 127;
    state_of(self).open.at(key).planner->answer(std::move(none));
    return step(self, launcher, key);
  }
  auto& planning = state_of(self).open.at(key);
  command.set_env.emplace_back(process::run_marker, planning.marker);
  planning.probe = self->spawn(probe, launcher);
  self->request(planning.probe, within(limits::maximum_timeout + limits::plan_margin),
                run_probe{std::move(command), planning.scratch})
      .then(
          [self, launcher, key](const probe_answer_ptr& answer) {
            auto it = state_of(self).open.find(key);
            if (it == state_of(self).open.end()) return;
            it->second.planner->answer(*answer);
            step(self, launcher, key);
          },
          [self, key](caf::error& error) { finish(self, key, std::move(error)); });
}

void step(self_pointer self, process::launcher* launcher, call_key key) {
  auto& planning = state_of(self).open.at(key);
  if (planning.cancelled) return finish(self, key, fail(fault::cancelled));
  auto next = planning.planner->next();
  if (auto* command = std::get_if<parsers::command>(&next))
    ask_toolchain(self, launcher, key, std::move(*command));
  else if (auto* question = std::get_if<parsers::path_question>(&next))
    look(self, launcher, key, *question);
  else if (auto* plan = std::get_if<parsers::run_plan>(&next))
    give_plan(self, key, std::move(*plan));
  else
    finish(self, key, fail(fault::plan_refused, std::get<parsers::plan_refusal>(next).reason));
}

caf::result<toolchain> look_at_toolchain(self_pointer self, const parsers::language* language,
                                         process::launcher* launcher) {
  parsers::command command;
  command.argv.emplace_back(language->program);
  for (const auto argument : language->version_arguments) command.argv.emplace_back(argument);
  command.cwd = "/";
  if (!locate(command)) return toolchain{language, {}, {}};
  auto promise = self->make_response_promise<toolchain>();
  auto answer = std::make_shared<reply<toolchain>>(promise);
  const std::string program = command.argv.front();
  self->request(self->spawn(probe, launcher), within(limits::question), run_probe{std::move(command), {}})
      .then(
          [=](const probe_answer_ptr& said) {
            answer->give(toolchain{language, program, said->out.substr(0, said->out.find('\n'))});
          },
          [=](const caf::error&) {
            answer->give(toolchain{language, program, "does not say its version"});
          });
  return promise;
}

std::string name_of_project(const parsers::marker& marker, const std::string& root) {
  const auto said =
      parsers::package_name(marker.file, process::look_at(root + "/" + std::string{marker.file}).text);
  return said.empty() ? std::string{parsers::base_name(root)} : said;
}

}  // namespace

detector_actor::behavior_type detector(self_pointer self, const parsers::language* language,
                                       process::launcher* launcher) {
  return {
      [language](const detect_project& question) {
        const auto* marker = process::find_marker(*language, question.root);
        return detected_project{language, marker,
                                marker == nullptr ? "" : name_of_project(*marker, question.root)};
      },
      [self, language, launcher](const plan_run& question) -> caf::result<plan_ptr> {
        auto promise = self->make_response_promise<plan_ptr>();
        detector_state::planning planning;
        planning.planner = language->plan(*question.request);
        planning.scratch = question.request->scratch;
        planning.marker = question.marker;
        planning.answer = reply<plan_ptr>{promise};
        state_of(self).open.insert_or_assign(question.key, std::move(planning));
        step(self, launcher, question.key);
        return promise;
      },
      [self](const cancel_plan& message) {
        auto it = state_of(self).open.find(message.key);
        if (it == state_of(self).open.end()) return;
        it->second.cancelled = true;
        self->send(it->second.probe, cancel_probe{});
      },
      [self, language, launcher](const describe_toolchain&) {
        return look_at_toolchain(self, language, launcher);
      },
  };
}

}  // namespace covey::actors
