// The packages of a repository that holds several (npm, Yarn, pnpm workspaces).
#pragma once

#include "parsers/languages/language.hpp"
#include <string>
#include <vector>

namespace covey::parsers {

// The folders to look at for the patterns of a workspace, absolute, and those whose sub-folders are meant
// ("packages/*").
struct workspace_folders {
  std::vector<std::string> packages;
  std::vector<std::string> parents;
  std::vector<std::string> unread;  // patterns of another form
};

workspace_folders read_workspace_patterns(const std::string& root, const std::vector<std::string>& patterns);

// The packages below the parents, as they were seen; one more than the limit at most.
std::vector<std::string> packages_below(const std::vector<std::string>& parents, const path_states& seen);

}  // namespace covey::parsers
