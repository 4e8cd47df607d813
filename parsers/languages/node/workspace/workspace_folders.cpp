#include "parsers/languages/node/workspace/workspace_folders.hpp"
#include "parsers/languages/node/package/limits.hpp"
#include "parsers/text/path.hpp"
#include <cstddef>

namespace covey::parsers::languages::node {

workspace_folders read_workspace_patterns(const std::string& root, const std::vector<std::string>& patterns) {
  workspace_folders out;
  for (auto pattern : patterns) {
    if (pattern.starts_with('!')) continue;
    if (pattern.ends_with("/**")) pattern.pop_back();
    const bool children = pattern == "*" || pattern.ends_with("/*");
    const auto folder =
        normal_path(root + "/" + (children ? pattern.substr(0, pattern.size() - 1) : pattern));
    if (folder.find_first_of("*?{[") != std::string::npos || !path_below(root, folder))
      out.unread.push_back(pattern);
    else
      (children ? out.parents : out.packages).push_back(folder);
  }
  return out;
}

std::vector<std::string> packages_below(const std::vector<std::string>& parents, const path_states& seen) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < parents.size() && i < seen.size(); ++i)
    for (const auto& name : seen[i].entries)
      if (out.size() <= limits::folders && !name.starts_with('.') && name != "node_modules")
        out.push_back(parents[i] + "/" + name);
  return out;
}

}  // namespace covey::parsers::languages::node
