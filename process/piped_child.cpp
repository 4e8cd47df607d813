#include "process/piped_child.hpp"
#include "process/environment.hpp"
#include "process/program.hpp"
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace covey::process {
namespace {

struct pipe_ends {
  descriptor read;
  descriptor write;

  bool open() {
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0) return false;
    read = descriptor{fds[0]};
    write = descriptor{fds[1]};
    return true;
  }
};

int start(const child_request& request, int out, int err, pid_t& pid) {
  const auto program = find_program(request.argv.front());
  if (program.empty()) return ENOENT;
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (out >= 0) ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  if (err >= 0) ::posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  if (!request.cwd.empty()) ::posix_spawn_file_actions_addchdir_np(&actions, request.cwd.c_str());
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  sigaddset(&defaults, SIGXFSZ);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const auto environment = environment_with(request.set_env, request.unset_env);
  const int error = ::posix_spawn(&pid, program.c_str(), &actions, &attributes,
                                  pointers_to(request.argv).data(), pointers_to(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error;
}

// False at the end of the stream.
bool read_some(int fd, const std::function<void(std::string_view)>& on_bytes) {
  std::array<char, 65536> buffer;
  const auto count = ::read(fd, buffer.data(), buffer.size());
  if (count > 0) on_bytes({buffer.data(), static_cast<std::size_t>(count)});
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

// Reads only the data that is already in the pipe: another process that holds it may write forever.
void drain(int fd, const std::function<void(std::string_view)>& on_bytes) {
  if (fd < 0) return;
  ::fcntl(fd, F_SETFL, O_NONBLOCK);
  constexpr int max = 1024;  // 64 MiB
  for (int i = 0; i < max; ++i) {
    pollfd ready{fd, POLLIN, 0};
    if (::poll(&ready, 1, 0) <= 0 || !read_some(fd, on_bytes)) return;
  }
}

void pump(pid_t pid, descriptor& out, descriptor& err, const child_request& request) {
  const descriptor process{static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))};
  while (out.get() >= 0 || err.get() >= 0 || process.get() >= 0) {
    std::array<pollfd, 3> watched{
        {{out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}, {process.get(), POLLIN, 0}}};
    if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
    const auto behind_err = [&](std::string_view bytes) {
      drain(err.get(), request.on_err);
      request.on_out(bytes);
    };
    if (watched[0].revents != 0 && !read_some(out.get(), behind_err)) out.close();
    if (watched[1].revents != 0 && !read_some(err.get(), request.on_err)) err.close();
    if (watched[2].revents == 0) continue;
    drain(out.get(), request.on_out);
    drain(err.get(), request.on_err);
    return;
  }
}

}  // namespace

int become(const std::vector<std::string>& command) {
  const auto argv = pointers_to(command);
  ::execvp(argv.front(), argv.data());
  const int error = errno;
  std::fprintf(stderr, "covey: %s: %s\n", command.front().c_str(), std::strerror(error));
  return error == ENOENT ? 127 : 126;
}

int exit_code_of(const child_result& result) {
  if (result.start_error != 0) return result.start_error == ENOENT ? 127 : 126;
  return result.signalled ? 128 + result.value : result.value;
}

child_result run_child(const child_request& request) {
  child_result result;
  pipe_ends out, err;
  if ((request.on_out && !out.open()) || (request.on_err && !err.open())) {
    result.start_error = errno;
    return result;
  }
  pid_t pid = 0;
  result.start_error = start(request, out.write.get(), err.write.get(), pid);
  if (result.start_error != 0) return result;
  out.write.close();
  err.write.close();
  pump(pid, out.read, err.read, request);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  result.signalled = WIFSIGNALED(status);
  result.value = result.signalled ? WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

void event_channel::send(std::string_view line) {
  if (path_.empty()) return;
  if (!fd_) fd_ = descriptor{::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600)};
  if (!fd_ || write_fully(fd_.get(), line) != 0) path_.clear();
}

}  // namespace covey::process
