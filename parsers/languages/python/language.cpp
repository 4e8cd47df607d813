#include "parsers/languages/python/language.hpp"
#include "parsers/languages/planning.hpp"
#include "parsers/languages/python/facts.hpp"
#include "parsers/languages/python/interpreter.hpp"
#include "parsers/languages/python/plan.hpp"
#include "parsers/languages/python/project.hpp"
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace covey::parsers {
namespace {

std::string too_old(const python_candidate& candidate, const python_facts& facts) {
  return candidate.program + " is Python " + facts.version +
         "; covey needs 3.6 or later: make a .venv with a later one.";
}

planning plan_python(plan_request request) {
  auto places = python_places(request.root, request.environment);
  const auto decided_by = static_cast<std::ptrdiff_t>(places.paths.size());
  for (auto& path : python_file_paths(request.root)) places.paths.push_back(std::move(path));
  auto seen = co_await places;
  python_project project;
  if (seen.size() == places.paths.size()) {
    project.files = read_python_files({seen.begin() + decided_by, seen.end()});
    seen.erase(seen.begin() + decided_by, seen.end());
  }
  std::vector<std::string> notes;
  std::string refusal;
  for (auto& candidate : python_candidates(request.root, request.environment, seen)) {
    if (!candidate.question.empty()) {
      const command where{candidate.question, request.root, {}};
      const probe_answer said = co_await where;
      candidate.folder = python_folder_in(said);
      if (candidate.folder.empty()) continue;
      candidate.program = candidate.folder + "/bin/python";
    }
    command about{{candidate.program}, request.root, {}};
    about.argv.insert(about.argv.end(), python_facts::arguments().begin(), python_facts::arguments().end());
    const probe_answer said = co_await about;
    const auto facts = python_facts::parse(said.out);
    if (facts && facts->supported()) {
      project.interpreter = candidate;
      project.facts = *facts;
      auto plan = plan_python_run(request, project);
      const auto unmade = python_environment_notes(seen, candidate);
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
      "python3: not found on PATH, and the project has no virtual environment: install Python 3.6 or later."};
}

}  // namespace

const language python_language{"python",
                               "Python",
                               "python3",
                               {{"pyproject.toml"},
                                {"setup.py"},
                                {"setup.cfg"},
                                {"pytest.ini"},
                                {"tox.ini", "pytest"},
                                {"manage.py", "django"}},
                               {"--version"},
                               plan_with<plan_python>};

}  // namespace covey::parsers
