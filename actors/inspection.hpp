// What `covey doctor` asks: every detector, about the workspace and about its toolchain.
#pragma once

#include "parsers/languages/language.hpp"
#include <string>
#include <vector>

namespace covey::actors {

struct inspected_language {
  const parsers::language* language = nullptr;
  const parsers::marker* marker = nullptr;  // what makes a project of it; null: there is none
  std::string program;                      // absolute; empty: not on PATH
  std::string version;
  std::vector<parsers::choice> choices;  // of a run of its tests
  std::vector<std::string> notes;
  std::string refusal;  // why there can be no run; empty: there can
};

std::vector<inspected_language> inspect_workspace(const std::string& root);

}  // namespace covey::actors
