// How to tell whether a file has changed since the last stat.
#pragma once

#include <cstdint>
#include <sys/stat.h>

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

}  // namespace covey::storage
