// What a project's own files say about how to run its tests.
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/languages/python/interpreter.hpp"
#include <string_view>
#include <string>
#include <vector>

namespace covey::parsers::languages::python {

struct found_files {
  std::string django_script;    // the script that runs Django's tests: manage.py, runtests.py, tests/manage.py
  std::vector<std::string> other_scripts;  // that may be Django's, in folders, to be read where there is none yet
  std::string django_settings;  // the settings module, if there is no such script
  bool configures_pytest = false;
  std::string selects;           // as pytest_config::selects
  bool root_on_path = false;     // of pytest, however it is started
  std::string pytest_module;     // the file that says `python -m pytest`; empty: none
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

}  // namespace covey::parsers::languages::python
