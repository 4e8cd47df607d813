#include "actors/storage/file_hash.hpp"
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace covey::storage {
namespace {

using enum file_reading::kind_type;

struct close_state {
  void operator()(const int* fd) const { ::close(*fd); }
};

std::uint64_t not_zero(std::uint64_t hash) {
  return hash == 0 ? 1 : hash;
}

// Of a file whose content is not read.
std::uint64_t hash_of(const file_identity& identity) {
  const std::array<std::uint64_t, 3> what{identity.inode, identity.size,
                                          static_cast<std::uint64_t>(identity.modified)};
  return not_zero(XXH3_64bits(what.data(), sizeof what));
}

}  // namespace

std::uint64_t mark_of(const file_identity& identity) {
  const std::array<std::uint64_t, 3> what{identity.size, static_cast<std::uint64_t>(identity.modified),
                                          static_cast<std::uint64_t>(identity.status_changed)};
  return not_zero(XXH3_64bits(what.data(), sizeof what));
}

bool file_hasher::is_late() {
  const auto now = std::chrono::steady_clock::now();
  if (!end_) end_ = now + time_;
  return now >= *end_;
}

file_reading file_hasher::read(int folder, const std::string& path, const struct stat& seen) {
  if (!S_ISREG(seen.st_mode)) return {};
  const auto identity = identity_of(seen);
  if (identity.size > max_bytes_) return {hashed, identity, hash_of(identity)};
  if (is_late()) return {unread, identity, 0};
  const int fd = ::openat(folder, path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0 && (errno == EACCES || errno == EPERM)) return {hashed, identity, hash_of(identity)};
  if (fd < 0) return {errno == ENOENT || errno == ENOTDIR ? no_file : unread, identity, 0};
  const std::unique_ptr<const int, close_state> closes{&fd};
  return read_open(fd, identity);
}

file_reading file_hasher::read_open(int fd, const file_identity& seen) {
  struct stat about{};
  if (::fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) return {};
  file_reading out{hashed, identity_of(about), 0};
  if (out.identity.size > max_bytes_) return {unread, seen, 0};
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  std::uint64_t done = 0;
  while (done <= out.identity.size) {
    if (is_late()) return {unread, out.identity, 0};
    const auto n = ::read(fd, buffer_.data(), buffer_.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return {unread, out.identity, 0};
    if (n == 0) break;
    XXH3_64bits_update(&state, buffer_.data(), static_cast<std::size_t>(n));
    done += static_cast<std::uint64_t>(n);
  }
  out.hash = not_zero(XXH3_64bits_digest(&state));
  if (::fstat(fd, &about) != 0) return {unread, out.identity, 0};
  // Written while it was read: the next sweep reads it again.
  const bool stayed = out.identity.same_content(identity_of(about));
  if (!stayed) out.identity.settled = false;
  if (stayed && done > out.identity.size) out.kind = endless;
  return out;
}

}  // namespace covey::storage
