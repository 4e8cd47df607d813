#include "shims/go/commands.hpp"
#include "parsers/languages/go/test_command.hpp"
#include "parsers/languages/go/rerun.hpp"
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
#include <fstream>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace covey::shims::go {

namespace go = parsers::languages::go;

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
  struct stat about {};
  const bool known = ::fstat(fd, &about) == 0 && about.st_size > 0;
  const auto size = known ? static_cast<std::size_t>(about.st_size) : 0;
  void* const bytes = known ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  ::close(fd);
  if (bytes == MAP_FAILED) return false;
  const bool found = memmem(bytes, size, name.data(), name.size()) != nullptr;
  ::munmap(bytes, size);
  return found;
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
  auto said = process::read_file(report_).text;
  if (::unlink(report_.c_str()) != 0 || said.empty()) return;  // the process ended before its suite did
  std::ranges::replace(said, '\n', ' ');
  const auto head = std::to_string(::getpid()) + "\t";
  process::event_channel to{channel_};
  for (std::size_t at = 0; at < said.size(); at += piece) to.send(head + said.substr(at, piece) + "\n");
  to.send(head + "\n");
}

constexpr std::string_view profile_flag = "-test.coverprofile=";
constexpr std::string_view timeout_flag = "-test.timeout=";
constexpr std::string_view skip_flag = "-test.skip=";

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
  std::ofstream beside{path.substr(0, path.size() - ending.size()) + ".dir"};
  if (beside << package.string() << std::flush) return path;
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

using texts = std::vector<std::string>;

// The argument that starts with `flag`, or null.
std::string* find_flag(texts& command, std::string_view flag) {
  const auto found = std::find_if(command.begin() + 1, command.end(),
                                  [&](const auto& one) { return one.starts_with(flag); });
  return found == command.end() ? nullptr : &*found;
}

// The child's process id, for the signal handler.
volatile pid_t test_binary = 0;
volatile std::sig_atomic_t asked_to_end = 0;

// If a test binary runs too long, the go command signals the process that it started: this one. Passes that
// signal on; a signal to the whole process group reaches the binary by itself.
void pass_on(int signal, siginfo_t* about, void*) {
  asked_to_end = 1;
  if (about->si_pid == ::getppid() && test_binary > 0) ::kill(test_binary, signal);
}

constexpr std::array passed_on{SIGQUIT, SIGINT, SIGTERM, SIGHUP};

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

  // False: they did not, or nobody knows.
  bool tell() const {
    std::error_code ec;
    if (file_.empty() || ::unlink(file_.c_str()) != 0) return false;
    process::event_channel{channel_}.send("whole\t" + std::filesystem::current_path(ec).string() + "\n");
    return true;
  }

 private:
  std::string channel_;
  std::string file_;
};

// The child does not outlive this process, even if this process is killed. `out`: for what it prints; -1: where we print.
[[noreturn]] void become_child(const texts& command, const sigset_t& mask, pid_t parent, int out) {
  end_with(parent);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})  // which `go test` makes one
    if (out >= 0) ::dup2(out, stream);
  for (const int signal : passed_on) ::signal(signal, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &mask, nullptr);
  ::_exit(process::become(command));
}

// Until the binary has ended; 0: until nobody holds its output any more, and then, too, it is true.
bool hand_on(int from, pid_t binary, go::begun_tests* tests) {
  const int end = binary > 0 ? static_cast<int>(::syscall(SYS_pidfd_open, binary, 0)) : -1;
  std::array<char, 65536> buffer;
  bool open = true;
  for (bool ended = false; open;) {
    pollfd watched[]{{from, POLLIN, 0}, {end, POLLIN, 0}};
    if (::poll(watched, 2, ended ? 0 : -1) < 0) continue;
    if (watched[0].revents == 0 && ended) break;
    ended = ended || watched[1].revents != 0;
    if (watched[0].revents == 0) continue;
    const auto got = ::read(from, buffer.data(), buffer.size());
    open = got > 0 || (got < 0 && errno == EINTR);
    const std::string_view bytes{buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
    process::write_fully(STDOUT_FILENO, bytes);
    if (tests != nullptr) tests->feed(bytes);
  }
  ::close(end);
  return !open;
}

// The status with which the binary ended. `tests`: hears what it prints, and is set to null where another process may print
// on; null: nobody needs it.
int run_binary(const texts& command, go::begun_tests*& tests) {
  sigset_t block, before;
  sigemptyset(&block);
  struct sigaction action {};
  action.sa_sigaction = pass_on;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (const int signal : passed_on) sigaddset(&block, signal);
  ::sigprocmask(SIG_BLOCK, &block, &before);
  for (const int signal : passed_on) ::sigaction(signal, &action, nullptr);
  int out[2]{-1, -1};
  if (tests != nullptr && ::pipe2(out, O_CLOEXEC) != 0) tests = nullptr;
  const auto self = ::getpid();
  const auto child = ::fork();
  if (child == 0) become_child(command, before, self, out[1]);
  if (child > 0) test_binary = child;
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  if (child < 0)
    ::_exit(
        process::become(command));  // fork failed: run the binary in this process; its status stays unknown
  ::close(out[1]);
  if (tests != nullptr && !hand_on(out[0], child, tests)) {
    tests = nullptr;
    if (::fork() ==
        0) {  // the go command waits for who holds the output of a binary that has ended: now for this process
      for (const int signal : passed_on) ::signal(signal, SIG_DFL);
      ::_exit(hand_on(out[0], 0, nullptr) ? 0 : 1);
    }
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  ::close(out[0]);
  return status;
}

constexpr int max_restarts =
    16;  // of one binary; a start takes a few milliseconds, and what its TestMain takes

// Of a binary that tells which of its tests come to their end, and is to run all of them.
bool may_restart(texts& command, const end_mark& end) {
  const auto* failfast = find_flag(command, "-test.failfast");
  return !end.arguments().empty() && find_flag(command, "-test.v=test2json") != nullptr &&
         (failfast == nullptr || failfast->ends_with("=false")) &&
         find_flag(command, "-test.bench=") == nullptr && find_flag(command, "-test.fuzz=") == nullptr;
}

// Behind the tests' own output, in which test2json keeps a result back until it is told that another test speaks.
void tell_turn(int code, const go::next_start& next, const std::string& mark) {
  std::string said =
      (code == 2 ? "exit status " : "\nexit status ") + std::to_string(code) + "\n\x16=== NAME  \n";
  for (const auto& test : next.again) said += mark + test + "\n";
  process::write_fully(STDOUT_FILENO, said + mark + "\n");
}

// With a profile of its own, and what of its time is `left`; 0: no limit.
texts with_own(texts command, const std::string& profiles, bool tells_tests, std::chrono::milliseconds left) {
  std::string profile;
  auto* const flag = find_flag(command, profile_flag);
  if (flag != nullptr && profiles.starts_with('/')) profile = new_profile(profiles);
  if (!profile.empty()) *flag = std::string{profile_flag} + profile;
  const auto hits = profile.substr(0, profile.rfind('.')) + ".hits";
  if (!tells_tests || profile.empty() || ::setenv(tests_variable, hits.c_str(), 1) != 0)
    for (const auto* variable : {tests_variable, inputs_variable}) ::unsetenv(variable);
  if (auto* limit = find_flag(command, timeout_flag); limit != nullptr && left.count() > 0)
    *limit = std::string{timeout_flag} + std::to_string(left.count()) + "ms";
  return command;
}

}  // namespace

int exec(int argc, char** argv) {
  using clock = std::chrono::steady_clock;
  if (argc < 1) {
    std::fputs("covey __go-exec: a program is needed\n", stderr);
    return 2;
  }
  texts command(argv, argv + argc);
  const auto value_of = [&command](std::string_view flag) {
    const auto* found = find_flag(command, flag);
    return found == nullptr ? std::string{} : found->substr(flag.size());
  };
  const auto profiles = taken(profiles_variable);
  const bool tells_tests = std::getenv(tests_variable) != nullptr;
  const auto own = go::read_duration(value_of(timeout_flag)).value_or(std::chrono::milliseconds{0});
  const auto until_deadline = time_left(own);
  const auto limit = until_deadline.count() > 0 ? until_deadline : own;
  const auto left = [limit, began = clock::now()] {
    return std::chrono::floor<std::chrono::milliseconds>(limit - (clock::now() - began));
  };
  ::unsetenv(process::deadline_variable);
  const char* const events = std::getenv(process::events_variable);
  const std::string channel = events == nullptr ? "" : events;
  const end_mark end{find_flag(command, "-test.") == nullptr ||
                             find_flag(command, "-test.blockprofile") != nullptr
                         ? nullptr
                         : events};
  const spec_channel specs{argv[0]};
  const auto users_skip = value_of(skip_flag);
  go::begun_tests seen;
  auto* tests = may_restart(command, end) ? &seen : nullptr;
  auto own_limit = until_deadline;
  for (int first = 0, restarts = 0;; ++restarts) {
    auto words = with_own(command, profiles, tells_tests, own_limit);
    const auto before = end.arguments(), behind = specs.arguments(own_limit);
    words.insert(words.begin() + 1, before.begin(), before.end());
    words.insert(words.end(), behind.begin(), behind.end());
    const int status = run_binary(words, tests);
    specs.send();
    const bool is_whole = end.tell(), has_time = limit.count() == 0 || left().count() > 0;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    const bool goes_on = tests != nullptr && !is_whole && code != 0 && asked_to_end == 0 && has_time &&
                         restarts < max_restarts;
    const auto next = goes_on ? seen.next() : std::nullopt;
    if (restarts == 0) first = status;
    if (!next) return end_like(status != 0 ? status : first);
    tell_turn(code, *next, go::turn_mark(channel));
    auto* skip = find_flag(command, skip_flag);
    if (skip == nullptr) skip = &*command.emplace(command.begin() + 1);
    *skip = std::string{skip_flag} + (users_skip.empty() ? "" : users_skip + "|") + next->skip;
    if (limit.count() > 0) own_limit = std::max(left(), std::chrono::milliseconds{1});
  }
}

}  // namespace covey::shims::go
