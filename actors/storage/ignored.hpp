// Which paths of a workspace git ignores, by the .gitignore files in it, those in the folders above it up to
// the repository's root, and the repository's info/exclude.
#pragma once

#include "actors/storage/file_identity.hpp"
#include "parsers/syntax/ignore_file.hpp"
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::storage {

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

  // Paths are relative to the root. The nearest rules decide.
  bool ignores(std::string_view path, bool is_folder) const;

 private:
  struct rules_above {
    parsers::ignore_file rules;
    std::string prefix;  // turns a path relative to the root into one relative to the folder of the rules
  };

  void read_above();
  bool is_repository(const std::string& folder);
  parsers::ignore_file read_rules(const std::string& path, const std::string& root = {});
  parsers::ignore_verdict judge_above(std::string_view path, bool is_folder) const;

  std::string root_;
  bool links_leave_;
  std::map<std::string, parsers::ignore_file, std::less<>> within_;  // by folder
  std::set<std::string, std::less<>> repositories_;                  // nested repositories
  std::vector<rules_above> above_;                                   // nearest first
  std::vector<rule_place> places_;
};

}  // namespace covey::storage
