// For `covey doctor`: asks every detector about the workspace and about its toolchain.
#pragma once

#include "parsers/languages/language.hpp"
#include <string>
#include <vector>

namespace covey::actors {

struct inspected_language {
  const parsers::language* language = nullptr;
  const parsers::project_file* project_file = nullptr;  // found in the workspace; null: no project
  std::string program;                                  // absolute; empty: not on PATH
  std::string version;
  std::vector<parsers::decision> decisions;  // that a run of its tests would make
  std::vector<std::string> notes;
  std::string refusal;  // why a run is impossible; empty: it is possible
};

std::vector<inspected_language> inspect_workspace(const std::string& root);

}  // namespace covey::actors
