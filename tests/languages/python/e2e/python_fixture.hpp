// Runs of Python projects with the interpreters of build/tools/python.
#pragma once

#include "tests/languages/common/e2e/language_fixture.hpp"
#include "tests/languages/common/e2e/outcome_table.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::testing {

using strings = std::vector<std::string>;

// The environment that scripts/setup made of tests/languages/python/tools/SET.txt.
std::string tools(std::string_view set);
precondition needs_python(const std::string& set);

class python_fixture : public language_fixture {
 public:
  // The project has no environment of its own: the active one is taken.
  void use_python(std::string_view set) { set_environment("VIRTUAL_ENV", tools(set)); }

  // The project's own environment, which each run looks for anew.
  void use_own_python(std::string_view set) const;

  void add_options(const std::string& options);

  program_result python(std::string_view set, strings arguments, const std::string& folder) const;

  // What `coverage run ARGUMENTS` makes of a copy of the workspace.
  line_states lines_of_coverage_py(strings arguments) const;

  void expect_crash(const strings& passed, const std::string& crashed);

  std::string decision_of(const json::object& run, std::string_view part);
};

}  // namespace covey::testing
