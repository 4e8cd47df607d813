// Finds a workspace's files that match, except those that users exclude: files named by .gitignore, hidden
// folders, node_modules, virtual environments, caches (CACHEDIR.TAG). Never leaves the workspace: links to
// folders are not followed, links to files only if the target lies inside.
#pragma once

#include "actors/storage/opened.hpp"
#include "parsers/model/freshness.hpp"
#include "parsers/syntax/ignore_file.hpp"
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::storage {

// Which paths of a workspace git ignores, by the .gitignore files in it, those in the folders above it up to
// the repository's root, and the repository's info/exclude: but what its index names is tracked, and no rule hides it.

// A place where rules were looked for. Nothing is different while is_as_seen().
struct rule_place {
  std::string path;  // absolute
  bool is_there = false;
  bool holds_rules = true;  // else only whether it is there counts: .git, which git writes to all the time
  file_identity identity = {};
};
bool is_as_seen(const rule_place& place);

class ignored_paths {
 public:
  // `links_leave`: also what lies outside of the root may have rules, behind links.
  explicit ignored_paths(const std::string& root, bool links_leave = false);

  // Must be called before ignores() is asked about the folder's contents; parent folders first.
  // Inside a nested repository only the rules of that repository count.
  void enter(const std::string& folder, bool has_rules, bool is_repository);

  // All that it has looked at so far.
  std::vector<rule_place> take_places() { return std::move(places_); }

  // Paths are relative to the root. The nearest rules decide. A folder of which it was said that it is not ignored is one, where only
  // tracked files are in it.
  bool ignores(std::string_view path, bool is_folder);

 private:
  struct rules_above {
    parsers::ignore_file rules;
    std::string prefix;  // turns a path relative to the root into one relative to the folder of the rules
  };

  void read_above();
  bool is_repository(const std::string& folder);
  parsers::ignore_file read_rules(const std::string& path, const std::string& root = {});
  void read_index(const std::string& repository, std::string_view above, const std::string& below);
  parsers::ignore_verdict judge_above(std::string_view path, bool is_folder) const;
  bool is_named(std::string_view path, bool is_folder) const;

  std::string root_;
  bool links_leave_;
  std::map<std::string, parsers::ignore_file, std::less<>> within_;  // by folder
  std::set<std::string, std::less<>> repositories_;                  // nested repositories
  std::vector<rules_above> above_;                                   // nearest first
  std::vector<std::string> tracked_;                                 // sorted
  std::set<std::string, std::less<>> ignored_with_tracked_;          // folders
  std::vector<rule_place> places_;
};

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
