// For `covey doctor` and `covey hook`: asks every detector about the workspace and about its toolchain.
#pragma once

#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/language.hpp"
#include <span>
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
  std::string mends;    // the command that mends that, if there is one
};

// `config`: the file with the workspace's settings, absolute; empty: its covey.toml. What is wrong with it refuses all
// runs. Of a single language the program and its version are not asked. Nothing that the repository holds is run.
std::vector<inspected_language> inspect_workspace(
    const std::string& root, const std::string& config = {},
    std::span<const parsers::language* const> languages = parsers::all_languages());

}  // namespace covey::actors
