#include "shims/go/exec.hpp"
#include "parsers/languages/go/duration.hpp"
#include "process/environment.hpp"
#include "process/piped_child.hpp"
#include "shims/go/child.hpp"
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace covey::shims::go {
namespace {

// Ginkgo's specs: `go test` sees all specs of a package as one test. Its own JSON report tells them apart, which it writes
// when they have ended, to a file of ours (--ginkgo.json-report). That is sent through the run's channel in pieces that
// writers in parallel cannot tear apart: "PID TAB up to 4,000 bytes of the report, line ends as blanks" and, when it is
// whole, "PID TAB".

// Which specs run: an expression for --ginkgo.focus.
constexpr const char* focus_variable = "COVEY_GO_FOCUS";

class spec_channel {
 public:
  // Reads what it needs from the environment and takes it out of it, for a test may run `go test` itself. `binary` has a
  // report only if it runs specs, which the names of its functions tell.
  explicit spec_channel(const char* binary);

  // Added at the end of the binary's own; empty if there is nothing to tell. `left`: until Go ends the binary, 0: no limit.
  // Ginkgo's own limit is to come before: it names the spec and still writes its report.
  std::vector<std::string> arguments(std::chrono::milliseconds left) const;

  // Call it when the binary has ended.
  void send() const;

 private:
  std::string channel_;
  std::string report_;  // the file; empty: none
  std::string focus_;
};

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

constexpr std::string_view profile_flag = "-test.coverprofile=";
constexpr std::string_view timeout_flag = "-test.timeout=";

bool write_new_file(const std::string& path, std::string_view text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  const auto written = ::write(fd, text.data(), text.size());
  return ::close(fd) == 0 && written == static_cast<ssize_t>(text.size());
}

// A new empty file XXXXXX.out, and XXXXXX.dir beside it with the folder that Go runs the package's tests in.
// Empty if either could not be written.
std::string new_profile(const std::string& folder) {
  std::error_code ec;
  const auto package = std::filesystem::current_path(ec);
  if (ec) return {};
  constexpr std::string_view ending = ".out";
  std::string path = folder + "/XXXXXX" + std::string{ending};
  const int fd = ::mkostemps(path.data(), static_cast<int>(ending.size()), O_CLOEXEC);
  if (fd < 0) return {};
  ::close(fd);
  if (write_new_file(path.substr(0, path.size() - ending.size()) + ".dir", package.string())) return path;
  ::unlink(path.c_str());
  return {};
}

// Until the run's deadline, or for as long as the binary's own limit if that is shorter; 0 if there is no deadline
// or it has passed.
std::chrono::milliseconds time_left(std::chrono::milliseconds own) {
  const auto deadline = process::deadline();
  if (!deadline) return std::chrono::milliseconds{0};
  const auto left =
      std::chrono::floor<std::chrono::milliseconds>(*deadline - std::chrono::steady_clock::now());
  return std::max(own.count() > 0 ? std::min(left, own) : left, std::chrono::milliseconds{0});
}

// The argument that starts with `flag`, or null.
char** find_flag(int argc, char** argv, std::string_view flag) {
  for (int i = 1; i < argc; ++i)
    if (std::string_view{argv[i]}.substr(0, flag.size()) == flag) return &argv[i];
  return nullptr;
}

// The child's process id, for the signal handler.
volatile pid_t test_binary = 0;

// If a test binary runs too long, the go command signals the process that it started: this one. Passes that
// signal on; a signal to the whole process group reaches the binary by itself.
void pass_on(int signal, siginfo_t* about, void*) {
  if (about->si_pid == ::getppid() && test_binary > 0) ::kill(test_binary, signal);
}

constexpr std::array passed_on{SIGQUIT, SIGINT, SIGTERM, SIGHUP};

[[noreturn]] void become(char** argv) {
  ::execv(argv[0], argv);
  const int error = errno;
  std::fprintf(stderr, "covey __go-exec: %s: %s\n", argv[0], std::strerror(error));
  ::_exit(error == ENOENT ? 127 : 126);
}

// Ends this process as the binary ended, so that the go command reports it as usual.
int end_like(int status) {
  if (WIFEXITED(status)) {
    const int code = WEXITSTATUS(status);
    // The go command does not print the code if the binary printed anything. The binary's last line may have
    // no line end; a failed suite's FAIL (1) and the runtime's dump (2) have one.
    if (code != 0) std::printf("%sexit status %d\n", code > 2 ? "\n" : "", code);
    std::fflush(stdout);
    return code;
  }
  return end_as(status);
}

// A profile that package testing writes once a binary's tests have come to their end; no sample is taken for it.
class end_mark {
 public:
  // `channel`: null where the binary takes no such flag, or has one.
  explicit end_mark(const char* channel) : channel_(channel == nullptr ? "" : channel) {
    if (!channel_.empty()) file_ = channel_ + "." + std::to_string(::getpid()) + ".ended";
  }

  std::vector<std::string> arguments() const {
    if (file_.empty()) return {};
    return {"-test.blockprofile=" + file_, "-test.blockprofilerate=0"};
  }

  void tell() const {
    std::error_code ec;
    if (!file_.empty() && ::unlink(file_.c_str()) == 0)
      process::event_channel{channel_}.send("whole\t" + std::filesystem::current_path(ec).string() + "\n");
  }

 private:
  std::string channel_;
  std::string file_;
};

// The child does not outlive this process, even if this process is killed.
[[noreturn]] void become_child(char** argv, const sigset_t& mask, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(126);
  for (const int signal : passed_on) ::signal(signal, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &mask, nullptr);
  become(argv);
}

// The status with which the binary ended.
int run_binary(char** argv) {
  sigset_t block, before;
  sigemptyset(&block);
  struct sigaction action{};
  action.sa_sigaction = pass_on;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (const int signal : passed_on) sigaddset(&block, signal);
  ::sigprocmask(SIG_BLOCK, &block, &before);
  for (const int signal : passed_on) ::sigaction(signal, &action, nullptr);
  const auto self = ::getpid();
  const auto child = ::fork();
  if (child == 0) become_child(argv, before, self);
  if (child > 0) test_binary = child;
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  if (child < 0) become(argv);  // fork failed: run the binary in this process; its status stays unknown
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

int exec(int argc, char** argv) {
  if (argc < 1) {
    std::fputs("covey __go-exec: a program is needed\n", stderr);
    return 2;
  }
  std::string profile, timeout;  // must live until the exec
  char** const profile_argument = find_flag(argc, argv, profile_flag);
  const char* folder = std::getenv(profiles_variable);
  if (profile_argument != nullptr && folder != nullptr && *folder == '/') profile = new_profile(folder);
  if (std::getenv(tests_variable) != nullptr) {
    const auto stem = profile.substr(0, profile.rfind('.'));
    if (profile.empty() || ::setenv(tests_variable, (stem + ".hits").c_str(), 1) != 0)
      ::unsetenv(tests_variable);
  }
  if (!profile.empty()) {
    profile.insert(0, profile_flag);
    *profile_argument = profile.data();
  }
  char** const limit = find_flag(argc, argv, timeout_flag);
  const auto own = parsers::languages::go::read_duration(
      limit == nullptr ? "" : std::string_view{*limit}.substr(timeout_flag.size()));
  const auto left = time_left(own.value_or(std::chrono::milliseconds{0}));
  if (limit != nullptr && left.count() > 0) {
    timeout = std::string{timeout_flag} + std::to_string(left.count()) + "ms";
    *limit = timeout.data();
  }
  ::unsetenv(profiles_variable);
  ::unsetenv(process::deadline_variable);
  const end_mark end{find_flag(argc, argv, "-test.") == nullptr || find_flag(argc, argv, "-test.blockprofile") != nullptr
                         ? nullptr
                         : std::getenv(process::events_variable)};
  const spec_channel specs{argv[0]};
  auto before = end.arguments(), behind = specs.arguments(left);
  std::vector<char*> arguments(argv, argv + argc);
  for (auto& one : before) arguments.insert(arguments.begin() + 1, one.data());
  for (auto& one : behind) arguments.push_back(one.data());
  arguments.push_back(nullptr);
  const int status = run_binary(arguments.data());
  specs.send();
  end.tell();
  return end_like(status);
}

}  // namespace covey::shims::go
