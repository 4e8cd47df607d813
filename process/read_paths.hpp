// Reads paths for detection and plans: within limits, and only regular files and folders.
#pragma once

#include "parsers/languages/language.hpp"
#include <cstddef>
#include <string>

namespace covey::process {

struct read_limits {
  std::size_t text = 1u << 20;   // of one file
  std::size_t entries = 10'000;  // of one folder
};

parsers::path_state read_path(const std::string& path, const read_limits& limits = {});

// The first of the language's project files that `root` holds; nullptr: no project of that language.
const parsers::project_file* find_project_file(const parsers::language& language, const std::string& root);

}  // namespace covey::process
