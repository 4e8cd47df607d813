// Which sources may be loaded where another one is, by what they say of each other: more than do, as a name may mean several.
#pragma once

#include "parsers/affected/recorded_run.hpp"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace covey::parsers {

// Words, most of which are asked for in vain.
class word_set {
 public:
  void insert(std::uint32_t word) {
    may_have_[word & 0xffff] = true;
    words_.insert(word);
  }
  bool contains(std::uint32_t word) const { return may_have_[word & 0xffff] && words_.contains(word); }
  bool empty() const { return words_.empty(); }

 private:
  std::vector<bool> may_have_ = std::vector<bool>(std::size_t{1} << 16);
  std::unordered_set<std::uint32_t> words_;
};

// Which bodies and frames ran in any of the runs. These must outlive it.
class blocks_ran {
 public:
  explicit blocks_ran(const std::vector<recorded_run_ptr>& runs) : runs_(runs) {}

  // Without a name: anything of the file.
  bool has(std::string_view path, std::optional<std::string_view> name = {});

  // The file is known, and nothing of it ran or was read.
  bool lacks(std::string_view path);

 private:
  const std::vector<bool>& of(const recorded_run& run);  // by number

  const std::vector<recorded_run_ptr>& runs_;
  std::map<const recorded_run*, std::vector<bool>> known_;
};

class load_graph {
 public:
  struct source {
    std::string_view path;
    file_outline_ptr outline;  // null: it may load anything
    bool deciding = false;     // not a source: whatever it names is loaded by all
    bool passed_over = false;  // nothing loaded it when tests ran
  };

  // `sources`: sorted by path, as they are now. The texts must outlive it.
  load_graph(const language& of, std::vector<source> sources, path_test exists)
      : of_(of), sources_(std::move(sources)), exists_(std::move(exists)) {}

  // What loads one of the sources, or could if it were there: for each source the index of the first of these that leads to it. What
  // was passed over has loaded nothing, and counts only where it may be loaded `from_now_on`.
  struct reached {
    std::optional<std::size_t> everywhere = {};              // leads to all
    std::vector<std::optional<std::size_t>> by_source = {};  // by index
  };
  reached reached_from(const std::vector<std::string>& paths, bool from_now_on = false) const;

  // The sources that a group of tests may be in, by their indices; empty: not known. `is_top`: it may be the package of the root.
  std::vector<std::uint32_t> homes_of(std::string_view group, bool is_top);

  // Whether any source says one of the words.
  bool says_any_of(const std::vector<std::uint32_t>& words) const;

  static bool says_all_of(const source& one, const std::vector<std::uint32_t>& words);

  const std::vector<source>& sources() const { return sources_; }
  std::optional<std::size_t> index_of(std::string_view path) const;
  // Whether the words have a name by which others load the source.
  bool is_named_by(std::string_view path, const std::vector<std::uint32_t>& words) const;

 private:
  // A package is told by its folder: several may end alike, and nothing says how a project below is called.
  void sort_by_folder();

  const language& of_;
  std::vector<source> sources_;
  path_test exists_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> by_folder_name_;
  std::vector<std::uint32_t> in_projects_, in_root_;  // where a project below begins; in the root itself
};

// Stands among the words of a source that loads what only a value names.
std::uint32_t any_file_word();

// No other of the groups lies above it: a package of the workspace's root is.
bool is_topmost(std::string_view group, const std::set<std::string, std::less<>>& groups);

}  // namespace covey::parsers
