#include "actors/storage/snapshot_folder.hpp"
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace covey::storage {
namespace {

class descriptor {
 public:
  explicit descriptor(int fd) : fd_(fd) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_;
};

std::string at(const std::string& path, int number) {
  return path + ": " + std::strerror(number);
}

// Why the folder must not be trusted; empty if it can be. Anyone may make a folder of that name in /tmp.
std::string mistrust(int folder, const std::string& path) {
  struct stat about{};
  if (::fstat(folder, &about) != 0) return at(path, errno);
  if (about.st_uid != ::geteuid())
    return path + " belongs to another user; set TMPDIR to a folder of your own";
  if ((about.st_mode & 0077) != 0 && ::fchmod(folder, 0700) != 0) return at(path, errno);
  return {};
}

int open_folder(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// 0, or the error number.
int write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = ::write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return ::fsync(fd) == 0 ? 0 : errno;
}

// 0, or the error number; nothing is left behind after an error.
int write_file(int folder, const std::string& name, std::string_view content) {
  const auto unfinished = name + ".new";
  const descriptor file{
      ::openat(folder, unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
  if (!file) return errno;
  int problem = write_all(file.get(), content);
  if (problem == 0 && ::renameat(folder, unfinished.c_str(), folder, name.c_str()) != 0) problem = errno;
  if (problem != 0) ::unlinkat(folder, unfinished.c_str(), 0);
  return problem;
}

std::string lower(std::string_view text) {
  std::string out{text};
  for (auto& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

bool is_snapshot_id(std::string_view text) {
  constexpr std::string_view form = "xxxxxxxx-xxxx-4xxx-vxxx-xxxxxxxxxxxx";
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool good = form[i] == 'x'   ? std::isxdigit(c) != 0
                      : form[i] == 'v' ? std::strchr("89abAB", c) != nullptr && c != 0
                                       : c == static_cast<unsigned char>(form[i]);
    if (!good) return false;
  }
  return true;
}

snapshot_folder::snapshot_folder(const std::string& temp_directory)
    : path_(temp_directory + "/covey-snapshots-" + std::to_string(::geteuid())) {}

std::variant<std::string, storage_problem> snapshot_folder::write(std::string_view text) const {
  if (::mkdir(path_.c_str(), 0700) != 0 && errno != EEXIST) return storage_problem{false, at(path_, errno)};
  const descriptor folder{open_folder(path_)};
  if (!folder) return storage_problem{false, at(path_, errno)};
  if (auto reason = mistrust(folder.get(), path_); !reason.empty()) return storage_problem{false, reason};
  const auto id = boost::uuids::to_string(boost::uuids::random_generator{}());
  if (const int problem = write_file(folder.get(), id + ".json", text); problem != 0)
    return storage_problem{false, at(path_, problem)};
  return id;
}

std::variant<snapshot_folder::content, storage_problem> snapshot_folder::read(std::string_view id,
                                                                              std::size_t max_bytes) const {
  if (!is_snapshot_id(id)) return storage_problem{true, "it is no UUID"};
  const descriptor folder{open_folder(path_)};
  if (!folder) return storage_problem{errno == ENOENT, at(path_, errno)};
  if (auto reason = mistrust(folder.get(), path_); !reason.empty()) return storage_problem{false, reason};
  const descriptor file{
      ::openat(folder.get(), (lower(id) + ".json").c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  if (!file) return storage_problem{errno == ENOENT, at(path_, errno)};
  content out;
  std::string block(64 * 1024, '\0');
  for (;;) {
    const ssize_t n = ::read(file.get(), block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return storage_problem{false, at(path_, errno)};
    if (n == 0) return out;
    out.text.append(block, 0, static_cast<std::size_t>(n));
    if (out.text.size() > max_bytes)
      return storage_problem{false, "it has more than " + std::to_string(max_bytes) + " bytes"};
  }
}

}  // namespace covey::storage
