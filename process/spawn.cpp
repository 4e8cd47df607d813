#include "process/spawn.hpp"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace covey::process {
namespace {

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> out;
  out.reserve(strings.size() + 1);
  for (const auto& s : strings) out.push_back(const_cast<char*>(s.c_str()));
  out.push_back(nullptr);
  return out;
}

// The two objects that configure posix_spawn, and the first error in filling them.
class spawn_setup {
 public:
  spawn_setup() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  ~spawn_setup() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
    for (const int fd : moved_) ::close(fd);
  }
  spawn_setup(const spawn_setup&) = delete;
  spawn_setup& operator=(const spawn_setup&) = delete;

  void descriptors(const std::vector<int>& fds) {
    const int count = static_cast<int>(fds.size());
    for (int target = 0; target < count; ++target) {
      int source = fds[static_cast<std::size_t>(target)];
      if (source < count) {  // would be overwritten before its turn
        source = ::fcntl(source, F_DUPFD_CLOEXEC, count);
        if (source < 0) return keep(errno);
        moved_.push_back(source);
      }
      keep(::posix_spawn_file_actions_adddup2(&actions_, source, target));
    }
    keep(::posix_spawn_file_actions_addclosefrom_np(&actions_, count));
  }

  void directory(const std::string& cwd) {
    if (!cwd.empty()) keep(::posix_spawn_file_actions_addchdir_np(&actions_, cwd.c_str()));
  }

  void clean_signals_and_own_group() {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    constexpr short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    keep(::posix_spawnattr_setflags(&attributes_, flags));
    keep(::posix_spawnattr_setpgroup(&attributes_, 0));
    keep(::posix_spawnattr_setsigdefault(&attributes_, &all));
    keep(::posix_spawnattr_setsigmask(&attributes_, &none));
  }

  // The error, or 0 with the child's pid.
  int run(const spawn_request& request, pid_t& pid) {
    if (error_ != 0) return error_;
    const auto argv = pointers(request.argv);
    const auto env = pointers(request.env);
    return ::posix_spawn(&pid, argv[0], &actions_, &attributes_, argv.data(), env.data());
  }

 private:
  void keep(int error) {
    if (error_ == 0) error_ = error;
  }
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
  std::vector<int> moved_;
  int error_ = 0;
};

}  // namespace

boost::process::v2::process spawn(const boost::asio::any_io_executor& executor, const spawn_request& request,
                                  boost::system::error_code& ec) {
  namespace v2 = boost::process::v2;
  spawn_setup setup;
  setup.descriptors(request.fds);
  setup.directory(request.cwd);
  setup.clean_signals_and_own_group();
  pid_t pid = -1;
  if (const int error = setup.run(request, pid); error != 0) {
    ec.assign(error, boost::system::system_category());
    return v2::process{executor};
  }
  ec.clear();
  try {
    return v2::process{executor, pid};  // opens a pidfd; the pid is valid until reaped
  } catch (const boost::system::system_error& e) {
    // Some sandboxes forbid pidfd_open, and Boost 1.81 has no other way.
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    ec = e.code();
    return v2::process{executor};
  }
}

}  // namespace covey::process
