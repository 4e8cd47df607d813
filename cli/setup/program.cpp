#include "cli/setup/program.hpp"
#include "cli/replace_file.hpp"
#include "process/program.hpp"
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace covey::cli {
namespace {

// `npx` and `uvx` run packages out of these.
bool lies_in_a_cache(const std::string& path) {
  constexpr std::array caches{"/_npx/", "/.cache/uv/", "/uv/archive-v", "/.cache/pnpm/dlx", "/bunx-"};
  return std::any_of(caches.begin(), caches.end(),
                     [&](const char* part) { return path.find(part) != std::string::npos; });
}

std::string folder_for_copies() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
    return std::string{data} + "/covey";
  const char* home = std::getenv("HOME");
  return home == nullptr || *home == '\0' ? "" : std::string{home} + "/.local/share/covey";
}

int copy_bytes(int from, int to) {
  std::array<char, 1 << 16> buffer{};
  for (;;) {
    const ssize_t n = ::read(from, buffer.data(), buffer.size());
    if (n == 0) return ::fchmod(to, 0755) == 0 ? 0 : errno;
    if (n < 0 && errno != EINTR) return errno;
    if (n > 0)
      if (const int problem = write_fully(to, {buffer.data(), static_cast<std::size_t>(n)}); problem != 0)
        return problem;
  }
}

int copy_program(const std::string& from, const std::string& to) {
  std::error_code failed;
  std::filesystem::create_directories(std::filesystem::path{to}.parent_path(), failed);
  if (failed) return failed.value();
  const int source = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  if (source < 0) return errno;
  const int problem = replace_file(to, [&](int fd) { return copy_bytes(source, fd); });
  ::close(source);
  return problem;
}

}  // namespace

lasting_program find_lasting_program(bool write) {
  lasting_program out;
  out.path = process::self_path();
  if (!lies_in_a_cache(out.path)) return out;
  const auto folder = folder_for_copies();
  if (folder.empty()) {
    out.problem = out.path + " lies in a cache, and HOME is not set: install covey, then set it up";
    return out;
  }
  const auto from = out.path;
  out.path = folder + "/covey";
  out.copied = true;
  if (const int problem = write ? copy_program(from, out.path) : 0; problem != 0)
    out.problem = out.path + ": " + std::strerror(problem);
  return out;
}

}  // namespace covey::cli
