// Paths as text: '/' separates, nothing is looked up on disk.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers {

// Without empty and "." components, ".." taken back where there is something before it. "./a//b/../c" ->
// "a/c".
std::string normal_path(std::string_view path);

// What is left of `path` below `root`, "" for the root itself; nothing where it lies outside. Both are
// absolute and normal.
std::optional<std::string> path_below(std::string_view root, std::string_view path);

// The last component, and what is before it ("" for a bare name).
std::string_view base_name(std::string_view path);
std::string_view folder_name(std::string_view path);

// Whether `is` says so of the name of a folder that the path lies in.
template <class Is>
bool any_folder(std::string_view path, Is is) {
  for (auto end = path.find('/'); end != std::string_view::npos; end = path.find('/')) {
    if (is(path.substr(0, end))) return true;
    path.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace covey::parsers
