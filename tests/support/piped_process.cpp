#include "tests/support/piped_process.hpp"
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace covey::testing {
namespace {

std::vector<std::string> environment_with(const std::map<std::string, std::string>& set) {
  std::vector<std::string> entries;
  for (char** entry = ::environ; *entry != nullptr; ++entry) {
    const std::string text{*entry};
    if (set.count(text.substr(0, text.find('='))) == 0) entries.push_back(text);
  }
  for (const auto& [name, value] : set) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (auto& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
}

}  // namespace

piped_process::piped_process(const std::string& program, const process_options& options) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (!options.directory.empty()) ::posix_spawn_file_actions_addchdir_np(&actions, options.directory.c_str());
  int theirs[3];
  for (int i = 0; i < 3; ++i) {
    int ends[2];
    BOOST_REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
    const int ours = i == 0 ? 1 : 0;
    fds_[i] = ends[ours];
    theirs[i] = ends[1 - ours];
    ::fcntl(fds_[i], F_SETFL, O_NONBLOCK);
    ::posix_spawn_file_actions_adddup2(&actions, theirs[i], i);
  }
  std::vector<std::string> arguments{program};
  arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
  auto environment = environment_with(options.environment);
  const int error = ::posix_spawn(&pid_, program.c_str(), &actions, nullptr, pointers(arguments).data(),
                                  pointers(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  // While an end to read from is open here, the program may have ended already.
  const auto written = ::write(fds_[0], options.input.data(), options.input.size());
  for (const int fd : theirs) ::close(fd);
  BOOST_REQUIRE(written == static_cast<ssize_t>(options.input.size()));
  BOOST_REQUIRE_MESSAGE(error == 0, "cannot start " << program << ": " << std::strerror(error));
}

piped_process::~piped_process() {
  if (!status_ && pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  for (std::size_t i = 0; i < 3; ++i) close(i);
}

void piped_process::close(std::size_t index) {
  if (fds_[index] >= 0) ::close(fds_[index]);
  fds_[index] = -1;
}

void piped_process::signal(int number) const {
  if (!status_) ::kill(pid_, number);
}

std::optional<int> piped_process::wait(milliseconds within) {
  if (status_) return status_;
  const int pidfd = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  BOOST_REQUIRE(pidfd >= 0);
  pollfd ended{pidfd, POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&ended, 1, static_cast<int>(within.count()));
  } while (ready < 0 && errno == EINTR);
  ::close(pidfd);
  int status = 0;
  if (ready > 0 && ::waitpid(pid_, &status, 0) == pid_) status_ = status;
  return status_;
}

program_result run_program(const std::string& program, const process_options& options, milliseconds within) {
  const auto start = clock::now();
  piped_process process{program, options};
  process.close_input();
  program_result result;
  char buffer[65536];
  for (int open = 2; open > 0;) {
    pollfd fds[2] = {{process.output(), POLLIN, 0}, {process.errors(), POLLIN, 0}};
    const auto left = within - since(start);
    BOOST_REQUIRE_MESSAGE(left.count() > 0, program << " did not end in time; it said: " << result.err);
    ::poll(fds, 2, static_cast<int>(left.count()));
    for (int i = 0; i < 2; ++i) {
      if (fds[i].revents == 0) continue;
      const ssize_t n = ::read(fds[i].fd, buffer, sizeof buffer);
      if (n > 0) (i == 0 ? result.out : result.err).append(buffer, static_cast<std::size_t>(n));
      if (n != 0) continue;
      i == 0 ? process.close_output() : process.close_errors();
      --open;
    }
  }
  const auto status = process.wait(within - since(start));
  BOOST_REQUIRE_MESSAGE(status, program << " did not end in time");
  result.exit_code = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
  result.took = since(start);
  return result;
}

}  // namespace covey::testing
