// Which Python runs a project's tests. Virtual environments are found by their folders: asking the tools (uv,
// pdm) would create a missing one, and covey writes nothing into a project.
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/model/freshness.hpp"
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

// What an interpreter reports about itself: its version, and which of the relevant packages it can import.
// Design: docs/design/21-python-probes.md

struct interpreter_facts {
  int major = 0;
  int minor = 0;
  bool cpython = true;
  std::string version;                // "3.12.1"
  std::optional<std::string> pytest;  // versions; nullopt: not installed
  std::optional<std::string> coverage;
  std::optional<std::string> xdist;
  std::optional<std::string> django;
  std::vector<std::string> search_path = {};  // sys.path

  // It has sys.monitoring, with which the reporter records coverage.
  bool monitors() const { return major > 3 || (major == 3 && minor >= 12); }
  // The reporter puts probes into the project's code, unless something that reads bytecode is installed.
  bool takes_probes() const { return cpython && major == 3 && minor >= 8 && minor <= 11; }
  // The reporters run on Python 3.6 and later.
  bool supported() const { return major > 3 || (major == 3 && minor >= 6); }

  // The arguments after the interpreter.
  static std::vector<std::string> arguments();
  // The same for one that runs nothing of the project, nor of `folder`.
  static std::vector<std::string> arguments_to_look(const std::string& folder);
  // What the answer depends on, asked in `root`; `folder`: of the virtual environment, "" for none.
  static answer_sources_ptr sources(const std::string& root, const std::string& folder);
  // Nullopt: `printed` has no answer of covey's script.
  static std::optional<interpreter_facts> parse(std::string_view printed);
};

using environment_map = std::map<std::string, std::string, std::less<>>;

// The value; "": it is not set.
std::string variable(const environment_map& environment, std::string_view name);

struct interpreter_candidate {
  std::string program;  // absolute, or a name to find on PATH; empty until `question` is answered
  std::string folder;   // of its virtual environment, absolute; empty: it has none
  std::string why;
  // A probe that prints the environment's folder as its last line; it fails if there is no environment.
  std::vector<std::string> question = {};
};

// The paths that decide, in a fixed order: their states go to interpreter_candidates().
path_request interpreter_places(const std::string& root, const environment_map& environment);

// In order of preference; never empty: python3 and python on PATH come last.
std::vector<interpreter_candidate> interpreter_candidates(const std::string& root,
                                                          const environment_map& environment,
                                                          const path_states& seen);

// Notes for each lock file whose tool has not created an environment; may be empty.
std::vector<std::string> environment_notes(const path_states& seen, const interpreter_candidate& chosen);

// What the answer to a candidate's question is read from: the projects' and the users' settings of poetry, pipenv and hatch,
// and the folder of environments that it names.
answer_sources_ptr sources_of_environment(const std::string& root, const environment_map& environment);

// The folder in the answer to a candidate's question; empty: none.
std::string folder_in(const probe_answer& said);

// PATH and VIRTUAL_ENV as in an activated environment; empty for an interpreter outside any environment.
std::vector<std::pair<std::string, std::string>> activation(const interpreter_candidate& chosen,
                                                            const environment_map& environment);

}  // namespace covey::parsers::languages::python
