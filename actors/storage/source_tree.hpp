// Finds a workspace's files that match, except those that users exclude: files named by .gitignore, hidden
// folders, node_modules, virtual environments, caches (CACHEDIR.TAG). Never leaves the workspace: links to
// folders are not followed, links to files only if the target lies inside.
#pragma once

#include "actors/storage/file_identity.hpp"
#include "actors/storage/ignored.hpp"
#include "parsers/model/freshness.hpp"
#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::storage {

struct tree_limits {
  std::size_t files = 100'000;    // that match
  std::size_t folders = 500'000;  // that are read
  std::size_t linked = 20'000;    // files and folders behind links to folders
  std::size_t notes = 50;
  // Longer than a caller would wait: for network folders, or a .gitignore written to take forever.
  std::chrono::milliseconds time{60'000};
};

struct tree_file {
  std::string path;  // relative to the root, valid UTF-8
  file_identity identity;
};

struct tree_question {
  std::string root;                                   // absolute, without symbolic links
  std::string folder = {};                            // below the root: only files in it
  std::span<const std::string_view> skipped = {};     // names of folders that are not entered
  std::span<const std::string_view> entered = {};     // names of hidden folders that are
  std::function<bool(std::string_view path)> wanted;  // by the path relative to the root
  // Links count as what they lead to, a file or a folder, wherever it is; and the folders are told. A link whose
  // target is in a folder that is looked into anyway adds nothing.
  bool links_leave = false;
  std::vector<std::string> rest = {};    // not empty: only these folders, which an earlier walk left unread
  std::span<const tree_file> seen = {};  // then: the folders that it told
};

struct source_tree {
  std::vector<tree_file> files;  // sorted by path
  // Those that were looked into, and targets of links to folders, in any order; only if links_leave.
  std::vector<tree_file> folders = {};
  std::vector<parsers::unseen_part> unread = {};  // folders that another walk may read; only if links_leave
  // A link had no target, or a file could not be looked at: no folder tells when that changes.
  bool walk_again = false;
  std::vector<rule_place> rules = {};       // where rules of what to leave out were looked for
  std::vector<parsers::unseen_part> notes;  // what could not be read, and why
  std::size_t more_notes = 0;               // number of notes beyond the limit
};

source_tree look_through(const tree_question& question, const tree_limits& limits = {});

}  // namespace covey::storage
