#include "actors/storage/source_text.hpp"
#include "actors/storage/open_folder.hpp"
#include "process/bounded_file.hpp"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace covey::storage {

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
