// Which sources may be loaded where another one is, by what they say of each other: more than do, as a name may mean several.
#pragma once

#include "parsers/affected/recorded_run.hpp"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

class load_graph {
 public:
  struct source {
    std::string_view path;
    file_outline_ptr outline;  // null: it may load anything
    bool deciding = false;     // not a source: whatever it names is loaded by all
  };

  // `sources`: sorted by path, as they are now. The texts must outlive it.
  load_graph(const language& of, std::vector<source> sources, path_test exists)
      : of_(of), sources_(std::move(sources)), exists_(std::move(exists)) {}

  // What loads one of the sources, or could if it were there: for each source the index of the first of these that leads to it.
  struct reached {
    std::optional<std::size_t> everywhere = {};              // leads to all
    std::vector<std::optional<std::size_t>> by_source = {};  // by index
  };
  reached reached_from(const std::vector<std::string>& paths) const;

  // The sources that a group of tests may be in, by their indices; empty: not known. `is_top`: it may be the package of the root.
  std::vector<std::uint32_t> homes_of(std::string_view group, bool is_top) const;

  // Whether any source says one of the words.
  bool says_any_of(const std::vector<std::uint32_t>& words) const;

  const std::vector<source>& sources() const { return sources_; }

 private:
  const language& of_;
  std::vector<source> sources_;
  path_test exists_;
};

// Stands among the words of a source that loads what only a value names.
std::uint32_t any_file_word();

// No other of the groups lies above it: a package of the workspace's root is.
bool is_topmost(std::string_view group, const std::set<std::string, std::less<>>& groups);

}  // namespace covey::parsers
