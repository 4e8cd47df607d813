#include "parsers/languages/python/language.hpp"
#include "parsers/languages/python/shell.hpp"
#include "parsers/languages/planning.hpp"
#include "parsers/languages/python/facts.hpp"
#include "parsers/languages/python/flags.hpp"
#include "parsers/languages/python/interpreter.hpp"
#include "parsers/languages/python/plan.hpp"
#include "parsers/languages/python/project.hpp"
#include "parsers/languages/python/config.hpp"
#include "parsers/languages/python/discovery/finder.hpp"
#include "parsers/languages/python/source_functions.hpp"
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

std::string too_old(const interpreter_candidate& candidate, const interpreter_facts& facts) {
  return candidate.program + " is Python " + facts.version +
         "; covey needs 3.6 or later: make a .venv with a later one.";
}

// It loads plugins of the project, and starts interpreters that the project names.
plan_refusal not_asked(const std::string& program) {
  return {"known once its tests run: `" + program +
              "` is asked for their interpreter then, because it may run what the project holds",
          "covey call run_tests"};
}

planning plan_project(plan_request request) {
  auto places = interpreter_places(request.root, request.environment);
  const auto decided_by = static_cast<std::ptrdiff_t>(places.paths.size());
  for (auto& path : project_file_paths(request.root)) places.paths.push_back(std::move(path));
  auto seen = co_await places;
  project_facts project;
  if (seen.size() == places.paths.size()) {
    project.files = read_project_files({seen.begin() + decided_by, seen.end()});
    seen.erase(seen.begin() + decided_by, seen.end());
  }
  path_request scripts;
  for (const auto& name : project.files.other_scripts) scripts.paths.push_back(request.root + "/" + name);
  if (!scripts.paths.empty()) {
    const path_states scripts_seen = co_await scripts;
    choose_django_script(project.files, scripts_seen);
  }
  std::vector<std::string> notes;
  std::string refusal;
  for (auto& candidate : interpreter_candidates(request.root, request.environment, seen)) {
    if (!candidate.question.empty()) {
      if (request.look_only) co_return not_asked(candidate.question.front());
      const command where{.argv = candidate.question,
                          .cwd = request.root,
                          .set_env = {},
                          .read_from = sources_of_environment(request.root, request.environment)};
      const probe_answer said = co_await where;
      candidate.folder = folder_in(said);
      if (candidate.folder.empty()) continue;
      candidate.program = candidate.folder + "/bin/python";
    }
    command about{.argv = {candidate.program}, .cwd = request.root, .set_env = {}};
    const auto words = request.look_only ? interpreter_facts::arguments_to_look(candidate.folder)
                                         : interpreter_facts::arguments();
    about.argv.insert(about.argv.end(), words.begin(), words.end());
    about.read_from = interpreter_facts::sources(request.root, candidate.folder);
    const probe_answer said = co_await about;
    const auto facts = interpreter_facts::parse(said.out);
    if (facts && facts->supported()) {
      project.interpreter = candidate;
      project.facts = *facts;
      if (const auto why = refusal_of(request.added, runner_for(project)); !why.empty())
        co_return plan_refusal{why};
      auto plan = plan_run(request, project);
      const auto unmade = environment_notes(seen, candidate);
      plan.notes.insert(plan.notes.begin(), unmade.begin(), unmade.end());
      plan.notes.insert(plan.notes.begin(), notes.begin(), notes.end());
      co_return plan;
    }
    if (facts && refusal.empty()) refusal = too_old(candidate, *facts);
    if (!candidate.folder.empty())
      notes.push_back(candidate.program +
                      (facts ? " is Python " + facts->version + ", which is too old" : " cannot be started") +
                      "; another interpreter runs the tests.");
  }
  if (!refusal.empty()) co_return plan_refusal{refusal};
  co_return plan_refusal{
      "python3: not found on PATH, and the project has no virtual environment: install Python 3.6 or later.",
      std::string{language_definition.installed_by}};
}

}  // namespace

const language language_definition{
    .name = "python",
    .display_name = "Python",
    .program = "python3",
    .version_arguments = {"--version"},
    .installed_by = "apt-get install python3 python3-pytest",
    .project_files = {{"pyproject.toml"},
                      {"setup.py"},
                      {"setup.cfg"},
                      {"pytest.ini"},
                      {"tox.ini", "pytest"},
                      {"manage.py", "django"}},
    .project_name = name_of_project,
    .plan = plan_with<plan_project>,
    .make_finder = make_finder,
    .functions = functions_of,
    .shell_commands = {"pytest"},
    .read_command = read_command,
    .flag_tables = {&pytest_flags, &unittest_flags, &django_flags},
    .output_variables = {"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"},
    .config_files = {pytest_config_files.begin(), pytest_config_files.end()},
    .skipped_folders = {"__pycache__", "site-packages"},
    .generated_folders = {"__pycache__"},
    .source_endings = {".py", ".pyi", ".pyx"},
    .keeps_files = true,
};

}  // namespace covey::parsers::languages::python
