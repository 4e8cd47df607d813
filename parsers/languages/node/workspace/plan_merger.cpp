#include "parsers/languages/node/workspace/plan_merger.hpp"
#include "parsers/languages/node/output/step_failures.hpp"
#include "parsers/languages/node/workspace/script_run.hpp"
#include "parsers/text/path.hpp"
#include <iterator>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

plan_refusal not_installed(const plan_request& request, const scheduled_command& scheduled) {
  const std::string name{scheduled.runner->name};
  return {name + " (" + scheduled.why + ") is not installed in " + place_of(scheduled.folder, request.root) +
              ": run `" + install_command(scheduled.project.manager) + "`",
          install_command(scheduled.project.manager)};
}

}  // namespace

std::string install_command(std::string_view manager) {
  return std::string{manager} + " install";
}

std::variant<runner_request, plan_refusal> request_for(const plan_request& request,
                                                       const scheduled_command& scheduled,
                                                       const inspection_answer& inspected,
                                                       std::size_t number) {
  const auto& runner = *scheduled.runner;
  runner_request out;
  out.request = request;
  out.everything = request.runs_all() || scheduled.everything;
  out.project = scheduled.project;
  out.folder = scheduled.folder;
  if (number > 0) {
    out.label = std::to_string(number) + "-";
    out.title = scheduled.title;
  }
  out.area = request.scratch + "/" + out.label + "node";
  out.events = request.scratch + "/events";
  out.coverage_dir = request.scratch + "/coverage";
  out.native = runner.native;
  out.node_version = runner.native ? std::string{} : inspected.node;
  out.node = scheduled.project.plug_and_play ? std::vector<std::string>{"yarn", "node"}
                                             : std::vector<std::string>{"node"};
  out.why = scheduled.why;
  out.script = scheduled.script;
  auto seen = inspected.folders.find(scheduled.folder);
  if (seen == inspected.folders.end()) seen = inspected.folders.find(scheduled.package);
  if (seen != inspected.folders.end()) {
    out.extras = seen->second.extras;
    const auto found = seen->second.runners.find(std::string{runner.package});
    if (found != seen->second.runners.end()) out.runner = found->second;
  }
  if (runner.package.empty()) out.runner.version = inspected.node;
  if (runner.native && out.runner.entry.empty()) out.runner.entry = runner.bin;
  if (!runner.package.empty() && out.runner.entry.empty()) return not_installed(request, scheduled);
  return out;
}

command step_command(const plan_request& request, const scheduled_command& scheduled) {
  const auto& script = scheduled.script;
  command out;
  out.argv = {"sh", "-c", script.text};
  if (scheduled.project.plug_and_play) out.argv.insert(out.argv.begin(), {"yarn", "exec"});
  wrap(out.argv, script.wrapper);
  out.cwd = scheduled.folder;
  out.set_env = {{"CI", "1"}};
  add_script_environment(out.set_env, request, scheduled.project, scheduled.folder, script);
  out.role = command_role::step;
  out.runner = scheduled.title;
  out.may_fail = scheduled.optional;
  out.after_pass = scheduled.confirms;
  return out;
}

void plan_merger::add_step(const scheduled_command& scheduled, command step) {
  using kind_type = parsed_command::kind_type;
  commands_.push_back(std::move(step));
  // In a run of some tests a step that fails beside them hides nothing of theirs: both are told.
  const bool is_needed =
      scheduled.kind == kind_type::step && !scheduled.optional && (of_all_ || scheduled.everything);
  packages_.push_back(scheduled.package);
  if (is_needed) needed_.insert(packages_.size() - 1);
  if (scheduled.kind == kind_type::check) checks_.insert(scheduled.title);
  steps_.push_back({"step of " + place_of(scheduled.package, root_), scheduled.script.text, scheduled.why});
}

void plan_merger::add(const scheduled_command& scheduled, runner_plan plan) {
  if (auto* refusal = std::get_if<plan_refusal>(&plan)) {
    refusals_.push_back(std::move(*refusal));
    return;
  }
  auto& one = std::get<run_plan>(plan);
  const auto* runner = scheduled.runner;
  if (whole_ && runner != first_ && (runner->native || first_->native)) {
    notes_.push_back(scheduled.title + " was left out: its report cannot be read together with that of " +
                     std::string{first_->name} + ".");
    return;
  }
  for (auto& command : one.commands) {
    if (command.role == command_role::tests && several_) command.runner = scheduled.title;
    commands_.push_back(std::move(command));
    packages_.push_back(scheduled.package);
  }
  one.commands.clear();
  if (!whole_) {
    whole_ = std::move(one);
    first_ = runner;
    return;
  }
  const auto append = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  append(whole_->decisions, one.decisions);
  append(whole_->notes, one.notes);
  append(whole_->folders, one.folders);
  append(whole_->files, one.files);
  if (!whole_->make_collector) whole_->make_collector = std::move(one.make_collector);
}

// What follows a step in its own package, and in those below it, needs the step.
void plan_merger::count_needed(run_plan& plan) const {
  for (const auto i : needed_) {
    auto& step = plan.commands[i];
    while (i + 1 + step.needed_by < commands_.size() &&
           path_below(packages_[i], packages_[i + 1 + step.needed_by]))
      ++step.needed_by;
  }
}

runner_plan plan_merger::finish(std::vector<std::string> notes) && {
  // A rerun of commands whose output covey does not read.
  if (!whole_ && refusals_.empty() && !commands_.empty()) {
    whole_.emplace();
    whole_->make_parser = [] { return make_script_output("test"); };
  }
  if (!whole_)
    return refusals_.empty() ? plan_refusal{"There is no test to run."} : std::move(refusals_.front());
  whole_->commands = commands_;
  count_needed(*whole_);
  whole_->diagnose_step = [root = root_, checks = std::move(checks_)](
                              const command& step, const step_output& printed, const run_ending& ending) {
    return step_failures(step.runner, printed.out, printed.err, ending, step.cwd, root,
                         checks.contains(step.runner));
  };
  whole_->decisions.insert(whole_->decisions.end(), steps_.begin(), steps_.end());
  for (auto* more : {&notes, &notes_}) whole_->notes.insert(whole_->notes.end(), more->begin(), more->end());
  // A package whose tests cannot run must not pass with the others; a rerun does not need its tests.
  for (auto& [reason, mends] : refusals_) {
    if (!everything_) {
      whole_->notes.push_back(std::move(reason));
      continue;
    }
    failure why;
    why.id = {std::string{first_ != nullptr ? first_->name : "node"}, {}, " > "};
    why.kind = failure_kind::error;
    why.message = std::move(reason);
    whole_->failures.push_back(std::move(why));
  }
  return std::move(*whole_);
}

}  // namespace covey::parsers::languages::node
