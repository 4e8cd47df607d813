// The files of a workspace that may be of interest, without those that nobody wants looked at: what
// .gitignore files name, hidden folders, node_modules, virtual environments, caches (CACHEDIR.TAG). Never
// leaves the workspace: links to folders are not followed, links to files only where these lie inside.
#pragma once

#include "actors/storage/file_identity.hpp"
#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::storage {

struct tree_limits {
  std::size_t files = 100'000;    // that are wanted
  std::size_t folders = 500'000;  // that are looked into
  std::size_t notes = 50;
  // Beyond any tree a caller would wait for: folders on a network, or a .gitignore made to take for ever.
  std::chrono::milliseconds time{60'000};
};

struct tree_question {
  std::string root;                                   // absolute, without symbolic links
  std::string folder = {};                            // below the root: only what lies in it
  std::span<const std::string_view> skipped = {};     // names of folders that are not looked into
  std::function<bool(std::string_view path)> wanted;  // by the path relative to the root
};

struct tree_file {
  std::string path;  // relative to the root, valid UTF-8
  file_identity identity;
};

struct source_tree {
  std::vector<tree_file> files;    // sorted by path
  std::vector<std::string> notes;  // what could not be looked at, and why, a sentence each
  std::size_t more_notes = 0;      // that were not kept
};

source_tree look_through(const tree_question& question, const tree_limits& limits = {});

// A file's text, as it is now. Regular files only; never waits. With a root (absolute, without symbolic
// links) only what lies below it, wherever links on the way lead by now.
struct source_text {
  file_identity identity;
  std::string text;
  std::string problem;  // why there is no text: the end of a sentence; empty: there is
  bool absent = false;  // no such file
};

source_text read_source(const std::string& path, std::uint64_t most_bytes, const std::string& root = {});

}  // namespace covey::storage
