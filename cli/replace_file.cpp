#include "cli/replace_file.hpp"
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace covey::cli {
namespace {

int write_and_close(int fd, const std::function<int(int)>& write) {
  const int problem = write(fd);
  return ::close(fd) != 0 && problem == 0 ? errno : problem;
}

// Where the links lead that the path itself is.
std::filesystem::path followed(std::filesystem::path path) {
  constexpr int most = 40;  // as Linux has it
  std::error_code failed;
  for (int i = 0; i < most && std::filesystem::is_symlink(path, failed); ++i) {
    const auto to = std::filesystem::read_symlink(path, failed);
    if (failed) break;
    path = path.parent_path() / to;
  }
  return path;
}

}  // namespace

int replace_file(const std::string& path, const std::function<int(int fd)>& write) {
  struct stat about {};
  const bool exists = ::stat(path.c_str(), &about) == 0;
  if (exists && !S_ISREG(about.st_mode)) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return fd < 0 ? errno : write_and_close(fd, write);
  }
  std::error_code failed;
  // Also of a link whose target is not there yet: the link stays, and its target is made.
  const auto target = std::filesystem::weakly_canonical(followed(path), failed).string();
  if (failed) return failed.value();
  const auto unfinished = target + ".new-" + std::to_string(::getpid());
  const int fd = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return errno;
  if (exists && ::fchown(fd, about.st_uid, about.st_gid) != 0)
    errno = 0;  // only root can, and has to: its user reads it
  if (exists) ::fchmod(fd, about.st_mode & 0777);
  int problem = write_and_close(fd, write);
  if (problem == 0 && ::rename(unfinished.c_str(), target.c_str()) != 0) problem = errno;
  if (problem != 0) ::unlink(unfinished.c_str());
  return problem;
}

}  // namespace covey::cli
