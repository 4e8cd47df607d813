// Finds the file of a report that a caller means. Reports name files in many ways: relative to the workspace,
// to a package in it, absolute, of a container, of Windows. An ambiguous path is never guessed.
#pragma once

#include "parsers/model/coverage.hpp"
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace covey::parsers {

struct no_such_file {};

constexpr std::size_t max_candidates = 20;  // listed of those that a path could mean

struct ambiguous_file {
  std::vector<std::string> candidates;  // the first `max_candidates` keys of coverage::files, sorted
  std::size_t total = 0;                // all of them
};

// The rules, in their order. The first one that gives a file, or several, decides.
enum class file_match : std::uint8_t {
  name,       // the text is a name in the report, letter by letter
  same_path,  // both are the same path; see `file_index`
  end,        // the path is the end of the report's name of the file: a container's prefix, or a bare name
  long_path,  // the report's relative name is the end of a path that lies outside of the root
};

struct found_file {
  const std::pair<const std::string, file_coverage>* file =
      nullptr;  // of coverage::files, or the index's own
  file_match by = file_match::name;
};

using file_answer = std::variant<no_such_file, ambiguous_file, found_file>;

enum class indexed_files : std::uint8_t {
  reported,
  all  // and those that are aside
};

// Points into the coverage that it is made of, which must outlive it. Paths are text: no disk is accessed.
//
// The same path: without ".", "..", repeated and trailing separators. `\` separates too, but a name that has
// its backslashes where the text has them goes first. "c:" is "C:". "file://" in front is taken off and its
// "%20" decoded. An absolute path inside the root is one relative to it. A relative name in the report begins
// at the root or, if no name that begins there fits, at the report's folder or one of those above it, up to
// the root; of a report outside of the root, up to the top. Letter case counts.
//
// If the root is a package of a larger repository, names may begin at the repository's root: they do if they
// begin with the last two or more components of the root ("packages/a/src/x.ts" in /w/packages/a). One
// component is too few: projects have folders of their own name.
//
// Names of the JVM's sources begin at their package: "shop/Cart.java" is src/main/java/shop/Cart.java of the module that
// the report lies in, or of the root.
//
// A file that the report spells in two ways ("./a.ts", "a.ts", "/w/a.ts") is one: what is found has both, put together.
//
// Of several names that end with a relative path, the one is meant that has only folders before it that are
// common to all names of the report: to a report of /app, `libs/env.ts` is /app/libs/env.ts and not
// /app/ui/libs/env.ts.
//
// An end begins at a path component. A relative path may be the end of any name. An absolute path inside the
// root says where its file is, so it may only be the end of names that are independent of the root: absolute
// ones outside of it (/app/src/a.ts) and Go's import paths (example.com/m/a.go). A name that is the end of a
// long path has at least two components.
class file_index {
 public:
  file_index() = default;
  // `root`: absolute, normal. `folder`: of the report, relative to the root or absolute; empty: the root, or
  // there is no report. O(n) in the length of all names.
  explicit file_index(const coverage& data, std::string root, std::string_view folder = {},
                      indexed_files which = indexed_files::reported);
  file_index(const coverage&&, std::string, std::string_view = {},
             indexed_files = indexed_files::reported) = delete;
  file_index(file_index&&) = default;
  file_index& operator=(file_index&&) = default;

  // `text` is any bytes; if it is over 32 KiB or has a NUL in it, no file matches. Takes O(files with the
  // same last component). `compared` gets the number of names compared.
  file_answer find(std::string_view text, std::size_t* compared = nullptr) const;

 private:
  using file_entry = std::pair<const std::string, file_coverage>;

  enum class start : std::uint8_t { anywhere, root, outside };  // where a name begins

  struct entry {
    const file_entry* file = nullptr;
    std::string_view name;  // as the report has it
    std::string_view path;  // normal; relative to the root if it begins there
    start from = start::anywhere;
    std::uint32_t next = 0;   // number of the next entry with this last component; 0: none
    std::uint32_t order = 0;  // of its file among the files
  };

  // A requested path.
  struct question {
    std::string path;      // as `entry::path`
    std::string absolute;  // the same with the root before it
    start from = start::root;
    bool was_absolute = false;
  };

  using entries = std::vector<const entry*>;
  using rule = bool (file_index::*)(const entry& known, const question& asked) const;

  void add(const file_entry& file, std::string_view name, std::uint32_t order);
  void join_spellings();
  const file_entry* whole(const file_entry* file) const;
  void share_folders();
  void add_folders(std::string_view folder);
  std::optional<std::string> below_root(std::string_view path) const;
  question read(std::string_view text) const;
  bool has(const file_entry& file) const;
  const file_entry* named(std::string_view text) const;
  static entries with_backslashes_of(std::string_view text, const entries& found);
  entries fitting(const question& asked, rule fits, std::size_t& compared) const;

  bool begins_at(const entry& known, std::string_view folder, const question& asked) const;
  bool begins_at_root(const entry& known, const question& asked) const;
  bool begins_at_folder(const entry& known, const question& asked) const;
  bool begins_at_sources(const entry& known, const question& asked) const;
  bool begins_above_root(const entry& known, const question& asked) const;
  bool begins_at_shared_folder(const entry& known, const question& asked) const;
  bool ends_with(const entry& known, const question& asked) const;
  bool is_end_of(const entry& known, const question& asked) const;

  const coverage* data_ = nullptr;
  indexed_files which_ = indexed_files::reported;
  std::string root_;                                  // ends with "/", as do the folders
  std::vector<std::string> folders_;                  // the report's, then those above it; without the root
  std::array<std::optional<std::string>, 3> shared_;  // the folder that all names of a `start` are in
  std::deque<std::string> paths_;                     // normal paths that are not part of a name
  std::vector<entry> entries_;
  std::deque<file_entry> joined_;  // of several spellings
  std::unordered_map<const file_entry*, const file_entry*> joined_of_;
  std::unordered_map<std::string_view, std::uint32_t> by_last_;  // the number (from 1) of the first one
};

}  // namespace covey::parsers
