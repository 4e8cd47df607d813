#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"

namespace covey::parsers {

namespace {

// Most paths are: this saves splitting one that is requested thousands of times.
bool is_normal(std::string_view path) {
  return !path.empty() && path.front() != '.' && path.back() != '/' &&
         path.find("//") == std::string_view::npos && path.find("/.") == std::string_view::npos;
}

}  // namespace

std::string normal_path(std::string_view path) {
  if (is_normal(path)) return std::string{path};
  const bool absolute = !path.empty() && path.front() == '/';
  std::vector<std::string_view> kept;
  for (const auto part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      kept.push_back(part);
    } else if (!kept.empty() && kept.back() != "..") {
      kept.pop_back();
    } else if (!absolute) {
      kept.push_back(part);
    }
  }
  std::string out;
  for (const auto part : kept) {
    if (absolute || !out.empty()) out += '/';
    out += part;
  }
  return out.empty() && absolute ? "/" : out;
}

std::optional<std::string> path_below(std::string_view root, std::string_view path) {
  if (path == root) return std::string{};
  if (root != "/") {
    if (path.substr(0, root.size()) != root) return std::nullopt;
    path.remove_prefix(root.size());
  }
  if (path.empty() || path.front() != '/') return std::nullopt;
  return std::string{path.substr(1)};
}

std::string_view base_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view folder_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

}  // namespace covey::parsers
