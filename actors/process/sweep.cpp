#include "actors/process/sweep.hpp"
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace covey::process {
namespace {

// With plain reads: a stream's iterators throw when the process ends under them.
std::string contents(const std::string& path) {
  std::string out;
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return out;
  char block[4096];
  for (ssize_t n; (n = ::read(fd, block, sizeof block)) > 0;) out.append(block, static_cast<std::size_t>(n));
  ::close(fd);
  return out;
}

std::vector<pid_t> children_of_all_threads() {
  std::vector<pid_t> out;
  std::error_code ec;
  // The kernel keeps the list per thread, and an orphan may be given to any of them.
  for (std::filesystem::directory_iterator task{"/proc/self/task", ec}, end; !ec && task != end;
       task.increment(ec)) {
    pid_t pid = 0;
    for (const char c : contents((task->path() / "children").string())) {
      if (c >= '0' && c <= '9') pid = pid * 10 + (c - '0');
      if (c == ' ' && pid != 0) out.push_back(std::exchange(pid, 0));
    }
  }
  return out;
}

enum class orphan { no, alive, dying };

// What a run starts is never in our session, and guards always are. A process that is ending has no
// environment any more, so that its marker cannot be read, but it ends by itself.
orphan look_at(pid_t pid, const std::string& marker, pid_t leader) {
  if (::getsid(pid) == ::getsid(0)) return orphan::no;
  if (::getpgid(pid) == leader) return orphan::alive;
  const auto environment = contents("/proc/" + std::to_string(pid) + "/environ");
  if (environment.empty()) return orphan::dying;
  const bool marked = !marker.empty() && environment.find(marker + '\0') != std::string::npos;
  return marked ? orphan::alive : orphan::no;
}

constexpr int rounds_for_the_dying = 200;  // of a millisecond each

}  // namespace

void become_subreaper() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

int sweep(const std::string& marker, pid_t leader) {
  int killed = 0;
  int patience = rounds_for_the_dying;
  for (bool again = true; again;) {  // killing one generation makes the next one ours
    again = false;
    bool waited_for = false;
    for (const pid_t pid : children_of_all_threads()) {
      const auto what = look_at(pid, marker, leader);
      if (what == orphan::alive) {
        ::kill(pid, SIGKILL);
        if (::waitpid(pid, nullptr, 0) == pid) ++killed;
        again = true;
      } else if (what == orphan::dying) {
        (::waitpid(pid, nullptr, WNOHANG) == pid ? again : waited_for) = true;
      }
    }
    if (!again && waited_for && --patience > 0) {
      ::poll(nullptr, 0, 1);
      again = true;
    }
  }
  return killed;
}

}  // namespace covey::process
