// What a file holds, as a hash of its bytes that is never 0. Reading has its bounds, whatever the file's size
// is said to be.
#pragma once

#include "actors/storage/file_identity.hpp"
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace covey::storage {

// Of the time stamps and the size: it differs when the file was written, whatever it holds. Never 0.
std::uint64_t mark_of(const file_identity& identity);

struct file_reading {
  enum class kind_type : std::uint8_t {
    hashed,
    unread,   // for want of time or descriptors, or by an error of the disk: another attempt may do it
    endless,  // it gives more bytes than its size: no file of a disk (/proc/self/pagemap)
    no_file   // it is something else, or gone
  };
  kind_type kind = kind_type::no_file;
  file_identity identity = {};
  std::uint64_t hash = 0;  // 0: not read
};

class file_hasher {
 public:
  // Of a file with more than `max_bytes`, and one that nobody here may read, the identity counts and not the
  // content: the hash differs when it was written. `time` is for all files, from the first one on.
  file_hasher(std::uint64_t max_bytes, std::chrono::milliseconds time) : max_bytes_(max_bytes), time_(time) {}

  // `seen`: what a stat of it said. `folder`: an open one that `path` is relative to.
  file_reading read(int folder, const std::string& path, const struct stat& seen);

 private:
  bool is_late();
  file_reading read_open(int fd, const file_identity& seen);

  std::uint64_t max_bytes_;
  std::chrono::milliseconds time_;
  std::optional<std::chrono::steady_clock::time_point> end_;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{128} * 1024);
};

}  // namespace covey::storage
