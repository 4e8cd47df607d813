// The call of covey's tools that does what a shell's command would have done.
#pragma once

#include "parsers/languages/language.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::cli {

// One command's tests, as far as its words say.
struct stood_in_run {
  const parsers::language* language = nullptr;
  parsers::shell_run typed;
  std::string
      beside;  // a file beside the interpreter that is named, absolute or to be found on PATH; empty: none
  std::string folder;      // where the command is about to run
  std::string project;     // the folder of the project whose tests they are
  std::string limit = {};  // of its time: "60", "2m"; empty: none
};

// Of a command that is about to run in `folder`. Nothing: no language reads the words as a run of tests that covey could
// make, or there is no project.
std::optional<stood_in_run> stand_in(const std::vector<std::string>& words, const std::string& folder);

// `run_testblocks {"labels":["TestA"]}`: what runs all tests that the command would, perhaps more. "": no call is known to.
std::string call_of(const stood_in_run& run);

}  // namespace covey::cli
