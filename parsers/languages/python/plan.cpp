#include "parsers/languages/python/plan.hpp"
#include "parsers/events/unit_coverage.hpp"
#include "parsers/languages/python/diagnose.hpp"
#include "parsers/events/event_output.hpp"
#include "parsers/text/path.hpp"
#include "reporters/embedded.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <string_view>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

constexpr std::string_view separator = "::";

std::string shown_program(const plan_request& request, const std::string& program) {
  return program.find('/') == std::string::npos ? program
                                                : path_below(request.root, program).value_or(program);
}

// The user's own variable takes precedence, as in Django.
std::string django_settings_of(const plan_request& request, const project_facts& project) {
  const auto users = variable(request.environment, "DJANGO_SETTINGS_MODULE");
  return users.empty() ? project.files.django_settings : users;
}

std::string django_starter(const found_files& files) {
  return files.django_script.empty() ? "django-admin" : files.django_script;
}

// Python compiles them once for all runs that find them at the same place.
std::string reporters_folder(const plan_request& request) {
  return (request.kept.empty() ? request.scratch : request.kept) + "/reporters";
}

command interpreter_command(const plan_request& request, const project_facts& project) {
  command out{.argv = {project.interpreter.program, "-m"}, .cwd = request.root, .set_env = {}};
  const auto runner = runner_for(project);
  const auto reporters = reporters_folder(request);
  // `-m` puts the root on sys.path, as `python -m pytest` does; a script has its own folder there, as pytest's has.
  if (runner == runner_kind::pytest && project.files.pytest_module.empty())
    out.argv.back() = reporters + "/covey_run_pytest.py";
  else if (runner == runner_kind::pytest)
    out.argv.emplace_back("covey_run_pytest");
  if (runner == runner_kind::pytest)
    out.argv.insert(out.argv.end(), {"-p", "covey_pytest", "-o", "cache_dir=" + request.scratch + "/cache"});
  else if (runner == runner_kind::unittest)
    out.argv.emplace_back("covey_unittest");
  else
    out.argv.insert(out.argv.end(), {"covey_run_django", django_starter(project.files)});
  out.set_env = activation(project.interpreter, request.environment);
  const auto users = variable(request.environment, "PYTHONPATH");
  out.set_env.emplace_back("PYTHONPATH", users.empty() ? reporters : reporters + ":" + users);
  if (runner == runner_kind::django && project.files.django_script.empty())
    out.set_env.emplace_back("DJANGO_SETTINGS_MODULE", django_settings_of(request, project));
  // tmp_path makes its folders here; by design they outlive a run.
  if (runner == runner_kind::pytest && variable(request.environment, "PYTEST_DEBUG_TEMPROOT").empty())
    out.set_env.emplace_back("PYTEST_DEBUG_TEMPROOT", request.scratch);
  // hypothesis stores examples in the project unless told otherwise: use the scratch folder.
  // covey_process.py gives it the project's examples.
  const auto examples = variable(request.environment, "HYPOTHESIS_STORAGE_DIRECTORY");
  if (!examples.starts_with('/') || path_below(request.root, normal_path(examples)))
    out.set_env.emplace_back("HYPOTHESIS_STORAGE_DIRECTORY", request.scratch + "/hypothesis");
  for (const auto& word : request.added.args) out.argv.push_back(word.text);
  return out;
}

// All of them, because they import each other.
void add_reporters(const plan_request& request, run_plan& to) {
  for (const auto& [name, text] : reporters::files("python"))
    to.files.push_back({reporters_folder(request) + "/" + std::string{name}, std::string{text}});
}

std::string pip_install(const plan_request& request, const project_facts& project, std::string_view package) {
  return shown_program(request, project.interpreter.program) + " -m pip install " + std::string{package};
}

decision pytest_decision(const project_facts& project) {
  const auto& said_in = project.files.pytest_module;
  decision out{"runner", "pytest " + *project.facts.pytest, "installed there"};
  if (!said_in.empty()) out = {"runner", "python -m " + out.chosen, said_in + " says so"};
  if (project.files.root_on_path) out.same_as = said_in.empty() ? "python -m pytest" : "pytest";
  return out;
}

std::vector<decision> decisions_of(const plan_request& request, const project_facts& project) {
  const auto& facts = project.facts;
  std::vector<decision> out{{"interpreter",
                             shown_program(request, project.interpreter.program) + " " + facts.version,
                             project.interpreter.why}};
  switch (runner_for(project)) {
    case runner_kind::pytest:
      out.push_back(pytest_decision(project));
      if (const auto& selects = project.files.selects; !selects.empty())
        out.push_back({"selection", selects, "addopts"});
      break;
    case runner_kind::django:
      out.push_back(
          {"runner", django_starter(project.files) + " test (Django " + *facts.django + ")",
           (project.files.django_script.empty() ? "settings are " + django_settings_of(request, project)
                                                : project.files.django_script + " is there") +
               ", and nothing configures pytest"});
      break;
    case runner_kind::unittest:
      out.push_back(
          {"runner", "unittest", "pytest is not installed there", pip_install(request, project, "pytest")});
  }
  if (request.coverage) {
    out.push_back(coverage_decision(facts));
    if (!facts.monitors() && !facts.takes_probes() && !facts.coverage)
      out.back().mends = pip_install(request, project, "coverage");
  }
  return out;
}

const char* name_of(runner_kind runner) {
  switch (runner) {
    case runner_kind::pytest:
      return "pytest";
    case runner_kind::django:
      return "django";
    case runner_kind::unittest:
      break;
  }
  return "unittest";
}

std::vector<std::string> notes_of(const plan_request& request, const project_facts& project) {
  std::vector<std::string> out;
  const auto program = shown_program(request, project.interpreter.program);
  if (is_too_old_for(project.files.requires_python, project.facts))
    out.push_back("pyproject.toml requires Python " + project.files.requires_python + ", and " + program +
                  " is " + project.facts.version + ": make a .venv with a later one.");
  if (!project.facts.pytest && project.files.configures_pytest)
    out.push_back("The project configures pytest, which " + program +
                  " does not have, so unittest runs what it finds: `" +
                  pip_install(request, project, "pytest") + "` adds it.");
  if (const auto& script = project.files.django_script; !project.facts.django && !script.empty())
    out.push_back(script + " is there, but " + program +
                  " does not have Django: install the project's requirements for it.");
  return out;
}

}  // namespace

runner_kind runner_for(const project_facts& project) {
  const auto& files = project.files;
  const bool of_django = !files.django_script.empty() || !files.django_settings.empty();
  if (of_django && project.facts.django && !files.configures_pytest) return runner_kind::django;
  return project.facts.pytest ? runner_kind::pytest : runner_kind::unittest;
}

decision coverage_decision(const interpreter_facts& facts) {
  if (facts.monitors()) return {"coverage", "covey's own recorder (sys.monitoring)", "Python 3.12 or later"};
  if (facts.takes_probes())
    return {"coverage", "covey's own recorder (probes in the code)", "Python 3.8 to 3.11"};
  if (facts.coverage) return {"coverage", "coverage.py " + *facts.coverage, "installed there"};
  return {"coverage", "covey's own recorder (sys.settrace)",
          "coverage.py, which is faster, is not installed there"};
}

std::string selection_json(const plan_request& request) {
  if (request.runs_all()) return {};
  if (!request.selections().empty())
    return boost::json::serialize(selection_entries(request.root, request.selections()));
  boost::json::array keys;
  std::vector<file_selection> files;
  for (const auto& failed : request.rerun_set()) {
    const std::string group{failed.id.group};
    if (!failed.key.empty())
      keys.emplace_back(failed.key);
    else if (group.ends_with(".py") && !group.starts_with('/'))
      files.push_back({.file = group, .blocks = {}});
    else
      return {};  // the runner or its configuration failed
  }
  if (files.empty()) return boost::json::serialize(keys);
  return keys.empty() ? boost::json::serialize(selection_entries(request.root, files)) : std::string{};
}

run_plan plan_run(const plan_request& request, const project_facts& project) {
  const std::string runner = name_of(runner_for(project));
  run_plan out;
  out.events = request.scratch + "/events";
  auto run = interpreter_command(request, project);
  add_reporters(request, out);
  if (auto selection = selection_json(request); !selection.empty()) {
    out.files.push_back({request.scratch + "/select.json", std::move(selection)});
    run.set_env.emplace_back("COVEY_SELECT", out.files.back().path);
  }
  out.decisions = decisions_of(request, project);
  out.notes = notes_of(request, project);
  out.selected = selectors_for(request.selections());
  if (!request.runs_all())
    for (auto& note : selection_notes(request.selections(), runner_for(project)))
      out.notes.push_back(std::move(note));
  if (request.coverage) {
    out.coverage_dir = request.scratch + "/coverage";
    out.folders.push_back(out.coverage_dir);
    run.set_env.emplace_back("COVEY_COVERAGE", out.coverage_dir);
    if (request.inputs) run.set_env.emplace_back("COVEY_INPUTS", "1");
    if (!request.kept.empty()) {
      out.folders.push_back(request.kept + "/python");
      run.set_env.emplace_back("COVEY_KEPT", out.folders.back());
    }
    out.make_collector = [root = request.root] {
      unit_coverage_options options;
      options.root = root;
      options.unit_kind = attribution::test;
      options.family_end = '[';
      options.separator = separator;
      return make_unit_coverage(std::move(options));
    };
  }
  out.commands.push_back(std::move(run));
  out.make_parser = [root = request.root, runner, wanted = request.rerun_set()] {
    event_output_options options;
    options.root = root;
    options.separator = separator;
    options.runner = runner;
    options.wanted = wanted;
    options.diagnose = [root, runner](const printed_text& said, const run_ending& ending) {
      return diagnose_ending(root, runner, said, ending);
    };
    options.diagnose_end = [root](failure& of, std::string_view err, bool only) {
      add_fault(root, err, of, only);
    };
    options.total_is_exact = true;
    return make_event_output(std::move(options));
  };
  return out;
}

namespace {

bool is_parametrized(const test_block& block) {
  return block.path.back().literals.front().find('[') != std::string::npos;
}

// Of several definitions of one name the runner keeps one and reports its line. Lines of other tests may be
// elsewhere: in a decorator's own function, or in a method of a base class.
bool is_told_apart_by_line(const test_block& block) {
  return block.dynamic && block.kind == block_kind::test && !is_parametrized(block);
}

test_selector selector_of(const file_selection& selection, const test_block& block) {
  test_selector out;
  out.group = selection.file;
  out.path = block.path;
  out.separators = {std::string{separator}};
  if (!is_parametrized(block)) out.separators.insert(out.separators.end(), {"[", "#"});
  if (is_told_apart_by_line(block)) {
    out.line_start = block.line_start;
    out.line_end = block.line_end;
  }
  return out;
}

boost::json::array name_of(const test_block& block) {
  boost::json::array out;
  for (const auto& piece : joined(block.path, separator).literals) out.emplace_back(piece);
  return out;
}

}  // namespace

selector_lists selectors_for(const std::vector<file_selection>& selections) {
  selector_lists out;
  for (const auto& selection : selections) {
    auto& selectors = out.emplace_back();
    if (selection.whole_file) {
      selectors.emplace_back();
      selectors.back().group = selection.file;
      continue;
    }
    for (const auto& block : selection.blocks)
      if (!block.path.empty()) selectors.push_back(selector_of(selection, block));
  }
  return out;
}

boost::json::array selection_entries(const std::string& root, const std::vector<file_selection>& selections) {
  boost::json::array out;
  for (const auto& selection : selections) {
    const auto file = root + "/" + selection.file;
    if (selection.whole_file) {
      out.push_back(boost::json::object{{"file", file}});
      continue;
    }
    for (const auto& block : selection.blocks) {
      if (block.path.empty()) continue;
      boost::json::object one{{"file", file}, {"name", name_of(block)}, {"below", !is_parametrized(block)}};
      if (is_told_apart_by_line(block)) one["lines"] = {block.line_start, block.line_end};
      out.push_back(std::move(one));
    }
  }
  return out;
}

std::vector<std::string> selection_notes(const std::vector<file_selection>& selections, runner_kind runner) {
  if (runner == runner_kind::pytest) return {};
  std::vector<std::string> out;
  for (const auto& selection : selections) {
    if (selection.whole_file || selection.blocks.empty()) continue;
    const auto& block = selection.blocks.front();
    if (block.path.size() == 1 && block.kind == block_kind::test)
      out.push_back(block.label + " in " + selection.file +
                    " is a function, which only pytest takes for a test: unittest runs methods of TestCase "
                    "classes.");
  }
  return out;
}

}  // namespace covey::parsers::languages::python
