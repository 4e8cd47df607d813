#include "process/scratch.hpp"
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace covey::process {
namespace {

namespace fs = std::filesystem;

std::string prefix() {
  return "covey-" + std::to_string(::getuid()) + "-";
}

int lock(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -1;
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  const int error = errno;
  ::close(fd);
  errno = error;
  return -1;
}

// Whether the folder behind the descriptor still exists on disk.
bool is_linked(int fd) {
  struct stat about {};
  return ::fstat(fd, &about) == 0 && about.st_nlink > 0;
}

void remove_all(const std::string& path) {
  std::error_code ec;
  // A test may have left folders that even their owner cannot write to (Go's module cache does).
  for (fs::recursive_directory_iterator it{path, ec}, end; !ec && it != end; it.increment(ec)) {
    std::error_code ignored;
    if (it->is_directory(ignored) && !it->is_symlink(ignored))
      fs::permissions(it->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
  }
  fs::remove_all(path, ec);
}

// Needed after a server was killed between two commands of a run: then no guard was left to clean up.
void remove_abandoned(const std::string& directory) {
  std::error_code ec;
  for (fs::directory_iterator it{directory, ec}, end; !ec && it != end; it.increment(ec)) {
    const auto name = it->path().filename().string();
    if (name.rfind(prefix(), 0) != 0) continue;
    const std::string path = it->path().string();
    struct stat about {};
    if (::lstat(path.c_str(), &about) != 0 || !S_ISDIR(about.st_mode) || about.st_uid != ::getuid()) continue;
    const int fd = lock(path);
    if (fd < 0) continue;  // its server lives
    remove_all(path);
    ::close(fd);
  }
}

}  // namespace

std::string temp_directory() {
  const char* from_env = std::getenv("TMPDIR");
  return from_env != nullptr && *from_env == '/' ? from_env : "/tmp";
}

std::string scratch_directory() {
  auto directory = temp_directory();
  return directory.find(':') == std::string::npos ? directory : "/tmp";
}

boost::system::result<scratch> scratch::make() {
  const std::string directory = scratch_directory();
  remove_abandoned(directory);
  // Until it is locked, a new folder looks abandoned and another server may remove it: then try again.
  constexpr int tries = 100;
  for (int i = 0; i < tries; ++i) {
    std::string path = directory + "/" + prefix() + "XXXXXX";
    if (::mkdtemp(path.data()) == nullptr)
      return boost::system::error_code{errno, boost::system::system_category()};
    if (const int fd = lock(path); fd >= 0) {
      if (is_linked(fd)) return scratch{std::move(path), fd};
      ::close(fd);
    } else if (errno != EWOULDBLOCK && errno != ENOENT) {
      const int error = errno;
      ::rmdir(path.c_str());
      return boost::system::error_code{error, boost::system::system_category()};
    }
  }
  return boost::system::error_code{EBUSY, boost::system::system_category()};
}

scratch::scratch(scratch&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}

scratch& scratch::operator=(scratch&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(lock_, other.lock_);
  return *this;
}

scratch::~scratch() {
  if (!path_.empty()) remove_all(path_);
  if (lock_ >= 0) ::close(lock_);
}

void remove_scratch(const std::string& path) {
  if (fs::path{path}.filename().string().rfind(prefix(), 0) == 0) remove_all(path);
}

}  // namespace covey::process
