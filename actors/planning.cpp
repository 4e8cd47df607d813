#include "actors/planning.hpp"
#include "actors/kept_answers.hpp"
#include "actors/limits.hpp"
#include "parsers/text/path.hpp"
#include "process/environment.hpp"
#include "process/read_paths.hpp"
#include "process/program.hpp"
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <utility>
#include <variant>

namespace covey::actors {
namespace {

namespace fs = std::filesystem;

// The folder of the repository that `root` lies in; itself, where there is none.
std::string repository_of(const std::string& root) {
  const char* home = std::getenv("HOME");  // which some keep in git, with all that is installed there
  std::error_code unknown;
  for (auto at = root; !at.empty() && at != (home != nullptr ? home : "");
       at.resize(parsers::folder_name(at).size()))
    if (fs::exists(at + "/.git", unknown)) return at;
  return root;
}

// A look comes before anybody has agreed to run what a repository holds: none of it is started. Of its links to what is
// installed (the interpreter of a virtual environment) the installed program is, if it is what its name says. "": neither.
std::string program_to_look_with(const std::string& found, const std::string& root) {
  const auto repository = repository_of(root);
  std::error_code failed;
  const auto real = fs::canonical(found, failed).string();
  if (failed || parsers::path_below(repository, real)) return {};
  if (!parsers::path_below(repository, found)) return found;
  return parsers::base_name(real).starts_with(parsers::base_name(found)) ? real : std::string{};
}

// What comes next: a probe, whose program exists; or the end.
using step = std::variant<parsers::command, plan_ptr, caf::error>;

// argv[0] becomes a path, so that exactly the program that was found is started. The variables that the user adds come
// first: those of the plan go before them.
bool prepare(parsers::command& command, const parsers::plan_request& request) {
  const auto folders = request.environment.find("PATH");
  auto path = process::find_program(command.argv.front(),
                                    folders == request.environment.end() ? nullptr : folders->second.c_str());
  if (path.empty()) return false;
  command.argv.front() = std::move(path);
  command.set_env.insert(command.set_env.begin(), request.added.env.begin(), request.added.env.end());
  return true;
}

// Refuses the run if the program of the tests or of a step is missing; for report and coverage programs it
// adds a note.
step prepare_all(parsers::run_plan plan, const parsers::plan_request& request) {
  std::vector<parsers::command> found;
  for (auto& command : plan.commands) {
    if (prepare(command, request)) {
      found.push_back(std::move(command));
    } else if (command.role == parsers::command_role::tests || command.role == parsers::command_role::step) {
      return fail(fault::program_missing, command.argv.front());
    } else {
      plan.notes.push_back(command.argv.front() + " was not found on PATH; what it would have " +
                           (command.role == parsers::command_role::print ? "reported" : "measured") +
                           " is missing");
    }
  }
  plan.commands = std::move(found);
  return std::make_shared<const parsers::run_plan>(std::move(plan));
}

std::int64_t now_in_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// What it asks, whichever run asks it: each has a scratch folder of its own.
std::string text_of(const parsers::command& question, const std::string& scratch) {
  std::string out;
  const auto add = [&](const std::string& part) { out.append(part == scratch ? "" : part).push_back('\0'); };
  for (const auto& part : question.argv) add(part);
  add(question.cwd);
  for (const auto& [name, value] : question.set_env) {
    add(name);
    add(value);
  }
  return out;
}

parsers::probe_answer not_found() {
  parsers::probe_answer out;
  out.found = false;
  out.exit_code = 127;
  return out;
}

// Plans up to the next probe, or to the end.
step advance(parsers::planner& planner, const parsers::plan_request& request) {
  for (;;) {
    auto next = planner.next();
    if (auto* command = std::get_if<parsers::command>(&next)) {
      const auto asked = command->argv.front();
      if (!prepare(*command, request)) {
        planner.answer(not_found());
        continue;
      }
      auto& program = command->argv.front();
      if (request.look_only) program = program_to_look_with(program, request.root);
      if (!program.empty()) return std::move(*command);
      return fail(fault::plan_refused,
                  "known once its tests run: " + asked +
                      " is a program of this repository, and nothing of it is started to look at it",
                  std::string{"covey call run_tests"});
    } else if (auto* question = std::get_if<parsers::path_request>(&next)) {
      parsers::path_states seen;
      for (const auto& path : question->paths) seen.push_back(process::read_path(path));
      planner.answer(std::move(seen));
    } else if (auto* plan = std::get_if<parsers::run_plan>(&next)) {
      return prepare_all(std::move(*plan), request);
    } else {
      const auto& refusal = std::get<parsers::plan_refusal>(next);
      return fail(fault::plan_refused, refusal.reason, refusal.mends);
    }
  }
}

// Begins, or continues with the answer to the latest probe.
step next_step(std::unique_ptr<parsers::planner>& planner, const make_plan& order,
               const probe_answer_ptr& said) {
  try {
    if (!planner) planner = order.language->plan(*order.request);
    if (said) planner->answer(*said);
    return advance(*planner, *order.request);
  } catch (const std::exception& e) {
    return fail(
        fault::plan_refused,
        std::string{"a fault of covey's: the run of this project could not be planned ("} + e.what() + ")");
  }
}

}  // namespace

caf::result<plan_ptr> planning_state::begin(const make_plan& order, prober_actor probes) {
  order_ = order;
  probes_ = std::move(probes);
  auto promise = self_->make_response_promise<plan_ptr>();
  answer_ = reply<plan_ptr>{promise};
  planning_ = plan();
  planning_.start();
  return promise;
}

task<> planning_state::plan() {
  probe_answer_ptr said;
  for (;;) {
    auto next = next_step(planner_, order_, said);
    if (auto* plan = std::get_if<plan_ptr>(&next)) co_return finish(std::move(*plan));
    if (auto* error = std::get_if<caf::error>(&next)) co_return finish(std::move(*error));
    auto open = answer_of(std::move(std::get<parsers::command>(next)));
    const auto answer = co_await open;
    if (!answer) co_return finish(answer.error());
    said = *answer;
  }
}

// What toolchains have said is found again as long as what they read is the same.
task<caf::expected<probe_answer_ptr>> planning_state::answer_of(parsers::command probe) {
  const auto& scratch = order_.request->scratch;
  const auto sources = probe.read_from;
  const auto program = probe.argv.front();
  const bool keeps = order_.kept && sources && answers_for_itself(program, *sources);
  const auto question = keeps ? text_of(probe, scratch) : std::string{};
  if (const auto known = keeps ? order_.kept->find(question) : nullptr) co_return known;
  const auto began = now_in_ns();
  probe.set_env.emplace_back(process::run_id_variable, order_.run_id);
  const auto said =
      co_await ask<run_probe>(probes_, limits::max_timeout + limits::plan_margin, std::move(probe), scratch);
  if (said && keeps && (*said)->exit_code == 0) order_.kept->keep(question, *sources, program, *said, began);
  co_return said;
}

template <class Result>
void planning_state::finish(Result result) {
  answer_.give(std::move(result));
  self_->quit();
}

planning_actor::behavior_type planning(planning_state::self_pointer self, const prober_actor& probes) {
  auto& state = state_of(self);
  return {[&state, probes](const make_plan& order) { return state.begin(order, probes); }};
}

}  // namespace covey::actors
