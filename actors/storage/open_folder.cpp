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

opened_at where_opened(int fd, const std::string& root, const std::string& descriptors) {
  std::array<char, PATH_MAX> real{};
  const auto length = ::readlink((descriptors + "/" + std::to_string(fd)).c_str(), real.data(), real.size());
  if (length <= 0) return opened_at::unknown;
  return is_below({real.data(), static_cast<std::size_t>(length)}, root) ? opened_at::below
                                                                         : opened_at::elsewhere;
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
