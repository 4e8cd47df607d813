// What a project's own files say about how its tests run.
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/languages/python/facts.hpp"
#include <string>
#include <vector>

namespace covey::parsers {

struct python_files {
  std::string django_script;    // what runs the tests of Django: manage.py, runtests.py
  std::string django_settings;  // the module of its settings, where there is no such script
  bool configures_pytest = false;
  std::string requires_python;  // of pyproject.toml: ">=3.11,<4"
};

// The paths to ask for; the answers to them, in their order, go to read_python_files().
std::vector<std::string> python_file_paths(const std::string& root);
python_files read_python_files(const path_states& seen);

// Whether an interpreter is older than the lower bound of `requires-python`; what cannot be read allows all.
bool is_too_old_for(const std::string& requires_python, const python_facts& facts);

}  // namespace covey::parsers
