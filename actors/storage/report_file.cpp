#include "actors/storage/report_file.hpp"
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace covey::storage {
namespace {

constexpr std::size_t piece = 64 * 1024;
std::string reason_of(int number) {
  std::string out = std::strerror(number);
  if (!out.empty()) out[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(out[0])));
  return out;
}

file_problem problem_of(int number) {
  return {number == ENOENT || number == ENOTDIR, reason_of(number)};
}

std::string_view kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISCHR(mode)) return "a character device";
  if (S_ISBLK(mode)) return "a block device";
  if (S_ISSOCK(mode)) return "a socket";
  return "no file";
}

std::string too_large(std::uint64_t size, std::uint64_t limit) {
  return "it has " + std::to_string(size) + " bytes, the limit is " + std::to_string(limit) +
         "; split the report, or measure less of the project";
}

std::optional<file_problem> refusal(const struct stat& about, std::uint64_t max_bytes) {
  if (!S_ISREG(about.st_mode))
    return file_problem{false, "it is " + std::string{kind_of(about.st_mode)} + ", not a regular file" +
                                   (S_ISDIR(about.st_mode) ? "; name the report in it" : "")};
  const auto size = static_cast<std::uint64_t>(about.st_size);
  if (size > max_bytes) return file_problem{false, too_large(size, max_bytes)};
  return std::nullopt;
}

}  // namespace

std::variant<report_file, file_problem> report_file::open(const std::string& path, std::uint64_t max_bytes) {
  if (path.find('\0') != std::string::npos) return file_problem{false, "its path holds a NUL byte"};
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return problem_of(errno);
  if (const auto refused = refusal(about, max_bytes)) return *refused;  // opening a device can have effects
  process::descriptor fd{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
  if (!fd) return problem_of(errno);
  report_file out{std::move(fd), max_bytes};
  if (::fstat(out.fd_.get(), &about) != 0) return problem_of(errno);
  if (const auto refused = refusal(about, max_bytes)) return *refused;
  out.identity_ = identity_of(about);
  return out;
}

std::variant<report_file::reading, file_problem> report_file::read(
    const std::function<bool(std::string_view)>& on_piece) {
  if (const int problem = settle(); problem != 0) return problem_of(problem);
  std::vector<char> block(piece);
  std::uint64_t total = 0;
  for (;;) {
    const ssize_t n = ::read(fd_.get(), block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return problem_of(errno);
    if (n == 0) break;
    total += static_cast<std::uint64_t>(n);
    if (total > max_bytes_) return file_problem{false, too_large(total, max_bytes_)};
    if (!on_piece({block.data(), static_cast<std::size_t>(n)})) return reading::stopped;
  }
  const bool whole = total == identity_.size || identity_.size == 0;  // files of /proc have a size of 0
  struct stat about {};
  if (::fstat(fd_.get(), &about) != 0) return problem_of(errno);
  return whole && identity_of(about).same_content(identity_) ? reading::complete : reading::changed;
}

// Two changes within one clock tick have the same time stamps, so content read before the tick is over could
// not be told from content written later in it. Waits for the next tick. Returns 0, or the error number.
int report_file::settle() {
  if (identity_.settled) return 0;
  std::this_thread::sleep_for(std::chrono::nanoseconds{settling_time});
  struct stat about {};
  if (::fstat(fd_.get(), &about) != 0) return errno;
  identity_ = identity_of(about);
  return 0;
}

}  // namespace covey::storage
