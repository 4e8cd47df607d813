// Which paths of a workspace git ignores, by the .gitignore files in it, those in the folders above it up to
// the repository's root, and the repository's info/exclude.
#pragma once

#include "parsers/syntax/ignore_file.hpp"
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::storage {

class ignored_paths {
 public:
  explicit ignored_paths(const std::string& root);

  // Must be called before ignores() is asked about the folder's contents; parent folders first.
  // Inside a nested repository only the rules of that repository count.
  void enter(const std::string& folder, bool has_rules, bool is_repository);

  // Paths are relative to the root. The nearest rules decide.
  bool ignores(std::string_view path, bool is_folder) const;

 private:
  struct rules_above {
    parsers::ignore_file rules;
    std::string prefix;  // turns a path relative to the root into one relative to the folder of the rules
  };

  void read_above();
  parsers::ignore_verdict judge_above(std::string_view path, bool is_folder) const;

  std::string root_;
  std::map<std::string, parsers::ignore_file, std::less<>> within_;  // by folder
  std::set<std::string, std::less<>> repositories_;                  // nested repositories
  std::vector<rules_above> above_;                                   // nearest first
};

}  // namespace covey::storage
