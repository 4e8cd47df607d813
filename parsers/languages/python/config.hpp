// How a project names its tests: pytest's configuration, with pytest's defaults for missing values.
// (pytest: reference/customize, "Configuration file formats".)
#pragma once

#include "parsers/languages/finder.hpp"
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

// The two small languages of pytest's configuration: INI files and shell words.

using ini_section = std::map<std::string, std::string, std::less<>>;
using ini_sections = std::map<std::string, ini_section, std::less<>>;

// As iniconfig reads it: `name = value` or `name: value`, indented lines continue the value, whole lines may
// be comments (# or ;). Other lines are skipped.
ini_sections read_ini(std::string_view text);

// As Python's shlex.split(): blanks separate words, except within quotes or after a backslash.
std::vector<std::string> split_words(std::string_view text);

struct pytest_config {
  bool configured = false;  // for pytest: then no other runner's rules apply
  std::vector<std::string> files{"test_*.py", "*_test.py"};
  std::vector<std::string> classes{"Test"};
  std::vector<std::string> functions{"test"};
  std::vector<std::string> test_paths;  // globs, relative to the root; empty: everywhere
  std::vector<std::string> passed_by{"*.egg", ".*",   "_darcs",       "build", "CVS",
                                     "dist",  "venv", "node_modules", "{arch}"};  // folders
  std::vector<std::string> ignored;                                               // paths and globs
  std::string selects;                                                            // "-m 'not slow'"; empty: all
  bool doctests = false;                                                          // in modules, too
  bool raw_ids = false;       // ids of parameters are not escaped
  bool root_on_path = false;  // however pytest is started, sys.path has the root

  file_role role(std::string_view path) const;
  bool is_test_function(std::string_view name) const;
  bool is_test_class(std::string_view name) const;
};

// The files that may configure pytest, in the order in which pytest reads them: the first with a
// configuration decides.
inline constexpr std::array<std::string_view, 8> pytest_config_files{
    "pytest.toml",    ".pytest.toml", "pytest.ini", ".pytest.ini",
    "pyproject.toml", "tox.ini",      "setup.cfg",  "conftest.py"};

pytest_config read_config(const config_texts& texts);

}  // namespace covey::parsers::languages::python
