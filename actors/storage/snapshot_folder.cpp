#include "actors/storage/snapshot_folder.hpp"
#include "process/bounded_file.hpp"
#include <boost/algorithm/string/case_conv.hpp>
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

using process::descriptor;

std::string at(const std::string& path, int number) {
  return path + ": " + std::strerror(number);
}

// Why the folder must not be trusted; empty if it can be. Anyone may make a folder of that name in /tmp.
std::string mistrust(int folder, const std::string& path) {
  struct stat about {};
  if (::fstat(folder, &about) != 0) return at(path, errno);
  if (about.st_uid != ::geteuid())
    return path + " belongs to another user; set TMPDIR to a folder of your own";
  if ((about.st_mode & 0077) != 0 && ::fchmod(folder, 0700) != 0) return at(path, errno);
  return {};
}

int open_folder(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// 0, or the error number; nothing is left behind after an error.
int write_file(int folder, const std::string& name, std::string_view content) {
  const auto unfinished = name + ".new";
  const descriptor file{
      ::openat(folder, unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)};
  if (!file) return errno;
  int problem = process::write_fully(file.get(), content);
  if (problem == 0 && ::fsync(file.get()) != 0) problem = errno;
  if (problem == 0 && ::renameat(folder, unfinished.c_str(), folder, name.c_str()) != 0) problem = errno;
  if (problem != 0) ::unlinkat(folder, unfinished.c_str(), 0);
  return problem;
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

std::variant<std::string, storage_problem> snapshot_folder::read(std::string_view id,
                                                                 std::size_t max_bytes) const {
  if (!is_snapshot_id(id)) return storage_problem{true, "it is no UUID"};
  const descriptor folder{open_folder(path_)};
  if (!folder) return storage_problem{errno == ENOENT, at(path_, errno)};
  if (auto reason = mistrust(folder.get(), path_); !reason.empty()) return storage_problem{false, reason};
  const descriptor file{::openat(folder.get(), (boost::to_lower_copy(std::string{id}) + ".json").c_str(),
                                 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
  if (!file) return storage_problem{errno == ENOENT, at(path_, errno)};
  auto [text, error] = process::read_up_to(file.get(), max_bytes + 1);
  if (error != 0) return storage_problem{false, at(path_, error)};
  if (text.size() > max_bytes)
    return storage_problem{false, "it has more than " + std::to_string(max_bytes) + " bytes"};
  return std::move(text);
}

}  // namespace covey::storage
