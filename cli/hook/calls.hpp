// The call of covey's tools that does what a shell's command would have done.
#pragma once

#include "parsers/languages/language.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::cli {

// One command's tests, as far as they are known.
struct stood_in_run {
  const parsers::language* language = nullptr;
  std::string_view runner;  // that the command names; empty: none
  std::string beside;       // a file beside the interpreter that it names, absolute; empty: none
  std::string project;      // the folder of the project whose tests they are
  std::string call;         // `run_testblocks {"labels":["TestA"]}`
};

// Of a command that is about to run in `folder`. Nothing: no language reads the words as a run of tests that covey could
// make, or there is no project.
std::optional<stood_in_run> stand_in(const std::vector<std::string>& words, const std::string& folder);

}  // namespace covey::cli
