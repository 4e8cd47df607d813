#include "shims/go/commands.hpp"
#include "process/environment.hpp"
#include "process/piped_child.hpp"
#include "process/program.hpp"
#include "shims/go/child.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace covey::shims::go {
namespace {

using arguments = std::vector<char*>;

constexpr std::array held{SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGCHLD};

constexpr std::chrono::milliseconds between_looks{100};

sigset_t held_signals() {
  sigset_t out;
  sigemptyset(&out);
  for (const int signal : held) sigaddset(&out, signal);
  return out;
}

// A stop came: LIST has ended by it, and nothing more is begun.
bool is_stopped() {
  sigset_t pending;
  ::sigpending(&pending);
  for (const int signal : held)
    if (signal != SIGCHLD && sigismember(&pending, signal) == 1) return true;
  return false;
}

class go_commands {
 public:
  explicit go_commands(const char* channel)
      : events_(channel == nullptr ? "" : channel), deadline_(process::deadline()) {
    const auto signals = held_signals();
    ::sigprocmask(SIG_BLOCK, &signals, &before_);
  }

  // The status with which it ended; `out`: a file for its output, whose errors are then dropped.
  int run(const arguments& command, const char* out = nullptr) {
    const auto self = ::getpid();
    const auto child = ::fork();
    if (child == 0) become_child(command, out, self);
    if (child < 0) return 126 << 8;
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) await_child();
    return status;
  }

  void send(const std::string& line) { events_.send(line + "\n"); }

 private:
  [[noreturn]] void become_child(const arguments& command, const char* out, pid_t parent) const {
    end_with(parent);
    if (out != nullptr) {
      const int file = ::open(out, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
      const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
      if (file < 0 || ::dup2(file, STDOUT_FILENO) < 0 || ::dup2(nothing, STDERR_FILENO) < 0) ::_exit(126);
    }
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
    ::execv(process::find_program(command.front()).c_str(), command.data());
    std::fprintf(stderr, "covey __go-test: %s cannot be started\n", command.front());
    ::_exit(127);
  }

  void await_child() {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    if (!deadline_) {
      ::sigwaitinfo(&child, nullptr);
      return;
    }
    const auto left = std::chrono::nanoseconds{*deadline_ - std::chrono::steady_clock::now()}.count();
    const timespec limit{std::max<std::int64_t>(left, 0) / 1'000'000'000,
                         std::max<std::int64_t>(left, 0) % 1'000'000'000};
    if (::sigtimedwait(&child, nullptr, &limit) >= 0 || errno == EINTR) return;
    const auto names = what_is_compiled();
    if (names.empty()) {
      // The next package may be about to begin.
      deadline_ = std::chrono::steady_clock::now() + between_looks;
      return;
    }
    deadline_.reset();
    send("compiling\t" + names);
  }

  process::event_channel events_;
  // When to look what is compiled; empty once it has been told.
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  sigset_t before_{};
};

// The lines of LIST: "+import/path", or "-import/path" where it does not compile. Package testing is named if it has an
// overlay.
struct built_packages {
  bool is_overlaid = true;
  std::size_t built = 0;
  std::size_t unbuilt = 0;
  std::string first;

  explicit built_packages(std::string_view listing) {
    for (std::string_view line; parsers::next_line(listing, line);) {
      if (line == "-testing") is_overlaid = false;
      if (line.substr(1) == "testing") continue;
      if (line.starts_with('+')) ++built;
      if (!line.starts_with('-')) continue;
      if (unbuilt++ == 0) first = line.substr(1);
    }
  }
};

void leave_out(arguments& command, std::string_view flag) {
  std::erase_if(command,
                [&](const char* one) { return one != nullptr && std::string_view{one}.starts_with(flag); });
}

// Covey's own is the last one, behind the user's.
void leave_out_overlay(arguments& command) {
  const auto last = std::find_if(command.rbegin(), command.rend(), [](const char* one) {
    return one != nullptr && std::string_view{one}.starts_with("-overlay=");
  });
  if (last != command.rend()) command.erase(std::next(last).base());
}

// Takes from TEST what the packages that do not compile forbid.
void adapt(go_commands& commands, const std::string& file, int list_status, arguments& test) {
  if (list_status != 0) {
    leave_out(test, "-coverpkg=");
    leave_out_overlay(test);
    commands.send("unasked\t" + std::to_string(WIFEXITED(list_status) ? WEXITSTATUS(list_status)
                                                                      : 128 + WTERMSIG(list_status)));
    return;
  }
  const built_packages said{process::read_file(file).text};
  if (!said.is_overlaid) {
    leave_out_overlay(test);
    commands.send("unoverlaid");
  }
  if (said.unbuilt == 0) return;
  leave_out(test, "-coverpkg=");
  if (said.built == 0) leave_out(test, "-coverprofile=");
  commands.send("unbuilt\t" + std::string{said.built == 0 ? "all" : "some"} + "\t" +
                std::to_string(said.unbuilt) + "\t" + said.first);
}

// Without the link the commands run as ever: an overlay of what is not used does nothing.
void use_linked_root() {
  const char* link = std::getenv("COVEY_GO_ROOT");
  const char* toolchain = std::getenv("COVEY_GO_TOOLCHAIN");
  if (link == nullptr || toolchain == nullptr) return;
  if (::symlink(toolchain, link) != 0 && errno != EEXIST) return;
  const char* path = std::getenv("PATH");
  ::setenv("PATH", (std::string{link} + "/bin" + (path == nullptr ? "" : std::string{":"} + path)).c_str(),
           1);
  ::setenv("GOROOT", link, 1);
}

}  // namespace

int test(int argc, char** argv) {
  arguments list, command;
  auto* into = &list;
  for (int i = 2; i < argc; ++i) {
    const bool ends_list = into == &list && std::string_view{argv[i]} == "--";
    if (ends_list)
      into = &command;
    else
      into->push_back(argv[i]);
  }
  if (command.empty() || std::string_view{argv[1]} != "--") {
    std::fputs("covey __go-test: FILE -- LIST… -- TEST… is needed\n", stderr);
    return 2;
  }
  command.push_back(nullptr);
  use_linked_root();
  go_commands commands{std::getenv(process::events_variable)};
  if (!list.empty()) {
    list.push_back(nullptr);
    const bool known = ::access(argv[0], R_OK) == 0;
    const int status = known ? 0 : commands.run(list, argv[0]);
    if (is_stopped()) return end_as(SIGTERM);
    adapt(commands, argv[0], status, command);
  }
  return end_as(commands.run(command));
}

}  // namespace covey::shims::go
