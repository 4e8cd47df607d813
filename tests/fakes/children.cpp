#include "tests/fakes/children.hpp"

#include "tests/fakes/primitives.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace covey::testing {
namespace {

template <class F>
void in_child(F body) {
  const pid_t pid = ::fork();
  if (pid != 0) return;
  body();
  std::_Exit(0);
}

}  // namespace

void spawn(std::uint64_t count) {
  for (; count > 0; --count) in_child([] { wait_forever(); });
}

void daemonise(const std::string& name) {
  const pid_t middle = ::fork();
  if (middle == 0) {
    ::setsid();
    if (!name.empty()) ::prctl(PR_SET_NAME, name.c_str());
    ::signal(SIGTERM, SIG_IGN);
    ::signal(SIGHUP, SIG_IGN);
    const int null = ::open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; ++fd) ::dup2(null, fd);
    in_child([] { wait_forever(); });
    std::_Exit(0);
  }
  ::waitpid(middle, nullptr, 0);  // from here on the grandchild is an orphan
}

void daemonise_reporting() {
  const pid_t middle = ::fork();
  if (middle == 0) {
    ::setsid();
    report_term();
    in_child([] { wait_forever(); });
    std::_Exit(0);
  }
  ::waitpid(middle, nullptr, 0);
}

void stop_guard() {
  const auto text_of = [](pid_t pid, const char* file) {
    std::ifstream in{"/proc/" + std::to_string(pid) + "/" + file};
    return std::string{std::istreambuf_iterator<char>{in}, {}};
  };
  for (pid_t pid = ::getppid(); pid > 1;) {
    if (text_of(pid, "cmdline").find("__guard") != std::string::npos) {
      ::kill(pid, SIGSTOP);
      return;
    }
    const auto stat = text_of(pid, "stat");  // "PID (NAME) STATE PARENT …"
    pid = static_cast<pid_t>(std::atoi(stat.c_str() + std::min(stat.rfind(") ") + 4, stat.size())));
  }
}

void keep_stopping_parent() {
  const pid_t parent = ::getppid();
  in_child([parent] {
    while (::kill(parent, SIGSTOP) == 0) wait_seconds(0.0002);
  });
}

void leak_stdout(double seconds) {
  in_child([&] { wait_seconds(seconds); });
}

}  // namespace covey::testing
