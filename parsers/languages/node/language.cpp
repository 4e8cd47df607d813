#include "parsers/languages/node/language.hpp"
#include "parsers/languages/node/selection.hpp"
#include "parsers/languages/node/script_run.hpp"
#include "parsers/languages/node/shell.hpp"
#include "parsers/languages/node/survey.hpp"
#include "parsers/languages/planning.hpp"
#include <utility>

namespace covey::parsers {
namespace {

plan_refusal no_runner(const node_survey& survey) {
  const auto& package = survey.packages.front();
  std::string why = package.project.has_package ? "package.json has no script \"test\" and names no runner"
                                                : "there is no package.json";
  if (!script_of(package.project, "test").empty())
    why = "nothing that scripts.test of package.json runs is a test";
  if (!package.choice.unread.empty()) why = package.choice.unread + " was seen, which covey does not read";
  plan_refusal out{"no test runner was found: " + why + "; covey reads " + std::string{read_node_runners}};
  for (const auto& note : survey.notes)
    out.reason += ". " + note.substr(0, note.size() - note.ends_with('.'));
  return out;
}

// The whole of it would run, and nothing say which test is which.
plan_refusal no_part(const node_survey& survey) {
  auto out = no_runner(survey);
  out.reason += ". Files and blocks cannot be run alone without a runner that covey reads";
  return out;
}

// What becomes of a project without a runner that covey reads.
node_plan plan_without_runner(const plan_request& request, const node_survey& survey) {
  const auto& package = survey.packages.front();
  if (!request.everything && !request.selections.empty()) return no_part(survey);
  const auto& script = package.choice.script_name;
  if (script.empty()) return no_runner(survey);
  node_request raw;
  raw.request = request;
  raw.project = package.project;
  raw.folder = package.folder;
  auto out = plan_node_script(raw, script, package.choice.unread);
  if (auto* plan = std::get_if<run_plan>(&out)) {
    plan->notes.insert(plan->notes.end(), survey.notes.begin(), survey.notes.end());
    plan->selected = node_selectors(request.selections, true);
  }
  return out;
}

// Nothing can be started: says so in the way of all programs that are missing.
run_plan plan_of_missing(const std::string& program, const std::string& cwd) {
  run_plan out;
  out.commands.push_back({{program}, cwd, {}});
  return out;
}

node_plan finish(node_plans plans, const plan_request& request, const node_survey& survey) {
  auto out = std::move(plans).finish(survey.notes);
  if (auto* plan = std::get_if<run_plan>(&out)) {
    plan->selected = node_selectors(request.selections, request.everything);
    plan->failures.insert(plan->failures.end(), survey.failures.begin(), survey.failures.end());
  }
  return out;
}

planning plan_node(plan_request request) {
  node_survey survey;
  survey.request = request;
  const auto about_root = survey.about_root();
  const path_states root = co_await about_root;
  survey.read_root(root);
  if (!survey.problem.empty()) co_return plan_refusal{survey.problem};
  for (auto about_files = survey.files.next(); !about_files.paths.empty();
       about_files = survey.files.next()) {
    const path_states seen = co_await about_files;
    survey.files.read(seen);
  }
  survey.use_files_of_root();

  const auto about_parents = survey.about_parents();
  path_states parents;
  if (!about_parents.paths.empty()) parents = co_await about_parents;
  survey.read_parents(parents);
  for (auto some = survey.about_packages(); !some.paths.empty(); some = survey.about_packages()) {
    const path_states seen = co_await some;
    survey.read_packages(seen);
  }
  for (auto about_files = survey.files.next(); !about_files.paths.empty();
       about_files = survey.files.next()) {
    const path_states seen = co_await about_files;
    survey.files.read(seen);
  }
  survey.use_files_of_packages();

  const auto inspection = survey.inspection();
  const probe_answer said = co_await inspection;
  survey.read_inspection(inspection, said);
  if (!survey.problem.empty()) co_return plan_refusal{survey.problem};

  // Of a script that is taken apart there are steps; a part of them cannot be picked.
  if (survey.tasks.empty() || (survey.test_tasks == 0 && !request.selections.empty())) {
    auto raw = plan_without_runner(request, survey);
    if (auto* refusal = std::get_if<plan_refusal>(&raw)) co_return std::move(*refusal);
    co_return std::move(std::get<run_plan>(raw));
  }

  const auto about_selections = survey.about_selections();
  path_states selected;
  if (!about_selections.paths.empty()) selected = co_await about_selections;
  survey.keep_wanted(about_selections, selected);
  request.wanted = survey.request.wanted;
  if (survey.tasks.empty() && !survey.failures.empty())
    co_return plan_refusal{survey.failures.front().message};

  node_plans plans{request, survey.tasks.size() > 1};
  std::size_t number = 0;
  for (const auto& task : survey.tasks) {
    const auto* runner = task.job.runner;
    if (!said.found && (runner == nullptr || !runner->native))
      co_return plan_of_missing(inspection.argv.front(), request.root);
    if (runner == nullptr) {
      plans.add_step(task, step_command(request, task));
      continue;
    }
    auto made = request_for(request, task, survey.inspected, survey.test_tasks > 1 ? ++number : 0);
    if (auto* refusal = std::get_if<plan_refusal>(&made)) {
      plans.add(task, std::move(*refusal));
      continue;
    }
    auto& about = std::get<node_request>(made);
    about.per_file = survey.mixes_units();
    if (about.native && about.runner.version.empty()) {
      const command version{{about.runner.entry, "--version"}, request.root, {}};
      const probe_answer is = co_await version;
      if (!is.found) co_return plan_of_missing(about.runner.entry, request.root);
      about.runner.version = version_in(is.out);
    }
    if (const auto words = ask_shell(about)) {
      const probe_answer is = co_await *words;
      if (!read_shell_words(is, about.script))
        survey.notes.push_back("What only a shell can tell of `" + about.script.text +
                               "` was left as it is written: sh answered " + is.err.substr(0, 200));
    }
    const auto about_config = survey.about_config(task);
    const path_states config = co_await about_config;
    about.config_text = config_text(task, config);
    const auto question = runner->question != nullptr ? runner->question(about) : std::nullopt;
    if (question) about.said = co_await *question;
    plans.add(task, runner->plan(about));
  }
  auto whole = finish(std::move(plans), request, survey);
  if (auto* refusal = std::get_if<plan_refusal>(&whole)) co_return std::move(*refusal);
  co_return std::move(std::get<run_plan>(whole));
}

}  // namespace

const language node_language{"node",        "Node.js",
                             "node",        {{"package.json"}, {"deno.json"}, {"deno.jsonc"}},
                             {"--version"}, plan_with<plan_node>};

}  // namespace covey::parsers
