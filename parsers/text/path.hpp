// Paths as text: '/' separates, and the disk is not accessed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers {

// Without empty and "." components; ".." removes the component before it, if there is one. "./a//b/../c" ->
// "a/c".
std::string normal_path(std::string_view path);

// `path` relative to `root`, "" for the root itself; nullopt if it lies outside. Both are absolute and
// normal.
std::optional<std::string> path_below(std::string_view root, std::string_view path);

// The last component, and what is before it ("" for a bare name).
std::string_view base_name(std::string_view path);
std::string_view folder_name(std::string_view path);

// Whether `is` is true for the name of any folder that the path lies in.
template <class Is>
bool any_folder(std::string_view path, Is is) {
  for (auto end = path.find('/'); end != std::string_view::npos; end = path.find('/')) {
    if (is(path.substr(0, end))) return true;
    path.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace covey::parsers
