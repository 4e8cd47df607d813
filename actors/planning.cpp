#include "actors/planning.hpp"
#include "process/read_paths.hpp"
#include "process/program.hpp"
#include <exception>

namespace covey::actors {
namespace {

// argv[0] becomes a path, so that exactly the program that was found is started.
bool locate(parsers::command& command) {
  auto path = process::find_program(command.argv.front());
  if (path.empty()) return false;
  command.argv.front() = std::move(path);
  return true;
}

// Refuses the run if the program of the tests or of a step is missing; for report and coverage programs it
// adds a note.
planning_step locate_all(parsers::run_plan plan) {
  std::vector<parsers::command> found;
  for (auto& command : plan.commands) {
    if (locate(command)) {
      found.push_back(std::move(command));
    } else if (command.role == parsers::command_role::tests || command.role == parsers::command_role::step) {
      return {{}, nullptr, fail(fault::program_missing, command.argv.front())};
    } else {
      plan.notes.push_back(command.argv.front() + " was not found on PATH; what it would have " +
                           (command.role == parsers::command_role::print ? "reported" : "measured") +
                           " is missing");
    }
  }
  plan.commands = std::move(found);
  return {{}, std::make_shared<const parsers::run_plan>(std::move(plan)), {}};
}

parsers::probe_answer not_found() {
  parsers::probe_answer out;
  out.found = false;
  out.exit_code = 127;
  return out;
}

// Plans up to the next probe, or to the end.
planning_step advance(parsers::planner& planner) {
  for (;;) {
    auto next = planner.next();
    if (auto* command = std::get_if<parsers::command>(&next)) {
      if (locate(*command)) return {std::move(*command), nullptr, {}};
      planner.answer(not_found());
    } else if (auto* question = std::get_if<parsers::path_request>(&next)) {
      parsers::path_states seen;
      for (const auto& path : question->paths) seen.push_back(process::read_path(path));
      planner.answer(std::move(seen));
    } else if (auto* plan = std::get_if<parsers::run_plan>(&next)) {
      return locate_all(std::move(*plan));
    } else {
      return {{}, nullptr, fail(fault::plan_refused, std::get<parsers::plan_refusal>(next).reason)};
    }
  }
}

}  // namespace

planning_actor::behavior_type planning(planning_actor::stateful_pointer<planning_state> self,
                                       const parsers::language* language, plan_request_ptr request) {
  return {
      [self, language, request](const plan_on& message) {
        auto& planner = state_of(self).planner;
        planning_step step;
        try {
          if (!planner) planner = language->plan(*request);
          if (message.said) planner->answer(*message.said);
          step = advance(*planner);
        } catch (const std::exception& e) {
          step = {{},
                  nullptr,
                  fail(fault::plan_refused, std::string{"a fault of covey's: the run of this "
                                                        "project could not be planned ("} +
                                                e.what() + ")")};
        }
        return std::make_shared<const planning_step>(std::move(step));
      },
  };
}

}  // namespace covey::actors
