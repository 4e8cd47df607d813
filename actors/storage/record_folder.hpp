// What runs leave on disk for later sessions: a file per run, in the user's cache folder, never in the project. Files appear whole and
// never change; any number of processes may write and read them without waiting for each other, on network drives, too.
//
//   CACHE/history-1/HASH OF ROOT/root             the root, and its place in its repository: for people, worktrees and cleaning up
//                               /LANGUAGE/TIME-PID.run
// Design: docs/design/25-affected-tests.md
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::storage {

struct record_limits {
  std::size_t runs = 64;                 // of a root and a language: the oldest go
  std::uint64_t bytes = 64u << 20;       // of these together; a run that is larger is not kept
  std::size_t roots = 64;                // those that were written last stay
  std::uint64_t all_bytes = 1ull << 30;  // likewise
  std::int64_t days = 60;                // a root that no run was written for since then goes
};

// $COVEY_CACHE_DIR, else $XDG_CACHE_HOME/covey, else ~/.cache/covey; empty: none of them is absolute.
std::string cache_folder(const std::map<std::string, std::string, std::less<>>& environment);

class record_folder {
 public:
  // `root`: absolute, without symbolic links.
  record_folder(const std::string& cache, const std::string& root, const std::string& language);

  // The paths of the runs, newest first. A root that has none begins with those of another worktree of its repository, as their files
  // have the same names.
  std::vector<std::string> runs() const;

  // Why it could not be written, the end of a sentence; empty: it was. `replaces`: the ones before it say nothing more.
  std::string write(std::string_view bytes, bool replaces, const record_limits& limits = {}) const;

 private:
  std::string cache_, root_, home_, folder_;
};

// The bytes of a run; empty: it has gone, or cannot be read.
std::string read_record(const std::string& path, const record_limits& limits = {});

// What there is of one root, for people.
struct recorded_root {
  std::string root;
  std::map<std::string, std::vector<std::string>> runs;  // by language, newest first
  std::uint64_t bytes = 0;
  std::int64_t written = 0;  // s since the epoch
};
std::vector<recorded_root> recorded_roots(const std::string& cache);

// Of the root; empty: all. Why it could not be done, the end of a sentence; empty: it was.
std::string forget_records(const std::string& cache, const std::string& root);

}  // namespace covey::storage
