// What is opened of a workspace: its folders with the names in them, and its sources as far as callers may see them; and how to
// tell whether a file has changed since the last stat.
#pragma once

#include <chrono>
#include <cstdint>
#include <dirent.h>
#include <memory>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <vector>

namespace covey::storage {

// Two stats of an unchanged file give equal identities.
struct file_identity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;           // bytes
  std::int64_t modified = 0;        // ns since the epoch
  std::int64_t status_changed = 0;  // likewise
  // Any later change will alter the time stamps: the clock has ticked since the last change.
  bool settled = false;

  bool same_content(const file_identity& other) const {
    return device == other.device && inode == other.inode && size == other.size &&
           modified == other.modified && status_changed == other.status_changed;
  }
};

// File systems stamp changes with a clock that ticks every 1 to 10 ms.
constexpr std::int64_t settling_time = 20'000'000;  // ns

file_identity identity_of(const struct stat& about);

struct close_dir {
  void operator()(DIR* dir) const { ::closedir(dir); }
};
using open_dir = std::unique_ptr<DIR, close_dir>;

struct entry {
  std::string name;
  unsigned char type = DT_UNKNOWN;
};

bool is_below(const std::string& path, const std::string& root);

// A folder on the way may have become a link since the listing, so this checks the path that was really opened.
// `unknown`: /proc, which tells that path, is not there.
enum class opened_at { below, elsewhere, unknown };
opened_at where_opened(int fd, const std::string& root, const std::string& descriptors = "/proc/self/fd");
inline constexpr std::string_view place_unknown =
    "whether it lies in the workspace is told by /proc, which cannot be read; mount it (mount -t proc proc /proc)";

// Names are looked up relative to the open folder: a full path would be resolved anew for each.
struct open_folder {
  std::string path;
  open_dir dir;
  file_identity identity;  // from before the names were read: what is added meanwhile makes the folder differ
  std::vector<entry> entries;

  open_folder(std::string of, open_dir opened);

  bool look(const entry& one, struct stat& about, int flags = 0) const {
    return ::fstatat(::dirfd(dir.get()), one.name.c_str(), &about, flags) == 0;
  }
  // Gives 0, or the errno that kept it from reading all. At `end` it stops early.
  int read_names(std::chrono::steady_clock::time_point end);
};

// A file's current text. Regular files only; never blocks. With a root (absolute, without symbolic links) the
// opened file must lie below it, even if a folder on the way has become a link meanwhile.
struct source_text {
  file_identity identity;
  std::string text;
  std::string problem;  // why there is no text: the end of a sentence; empty: there is one
  bool absent = false;  // no such file
};

source_text read_source(const std::string& path, std::uint64_t max_bytes, const std::string& root = {});

}  // namespace covey::storage
