// How to tell whether a file has changed since it was looked at.
#pragma once

#include <cstdint>
#include <sys/stat.h>

namespace covey::storage {

// Two looks at an unchanged file give equal ones.
struct file_identity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;           // bytes
  std::int64_t modified = 0;        // ns since the epoch
  std::int64_t status_changed = 0;  // likewise
  // A later change shows in the time stamps: they advance in ticks, and the last one is over.
  bool settled = false;

  bool same_content(const file_identity& other) const {
    return device == other.device && inode == other.inode && size == other.size &&
           modified == other.modified && status_changed == other.status_changed;
  }
};

// File systems take the time of a change from a clock that ticks every 1 to 10 ms.
constexpr std::int64_t settling_time = 20'000'000;  // ns

file_identity identity_of(const struct stat& about);

}  // namespace covey::storage
