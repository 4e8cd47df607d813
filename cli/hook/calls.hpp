// The calls of covey's tools that do what a shell's command would have done.
#pragma once

#include "parsers/languages/language.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::cli {

// Where a command is about to run. Both absolute and normal.
struct hook_place {
  std::string workspace;  // of the client's server
  std::string folder;     // of the command
};

// One command's tests, as far as they are known.
struct stood_in_run {
  const parsers::language* language = nullptr;
  std::string project;             // the folder of the project whose tests they are
  std::vector<std::string> calls;  // one after the other: `run_testblocks {"labels":["TestA"]}`
};

// Nothing: no language reads the words as a run of tests that covey could make, or there is no project.
std::optional<stood_in_run> stand_in(const std::vector<std::string>& words, const hook_place& where);

}  // namespace covey::cli
