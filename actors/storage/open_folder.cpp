#include "actors/storage/open_folder.hpp"
#include <array>
#include <cerrno>
#include <climits>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace covey::storage {

bool is_below(const std::string& path, const std::string& root) {
  return root == "/" || (path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/'));
}

bool was_opened_below(int fd, const std::string& root) {
  std::array<char, PATH_MAX> real{};
  const auto length = ::readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), real.data(), real.size());
  return length > 0 && is_below({real.data(), static_cast<std::size_t>(length)}, root);
}

open_folder::open_folder(std::string of, open_dir opened) : path(std::move(of)), dir(std::move(opened)) {
  struct stat about{};
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

}  // namespace covey::storage
