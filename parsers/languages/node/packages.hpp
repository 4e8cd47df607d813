// The plans of several tasks as one.
#pragma once

#include "parsers/languages/node/inspection.hpp"
#include "parsers/languages/node/runner.hpp"
#include "parsers/languages/node/tasks.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// "npm install", "yarn", "pnpm install", "bun install".
std::string install_command(std::string_view manager);

// What the runner of a task is given, but for the answer to its own question. `number` counts from 1; 0: the
// task is the only one. Refuses where the runner is not installed.
std::variant<node_request, plan_refusal> request_for(const plan_request& request, const node_task& task,
                                                     const node_inspection& inspected, std::size_t number);

// A command of a script that is no test runner's, as the package manager would run it.
command step_command(const plan_request& request, const node_task& task);

// Appends one plan after the other. The first runner decides how the output is read; a task whose runner
// would need another reader is left out, with a note.
class node_plans {
 public:
  node_plans(const plan_request& request, bool several)
      : root_(request.root),
        everything_(request.everything || !request.selections.empty()),
        several_(several) {}

  void add(const node_task& task, node_plan plan);
  void add_step(const node_task& task, command step);
  node_plan finish(std::vector<std::string> notes) &&;

 private:
  void count_needed(run_plan& plan) const;

  std::string root_;
  bool everything_;
  bool several_;
  std::optional<run_plan> whole_;
  std::vector<command> commands_;
  std::vector<std::string> packages_;  // of each command
  const node_runner* first_ = nullptr;
  std::vector<choice> steps_;
  std::vector<std::string> notes_;
  std::vector<std::string> refusals_;
};

}  // namespace covey::parsers
