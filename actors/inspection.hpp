// What `covey doctor` asks: every detector, about the workspace and about its toolchain.
#pragma once

#include "parsers/languages/language.hpp"
#include <string>
#include <vector>

namespace covey::actors {

struct inspected_language {
  const parsers::language* language = nullptr;
  bool detected = false;
  std::string program;  // absolute; empty: not on PATH
  std::string version;
};

std::vector<inspected_language> inspect_workspace(const std::string& root);

}  // namespace covey::actors
