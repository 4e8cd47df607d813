// Which Python a project's tests run with. Virtual environments are found by their folders: the tools that
// make them (uv, pdm) would make one where there is none, and nothing is written into a project.
#pragma once

#include "parsers/languages/language.hpp"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

using environment_map = std::map<std::string, std::string, std::less<>>;

struct python_candidate {
  std::string program;  // absolute, or a name that is looked up on PATH; empty while `question` has no answer
  std::string folder;   // of its virtual environment, absolute; empty: it is none
  std::string why;
  // Prints the environment's folder in its last line, and fails where there is none.
  std::vector<std::string> question = {};
};

// The paths that decide, in a fixed order: the answer goes to python_candidates().
path_request python_places(const std::string& root, const environment_map& environment);

// In the order of their preference; never empty: python3 and python on PATH come last.
std::vector<python_candidate> python_candidates(const std::string& root, const environment_map& environment,
                                                const path_states& seen);

// What to say where a lock file names a tool, and the tool's environment is not there; may be empty.
std::vector<std::string> python_environment_notes(const path_states& seen, const python_candidate& chosen);

// The folder that a candidate's question was answered with; empty: none.
std::string python_folder_in(const probe_answer& said);

// PATH and VIRTUAL_ENV as an activated environment has them; empty for an interpreter outside of any.
std::vector<std::pair<std::string, std::string>> activation(const python_candidate& chosen,
                                                            const environment_map& environment);

}  // namespace covey::parsers
