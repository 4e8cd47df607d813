#include "actors/storage/file_identity.hpp"
#include <chrono>

namespace covey::storage {

file_identity identity_of(const struct stat& about) {
  constexpr std::int64_t second = 1'000'000'000;
  const auto ns = [](const timespec& time) { return std::int64_t{time.tv_sec} * second + time.tv_nsec; };
  const auto now = std::chrono::duration_cast<std::chrono::nanoseconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count();
  file_identity out{.device = about.st_dev,
                    .inode = about.st_ino,
                    .size = static_cast<std::uint64_t>(about.st_size),
                    .modified = ns(about.st_mtim),
                    .status_changed = ns(about.st_ctim)};
  out.settled = out.status_changed + settling_time < now;
  return out;
}

}  // namespace covey::storage
