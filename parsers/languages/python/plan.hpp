// What a project's own files say about how to run its tests, and the run plan for a request.
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/languages/python/interpreter.hpp"
#include <boost/json/array.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

struct found_files {
  std::string django_script;  // the script that runs Django's tests: manage.py, runtests.py, tests/manage.py
  std::vector<std::string>
      other_scripts;            // that may be Django's, in folders, to be read where there is none yet
  std::string django_settings;  // the settings module, if there is no such script
  bool configures_pytest = false;
  std::string selects;          // as pytest_config::selects
  bool root_on_path = false;    // of pytest, however it is started
  std::string pytest_module;    // the file that says `python -m pytest`; empty: none
  std::string requires_python;  // from pyproject.toml: ">=3.11,<4"
};

// The paths to read; their states, in the same order, go to read_project_files().
std::vector<std::string> project_file_paths(const std::string& root);
found_files read_project_files(const path_states& seen);

// Of other_scripts, which were read, the one that is Django's; of several it cannot be known.
void choose_django_script(found_files& files, const path_states& scripts);

// The project's name in pyproject.toml or setup.cfg; empty if the file has none.
std::string name_of_project(std::string_view file, std::string_view text);

// Whether an interpreter is older than the lower bound of `requires-python`; an unreadable bound allows all.
bool is_too_old_for(const std::string& requires_python, const interpreter_facts& facts);

// What the probes and files told about the project.
struct project_facts {
  interpreter_candidate interpreter;
  interpreter_facts facts;
  found_files files;
};

enum class runner_kind : std::uint8_t { pytest, unittest, django };

// Django's own if the project has a manage.py and does not configure pytest; else pytest if it is installed.
runner_kind runner_for(const project_facts& project);

run_plan plan_run(const plan_request& request, const project_facts& project);

// How covey_coverage.py will record coverage on this interpreter ("sys.monitoring"), and why.
decision coverage_decision(const interpreter_facts& facts);

// The rerun set's keys, or the selections, as a JSON array; empty: run everything.
std::string selection_json(const plan_request& request);

// What a caller selected, for the reporter (reporters/python/covey_selections.py) and for reading its report.

// The names under which the tests of each selection will be reported.
selector_lists selectors_for(const std::vector<file_selection>& selections);

// For COVEY_SELECT, one object each: {"file": "/w/tests/test_x.py", "name": ["TestX::test_", ""],
// "below": true, "lines": [3, 9]}. A whole file has no name; `below`: names below this one are selected too.
boost::json::array selection_entries(const std::string& root, const std::vector<file_selection>& selections);

// Notes on selected tests that the runner cannot run, or cannot run alone.
std::vector<std::string> selection_notes(const std::vector<file_selection>& selections, runner_kind runner);

}  // namespace covey::parsers::languages::python
