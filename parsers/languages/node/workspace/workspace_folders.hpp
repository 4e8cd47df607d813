// The packages of a repository that holds several (npm, Yarn, pnpm workspaces).
#pragma once

#include "parsers/languages/plan.hpp"
#include <string>
#include <vector>

namespace covey::parsers::languages::node {

// The folders that the patterns of a workspace name, absolute, and those whose sub-folders they name
// ("packages/*").
struct workspace_folders {
  std::vector<std::string> packages;
  std::vector<std::string> parents;
  std::vector<std::string> unread;  // patterns of another form
};

workspace_folders read_workspace_patterns(const std::string& root, const std::vector<std::string>& patterns);

// The packages below the parents, from the entries in `seen`; at most one more than the limit.
std::vector<std::string> packages_below(const std::vector<std::string>& parents, const path_states& seen);

}  // namespace covey::parsers::languages::node
