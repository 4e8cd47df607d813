// Merges the plans of several commands into one.
#pragma once

#include "parsers/languages/node/workspace/inspection.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/workspace/schedule.hpp"
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// "npm install", "yarn", "pnpm install", "bun install".
std::string install_command(std::string_view manager);

// The request for the runner of a command, still without the answer to its own probe. `number` counts from 1;
// 0: the command is the only one. Refuses if the runner is not installed.
std::variant<runner_request, plan_refusal> request_for(const plan_request& request,
                                                       const scheduled_command& scheduled,
                                                       const inspection_answer& inspected,
                                                       std::size_t number);

// A command of a script that runs no test runner, as the package manager would run it.
command step_command(const plan_request& request, const scheduled_command& scheduled);

// Appends one plan after the other. The first runner decides how the output is read; a command whose runner
// would need another reader is left out, with a note.
class plan_merger {
 public:
  plan_merger(const plan_request& request, bool several)
      : root_(request.root),
        of_all_(runs_all_as_it_is(request)),
        everything_(request.runs_all() || !request.selections().empty()),
        several_(several) {}

  void add(const scheduled_command& scheduled, runner_plan plan);
  void add_step(const scheduled_command& scheduled, command step);
  runner_plan finish(std::vector<std::string> notes) &&;

 private:
  void count_needed(run_plan& plan) const;

  std::string root_;
  bool of_all_;
  bool everything_;
  bool several_;
  std::optional<run_plan> whole_;
  std::vector<command> commands_;
  std::vector<std::string> packages_;  // of each command
  std::set<std::size_t> needed_;       // indices of steps
  std::set<std::string> checks_;       // their titles
  const test_program* first_ = nullptr;
  std::vector<decision> steps_;
  std::vector<std::string> notes_;
  std::vector<plan_refusal> refusals_;
};

}  // namespace covey::parsers::languages::node
