#include "cli/workspace.hpp"
#include "parsers/languages/catalogue.hpp"
#include "process/read_paths.hpp"
#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string_view>
#include <sys/stat.h>

namespace covey::cli {
namespace {

constexpr std::array hosts_variables{"CLAUDE_PROJECT_DIR", "WORKSPACE_FOLDER_PATHS"};

bool is_folder(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
}

// The folder, or "" after reporting the reason.
std::string resolved(const std::string& path) {
  char real[PATH_MAX];
  if (::realpath(path.c_str(), real) == nullptr) {
    std::cerr << "covey: workspace \"" << path << "\": " << std::strerror(errno)
              << "; give an existing folder with --workspace\n";
    return {};
  }
  if (is_folder(real)) return real;
  std::cerr << "covey: workspace \"" << path << "\" is not a folder; give one with --workspace\n";
  return {};
}

bool is_project(const std::string& folder) {
  const auto all = parsers::all_languages();
  return std::any_of(all.begin(), all.end(), [&](const auto* language) {
    return process::find_project_file(*language, folder) != nullptr;
  });
}

// Of several folders, which have commas between them, the first; a comma may also be part of a name.
std::string first_folder(std::string_view listed) {
  const std::string whole{listed};
  if (listed.starts_with('/') && is_folder(whole)) return whole;
  const std::string first{listed.substr(0, listed.find(','))};
  return first.starts_with('/') && is_folder(first) ? first : "";
}

}  // namespace

std::string find_workspace(const std::string& given) {
  if (!given.empty()) return resolved(given);
  if (is_project(".")) return resolved(".");
  const auto named = folder_of_host();
  return named.empty() ? resolved(".") : named;
}

std::string folder_of_host() {
  for (const auto* name : hosts_variables) {
    const char* value = std::getenv(name);
    if (value == nullptr) continue;
    if (auto folder = first_folder(value); !folder.empty()) return resolved(folder);
  }
  return {};
}

}  // namespace covey::cli
