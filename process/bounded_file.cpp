#include "process/bounded_file.hpp"
#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace covey::process {

file_text read_up_to(int fd, std::size_t limit) {
  file_text out;
  std::array<char, 1 << 16> block;
  while (out.text.size() < limit) {
    const auto n = ::read(fd, block.data(), std::min(block.size(), limit - out.text.size()));
    if (n == 0) break;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      out.error = errno;
      break;
    }
    out.text.append(block.data(), static_cast<std::size_t>(n));
  }
  return out;
}

file_text read_file(const std::string& path, std::size_t limit) {
  const descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
  struct stat about {};
  if (!file || ::fstat(file.get(), &about) != 0) return {{}, errno};
  return S_ISREG(about.st_mode) ? read_up_to(file.get(), limit) : file_text{{}, EISDIR};
}

int write_fully(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno != EINTR) return errno;
    if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

}  // namespace covey::process
