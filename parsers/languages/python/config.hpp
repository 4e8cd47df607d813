// What a project says about how its tests are called: pytest's settings, with pytest's own values where there
// are none. (pytest: reference/customize, "Configuration file formats".)
#pragma once

#include "parsers/languages/finder.hpp"
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct python_settings {
  bool configured = false;  // for pytest: nobody else's rules count then
  std::vector<std::string> files{"test_*.py", "*_test.py"};
  std::vector<std::string> classes{"Test"};
  std::vector<std::string> functions{"test"};
  std::vector<std::string> test_paths;  // globs, relative to the root; empty: everywhere
  std::vector<std::string> passed_by{"*.egg", ".*",   "_darcs",       "build", "CVS",
                                     "dist",  "venv", "node_modules", "{arch}"};  // folders
  std::vector<std::string> ignored;                                               // paths and globs
  bool doctests = false;                                                          // of modules, too
  bool raw_ids = false;  // ids of parameters are not escaped

  file_role role(std::string_view path) const;
  bool is_test_function(std::string_view name) const;
  bool is_test_class(std::string_view name) const;
};

// The files that may hold settings, in the order in which pytest asks them: the first that has some decides.
inline constexpr std::array<std::string_view, 8> python_settings_files{
    "pytest.toml",    ".pytest.toml", "pytest.ini", ".pytest.ini",
    "pyproject.toml", "tox.ini",      "setup.cfg",  "conftest.py"};

python_settings read_python_settings(const config_texts& texts);

}  // namespace covey::parsers
