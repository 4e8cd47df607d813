#include "parsers/languages/node/language.hpp"
#include "parsers/languages/node/shell.hpp"
#include "parsers/languages/node/runners/added_words.hpp"
#include "parsers/languages/node/runners/selection.hpp"
#include "parsers/languages/node/workspace/script_run.hpp"
#include "parsers/languages/node/workspace/settings.hpp"
#include "parsers/languages/node/workspace/shell_words.hpp"
#include "parsers/languages/node/workspace/plan_merger.hpp"
#include "parsers/languages/node/workspace/survey.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/discovery/config.hpp"
#include "parsers/languages/node/discovery/finder.hpp"
#include "parsers/languages/node/source_functions.hpp"
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
  raw.script.arguments = texts_of(request.added.args);
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
    plan->decisions.insert(plan->decisions.end(), survey.left_out.begin(), survey.left_out.end());
    plan->failures.insert(plan->failures.end(), survey.failures.begin(), survey.failures.end());
  }
  return out;
}

std::variant<runner_request, plan_refusal> request_of(const project_survey& survey,
                                                      const scheduled_command& scheduled,
                                                      std::size_t number) {
  auto out = request_for(survey.request, scheduled, survey.inspected, number);
  if (auto* made = std::get_if<runner_request>(&out)) {
    const auto& added = survey.request.added.args;
    for (auto& word : made->everything ? texts_of(added) : with_joined_values(added))
      made->script.arguments.push_back(std::move(word));
    made->rerun_set = survey.rerun_set;
    made->per_file = survey.mixes_units();
  }
  return out;
}

// Of a script whose end nobody knows.
failure failure_of(const scheduled_command& scheduled) {
  failure out;
  out.kind = failure_kind::error;
  out.id = {scheduled.title, {}, " > "};
  out.runner = scheduled.title;
  out.message = scheduled.why;
  return out;
}

constexpr std::size_t max_shell_answer = 200;

std::string note_of_shell(const runner_request& about, const probe_answer& said) {
  return "What only a shell can tell of `" + about.script.text + "` was left as it is written: sh answered " +
         bounded_text(said.err, max_shell_answer);
}

struct command_plan {
  runner_plan plan;
  std::string missing;  // the program without which there is no plan at all
};

planning_part<command_plan> plan_command(project_survey& survey, const scheduled_command& scheduled,
                                         std::size_t number) {
  auto made = request_of(survey, scheduled, number);
  if (auto* refusal = std::get_if<plan_refusal>(&made)) co_return command_plan{std::move(*refusal), {}};
  auto& about = std::get<runner_request>(made);
  if (about.native && about.runner.version.empty()) {
    const command version{
        .argv = {about.runner.entry, "--version"}, .cwd = survey.request.root, .set_env = {}};
    const probe_answer is = co_await version;
    if (!is.found) co_return command_plan{{}, about.runner.entry};
    about.runner.version = version_in(is.out);
  }
  if (const auto words = ask_shell(about)) {
    const probe_answer is = co_await *words;
    if (!read_shell_words(is, about.script)) survey.notes.push_back(note_of_shell(about, is));
  }
  auto reading = survey.read_config(scheduled);
  about.config_text = co_await reading;
  const auto& runner = runner_of(*scheduled.runner);
  const bool asks =
      runner.question != nullptr && !about.request.look_only;  // its answer runs what the project holds
  const auto question = asks ? runner.question(about) : std::nullopt;
  if (question) about.said = co_await *question;
  co_return command_plan{runner.plan(about), {}};
}

planning plan_project(plan_request request) {
  project_survey survey{request};
  auto reading = survey.read_packages();
  co_await reading;
  if (!survey.problem.empty()) co_return plan_refusal{survey.problem};
  auto inspecting = survey.inspect();
  co_await inspecting;
  if (survey.problem.empty()) survey.problem = apply_settings(survey);
  if (survey.problem.empty()) survey.problem = why_flags_refused(survey);
  if (!survey.problem.empty()) co_return plan_refusal{survey.problem};
  // A script without a runner consists of steps, which cannot be selected one by one.
  if (survey.schedule.empty() || (survey.test_commands == 0 && !request.selections().empty())) {
    auto raw = plan_without_runner(request, survey);
    co_return std::move(raw);
  }
  auto deciding = survey.decide_rerun_set();
  co_await deciding;
  if (!survey.problem.empty()) co_return with_findings({survey.problem}, survey);
  if (survey.schedule.empty() && !survey.failures.empty())
    co_return plan_refusal{survey.failures.front().message};

  plan_merger plans{request, survey.schedule.size() > 1};
  std::size_t number = 0;
  for (const auto& scheduled : survey.schedule) {
    const auto* runner = scheduled.runner;
    if (!survey.without_node.empty() && (runner == nullptr || !runner->native))
      co_return plan_of_missing(survey.without_node, request.root);
    if (scheduled.kind == parsed_command::kind_type::left_out) {
      survey.failures.push_back(failure_of(scheduled));
      continue;
    }
    if (runner == nullptr) {
      plans.add_step(scheduled, step_command(request, scheduled));
      continue;
    }
    auto planning_command = plan_command(survey, scheduled, survey.test_commands > 1 ? ++number : 0);
    command_plan one = co_await planning_command;
    if (!one.missing.empty()) co_return plan_of_missing(one.missing, request.root);
    plans.add(scheduled, std::move(one.plan));
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
    .installed_by = "apt-get install nodejs npm",
    .project_files = {{"package.json"}, {"deno.json"}, {"deno.jsonc"}},
    .project_name = package_name,
    .plan = plan_with<plan_project>,
    .make_finder = make_finder,
    .functions = functions_of,
    .shell_commands = {"npm test", "jest", "vitest"},
    .read_command = read_command,
    .includes = includes,
    .flag_tables = {&jest_flags, &vitest_flags, &mocha_flags, &node_test_flags, &borp_flags, &ava_flags,
                    &bun_flags, &deno_flags},
    .settings = {"packages", "leave_out"},
    .config_files = {naming_config_files().begin(), naming_config_files().end()},
    // No runner searches these. Some search build output (dist, out, coverage), which .gitignore lists.
    .skipped_folders = {"node_modules", "bower_components", "jspm_packages", ".yarn", ".pnpm-store", ".next",
                        ".nuxt", ".output", ".svelte-kit", ".turbo", ".nx", ".cache", ".parcel-cache",
                        ".nyc_output", ".vite", ".angular"},
    .generated_folders = {"bower_components", "jspm_packages"},
    .source_endings = {".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte"},
};

}  // namespace covey::parsers::languages::node
