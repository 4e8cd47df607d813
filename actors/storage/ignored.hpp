// Which paths of a workspace its .gitignore files leave out: those within it, those of the folders above it
// up to the repository's root, and the repository's info/exclude.
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

  // Before anything in the folder is asked about; folders above it come first.
  // In a repository of its own only its own rules count.
  void enter(const std::string& folder, bool has_rules, bool is_repository);

  // Paths are relative to the root. The rules nearest to a path decide.
  bool ignores(std::string_view path, bool is_folder) const;

 private:
  struct rules_above {
    parsers::ignore_file rules;
    std::string prefix;  // of a path relative to the root, to make it relative to the folder of the rules
  };

  void read_above();
  parsers::ignore_verdict judge_above(std::string_view path, bool is_folder) const;

  std::string root_;
  std::map<std::string, parsers::ignore_file, std::less<>> within_;  // by folder
  std::set<std::string, std::less<>> repositories_;                  // folders within that are one
  std::vector<rules_above> above_;                                   // the nearest first
};

}  // namespace covey::storage
