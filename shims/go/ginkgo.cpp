#include "shims/go/ginkgo.hpp"
#include "process/environment.hpp"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace covey::shims::go {
namespace {

constexpr std::size_t piece = 4000;  // with its head it stays under PIPE_BUF, so that a write is never torn

std::string taken(const char* variable) {
  const char* value = std::getenv(variable);
  std::string out{value == nullptr ? "" : value};
  ::unsetenv(variable);
  return out;
}

// The runtime needs the names of all linked functions, even in a stripped binary.
bool has_function(const char* binary, std::string_view name) {
  const int fd = ::open(binary, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  struct stat about{};
  const bool known = ::fstat(fd, &about) == 0 && about.st_size > 0;
  const auto size = known ? static_cast<std::size_t>(about.st_size) : 0;
  void* const bytes = known ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  ::close(fd);
  if (bytes == MAP_FAILED) return false;
  const bool found = memmem(bytes, size, name.data(), name.size()) != nullptr;
  ::munmap(bytes, size);
  return found;
}

bool write_piece(int fd, std::string_view text) {
  const auto written = ::write(fd, text.data(), text.size());
  return written == static_cast<ssize_t>(text.size());
}

}  // namespace

spec_channel::spec_channel(const char* binary)
    : channel_(taken(process::events_variable)), focus_(taken(focus_variable)) {
  if (channel_.empty() || !has_function(binary, "github.com/onsi/ginkgo/v2.RunSpecs")) return;
  report_ = channel_ + "." + std::to_string(::getpid()) + ".json";
}

std::vector<std::string> spec_channel::arguments(std::chrono::milliseconds left) const {
  using std::chrono::milliseconds;
  if (report_.empty()) return {};
  std::vector<std::string> out{"--ginkgo.json-report=" + report_};
  if (!focus_.empty()) out.push_back("--ginkgo.focus=" + focus_);
  const auto margin = std::clamp(left / 10, milliseconds{100}, milliseconds{3000});
  if (left > margin) out.push_back("--ginkgo.timeout=" + std::to_string((left - margin).count()) + "ms");
  return out;
}

void spec_channel::send() const {
  if (report_.empty()) return;
  const int from = ::open(report_.c_str(), O_RDONLY | O_CLOEXEC);
  if (from < 0) return;  // the process ended before its suite did
  ::unlink(report_.c_str());
  const int to = ::open(channel_.c_str(), O_WRONLY | O_CLOEXEC);
  const auto head = std::to_string(::getpid()) + "\t";
  std::string line(piece, '\0');
  bool whole = to >= 0;
  for (ssize_t got = 1; whole && got > 0;) {
    line.resize(piece);
    got = ::read(from, line.data(), piece);
    whole = got >= 0;
    if (got <= 0) continue;
    line.resize(static_cast<std::size_t>(got));
    std::ranges::replace(line, '\n', ' ');
    whole = write_piece(to, head + line + "\n");
  }
  if (whole) write_piece(to, head + "\n");
  if (to >= 0) ::close(to);
  ::close(from);
}

}  // namespace covey::shims::go
