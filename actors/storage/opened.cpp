#include "actors/storage/opened.hpp"
#include "process/bounded_file.hpp"
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>
#include <utility>

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

bool is_below(const std::string& path, const std::string& root) {
  return root == "/" || (path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/'));
}

opened_at where_opened(int fd, const std::string& root, const std::string& descriptors) {
  std::array<char, PATH_MAX> real{};
  const auto length = ::readlink((descriptors + "/" + std::to_string(fd)).c_str(), real.data(), real.size());
  if (length <= 0) return opened_at::unknown;
  return is_below({real.data(), static_cast<std::size_t>(length)}, root) ? opened_at::below
                                                                         : opened_at::elsewhere;
}

open_folder::open_folder(std::string of, open_dir opened) : path(std::move(of)), dir(std::move(opened)) {
  struct stat about {};
  if (::fstat(::dirfd(dir.get()), &about) == 0) identity = identity_of(about);
}

int open_folder::read_names(std::chrono::steady_clock::time_point end) {
  constexpr std::size_t names_between_looks = 1024;
  for (;;) {
    errno = 0;
    const auto* found = ::readdir(dir.get());
    if (found == nullptr) return errno;
    const std::string_view name{found->d_name};
    if (name == "." || name == "..") continue;
    entries.push_back({std::string{name}, found->d_type});
    if (entries.size() % names_between_looks == 0 && std::chrono::steady_clock::now() >= end) return 0;
  }
}

source_text read_source(const std::string& path, std::uint64_t max_bytes, const std::string& root) {
  source_text out;
  const process::descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
  const int fd = file.get();
  struct stat about {};
  if (fd < 0 || ::fstat(fd, &about) != 0) {
    out.absent = errno == ENOENT || errno == ENOTDIR;
    out.problem = std::strerror(errno);
  } else if (!S_ISREG(about.st_mode)) {
    out.problem = "it is no regular file";
  } else if (const auto at = root.empty() ? opened_at::below : where_opened(fd, root);
             at != opened_at::below) {
    out.problem = at == opened_at::elsewhere ? "it is a link to a file outside of the workspace"
                                             : std::string{place_unknown};
  } else if (static_cast<std::uint64_t>(about.st_size) > max_bytes) {
    out.problem = "it has " + std::to_string(about.st_size) + " bytes, the limit is " +
                  std::to_string(max_bytes) + "; split it";
  } else {
    out.identity = identity_of(about);
    auto read = process::read_up_to(fd, static_cast<std::size_t>(about.st_size));
    out.text = std::move(read.text);
    if (read.error != 0) out.problem = std::strerror(read.error);
  }
  return out;
}

}  // namespace covey::storage
