#include "parsers/languages/node/language.hpp"
#include "parsers/languages/node/runners/selection.hpp"
#include "parsers/languages/node/workspace/script_run.hpp"
#include "parsers/languages/node/workspace/shell_words.hpp"
#include "parsers/languages/node/workspace/survey.hpp"
#include "parsers/languages/planning.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/discovery/config.hpp"
#include "parsers/languages/node/discovery/finder.hpp"
#include "parsers/text/json_members.hpp"
#include <boost/json/parse.hpp>
#include <boost/system/error_code.hpp>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

// What was found on the way, and the packages that were not read.
plan_refusal with_findings(plan_refusal out, const project_survey& survey) {
  const auto add = [&](const std::string& text) {
    out.reason += ". " + text.substr(0, text.size() - text.ends_with('.'));
  };
  for (const auto& note : survey.notes) add(note);
  for (const auto& one : survey.failures) add(one.message);
  return out;
}

plan_refusal no_runner(const project_survey& survey) {
  const auto& package = survey.packages.front();
  if (package.resolution.refused)
    return with_findings(
        {"nothing of the test script of package.json can be run: let it start the runner itself"}, survey);
  std::string why = package.project.has_package ? "package.json has no script \"test\" and names no runner"
                                                : "there is no package.json";
  if (!script_of(package.project, "test").empty())
    why = "nothing that scripts.test of package.json runs is a test";
  if (!package.resolution.unread.empty())
    why = package.resolution.unread + " was seen, which covey does not read";
  return with_findings(
      {"no test runner was found: " + why + "; covey reads " + std::string{read_node_runners}}, survey);
}

// Without a runner the whole script would run, without telling which test is which.
plan_refusal no_part(const project_survey& survey) {
  auto out = no_runner(survey);
  out.reason += ". Files and blocks cannot be run alone without a runner that covey reads";
  return out;
}

// The plan of a project without a runner that covey reads.
runner_plan plan_without_runner(const plan_request& request, const project_survey& survey) {
  const auto& package = survey.packages.front();
  if (!request.runs_all() && !request.selections().empty()) return no_part(survey);
  const auto& script = package.resolution.script_name;
  if (script.empty()) return no_runner(survey);
  runner_request raw;
  raw.request = request;
  raw.everything = request.runs_all();
  raw.rerun_set = request.rerun_set();
  raw.project = package.project;
  raw.folder = package.folder;
  auto out = plan_node_script(raw, script, package.resolution.unread);
  if (auto* plan = std::get_if<run_plan>(&out)) {
    plan->notes.insert(plan->notes.end(), survey.notes.begin(), survey.notes.end());
    plan->selected = selectors_for(request.selections(), true);
  }
  return out;
}

// A plan that fails as any plan with a missing program does.
run_plan plan_of_missing(const std::string& program, const std::string& cwd) {
  run_plan out;
  out.commands.push_back({{program}, cwd, {}});
  return out;
}

runner_plan finish(plan_merger plans, const plan_request& request, const project_survey& survey) {
  auto out = std::move(plans).finish(survey.notes);
  if (auto* plan = std::get_if<run_plan>(&out)) {
    plan->selected = selectors_for(request.selections(), request.runs_all());
    plan->failures.insert(plan->failures.end(), survey.failures.begin(), survey.failures.end());
  }
  return out;
}

std::variant<runner_request, plan_refusal> task_request(const project_survey& survey, const runner_task& task,
                                                        std::size_t number) {
  auto out = request_for(survey.request, task, survey.inspected, number);
  if (auto* made = std::get_if<runner_request>(&out)) {
    made->rerun_set = survey.rerun_set;
    made->per_file = survey.mixes_units();
  }
  return out;
}

constexpr std::size_t max_shell_answer = 200;

std::string note_of_shell(const runner_request& about, const probe_answer& said) {
  return "What only a shell can tell of `" + about.script.text + "` was left as it is written: sh answered " +
         bounded_text(said.err, max_shell_answer);
}

planning plan_project(plan_request request) {
  project_survey survey;
  survey.request = request;
  for (auto paths = survey.next_paths(); !paths.paths.empty(); paths = survey.next_paths()) {
    const path_states seen = co_await paths;
    survey.read_paths(seen);
  }
  if (!survey.problem.empty()) co_return plan_refusal{survey.problem};
  const auto inspection = survey.inspection();
  const probe_answer said = co_await inspection;
  survey.read_inspection(inspection, said);
  if (!survey.problem.empty()) co_return plan_refusal{survey.problem};
  // A script without a runner consists of steps, which cannot be selected one by one.
  if (survey.tasks.empty() || (survey.test_tasks == 0 && !request.selections().empty())) {
    auto raw = plan_without_runner(request, survey);
    co_return std::move(raw);
  }
  const auto about_selections = survey.about_selections();
  path_states selected;
  if (!about_selections.paths.empty()) selected = co_await about_selections;
  survey.decide_rerun_set(about_selections, selected);
  if (survey.tasks.empty() && !survey.failures.empty())
    co_return plan_refusal{survey.failures.front().message};
  plan_merger plans{request, survey.tasks.size() > 1};
  std::size_t number = 0;
  for (const auto& task : survey.tasks) {
    const auto* program = task.job.runner;
    if (!said.found && (program == nullptr || !program->native))
      co_return plan_of_missing(inspection.argv.front(), request.root);
    if (program == nullptr) {
      plans.add_step(task, step_command(request, task));
      continue;
    }
    auto made = task_request(survey, task, survey.test_tasks > 1 ? ++number : 0);
    if (auto* refusal = std::get_if<plan_refusal>(&made)) {
      plans.add(task, std::move(*refusal));
      continue;
    }
    auto& about = std::get<runner_request>(made);
    if (about.native && about.runner.version.empty()) {
      const command version{.argv = {about.runner.entry, "--version"}, .cwd = request.root, .set_env = {}};
      const probe_answer is = co_await version;
      if (!is.found) co_return plan_of_missing(about.runner.entry, request.root);
      about.runner.version = version_in(is.out);
    }
    if (const auto words = ask_shell(about)) {
      const probe_answer is = co_await *words;
      if (!read_shell_words(is, about.script)) survey.notes.push_back(note_of_shell(about, is));
    }
    const auto about_config = survey.about_config(task);
    const path_states config = co_await about_config;
    about.config_text = config_text(task, config);
    const auto& runner = runner_of(*program);
    const auto question = runner.question != nullptr ? runner.question(about) : std::nullopt;
    if (question) about.said = co_await *question;
    plans.add(task, runner.plan(about));
  }
  auto whole = finish(std::move(plans), request, survey);
  co_return std::move(whole);
}

std::string package_name(std::string_view file, std::string_view text) {
  if (file == "deno.jsonc") return {};
  boost::system::error_code ec;
  const auto parsed = boost::json::parse(text, ec);
  return ec || !parsed.is_object() ? std::string{} : text_at(parsed.get_object(), "name");
}

}  // namespace

const language language_definition{
    .name = "node",
    .display_name = "Node.js",
    .program = "node",
    .version_arguments = {"--version"},
    .project_files = {{"package.json"}, {"deno.json"}, {"deno.jsonc"}},
    .project_name = package_name,
    .plan = plan_with<plan_project>,
    .make_finder = make_finder,
    .shell_commands = {"npm test", "jest", "vitest"},
    .config_files = {naming_config_files().begin(), naming_config_files().end()},
    // No runner searches these. Some search build output (dist, out, coverage), which .gitignore lists.
    .skipped_folders = {"node_modules", "bower_components", "jspm_packages", ".yarn", ".pnpm-store", ".next",
                        ".nuxt", ".output", ".svelte-kit", ".turbo", ".nx", ".cache", ".parcel-cache",
                        ".nyc_output", ".vite", ".angular"},
    .product_folders = {"bower_components", "jspm_packages"},
    .source_endings = {".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte"},
};

}  // namespace covey::parsers::languages::node
