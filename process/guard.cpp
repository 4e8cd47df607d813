#include "process/guard.hpp"
#include "process/family.hpp"
#include "process/scratch.hpp"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <vector>

namespace covey::process {
namespace {

constexpr std::int64_t none = -1;
constexpr std::int64_t shortest_pause = 5;
constexpr std::int64_t max_pause = 100;
constexpr std::size_t max_survivors = 32;

void tell(guard_event_type type, std::int32_t a, std::int32_t b) {
  const guard_event event{type, a, b};
  // Smaller than PIPE_BUF, so one write suffices. If it fails, the server is gone and the event is useless.
  while (::write(guard_event_fd, &event, sizeof event) < 0 && errno == EINTR) {
  }
}

std::int64_t now_ms() {
  timespec t{};
  ::clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1000 + t.tv_nsec / 1000000;
}

// SIGCONT follows: a stopped process does not handle SIGTERM.
void terminate(pid_t target) {
  ::kill(target, SIGTERM);
  ::kill(target, SIGCONT);
}

[[noreturn]] void exec_command(char** argv, const sigset_t& mask, pid_t guard_pid, int error_fd) {
  ::setsid();                                  // no controlling terminal, and a group of its own
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);          // the guard is killed -> so is the command
  if (::getppid() != guard_pid) ::_exit(127);  // … also when it died before the prctl
  ::signal(SIGPIPE, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &mask, nullptr);
  ::execv(argv[0], argv);
  const int error = errno;
  (void)!::write(error_fd, &error, sizeof error);
  ::_exit(127);
}

class guard_loop {
 public:
  guard_loop(pid_t leader, std::int64_t linger, int signals)
      : leader_(leader), linger_(linger), signals_(signals) {}

  // Returns when no process of the run is alive, or when the rest cannot be ended.
  void run() {
    while (reap()) {
      on_deadline();
      if (phase_ == phase::killing && now_ms() >= give_up_at_) {
        name_survivors();
        break;
      }
      wait_for_news();
    }
    tell(guard_event_type::all_ended, leaked_, reparented_);
  }

  bool server_died() const { return server_died_; }

 private:
  enum class phase { running, lingering, stopping, killing };

  // False when no child is left.
  bool reap() {
    for (;;) {
      siginfo_t info{};
      // WNOWAIT: inspect before reaping. Until the leader is reaped, its pid, which is the group's id, cannot
      // be reused.
      if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return errno != ECHILD;
      if (info.si_pid == 0) return true;
      if (info.si_pid == leader_ && !leader_ended_)
        leader_ended(info);
      else if (count_stragglers_)
        ++(::getsid(info.si_pid) == leader_ ? leaked_ : reparented_);
      std::erase(terminated_, info.si_pid);
      ::waitid(P_PID, static_cast<id_t>(info.si_pid), &info, WEXITED | WNOHANG);
      if (phase_ == phase::killing) kill_soon();  // its children have become ours
    }
  }

  void leader_ended(const siginfo_t& info) {
    leader_ended_ = true;
    tell(guard_event_type::leader_ended, info.si_code, info.si_status);
    if (phase_ == phase::running) {
      phase_ = phase::lingering;
      deadline_ = now_ms() + linger_;
    } else if (phase_ == phase::stopping) {
      terminate_children();  // those that had left the group
    } else if (phase_ == phase::killing) {
      ::kill(-leader_, SIGKILL);
    }
  }

  void on_deadline() {
    if (deadline_ != none && now_ms() >= deadline_) {
      if (phase_ == phase::lingering) {
        count_stragglers_ = true;
        phase_ = phase::stopping;
        deadline_ = now_ms() + linger_;
        terminate_children();
      } else if (phase_ == phase::stopping) {
        begin_killing();
      }
    }
    if (phase_ == phase::killing && now_ms() >= deadline_) kill_all();
  }

  void terminate_group() {
    terminate(-leader_);
    group_terminated_ = true;
  }

  // Once per child: on a second SIGTERM many programs exit at once and lose the output they were about to
  // write. The pids cannot have been reused, since only the guard can reap its children.
  void terminate_children() {
    for (const pid_t pid : children_of(::getpid())) {
      if (group_terminated_ && ::getpgid(pid) == leader_) continue;
      if (std::find(terminated_.begin(), terminated_.end(), pid) != terminated_.end()) continue;
      terminate(pid);
      terminated_.push_back(pid);
    }
  }

  void begin_killing() {
    if (phase_ == phase::killing) return;
    phase_ = phase::killing;
    give_up_at_ = now_ms() + kill_patience_ms;
    kill_soon();
  }

  void kill_soon() {
    pause_ = shortest_pause;
    deadline_ = now_ms();
  }

  // Killed processes leave orphans and may have started others meanwhile, so this is repeated, at growing
  // intervals while nothing ends.
  void kill_all() {
    if (!leader_ended_) ::kill(-leader_, SIGKILL);
    kill_descendants();
    deadline_ = now_ms() + pause_;
    pause_ = std::min(2 * pause_, max_pause);
  }

  // Reports processes of another user, or in a kernel call that does not return.
  void name_survivors() {
    std::size_t named = 0;
    for (const pid_t pid : descendants_of(::getpid()))
      if (named < max_survivors && is_running(pid)) {
        tell(guard_event_type::could_not_end, pid, 0);
        ++named;
      }
  }

  void wait_for_news() {
    pollfd fds[2] = {{signals_, POLLIN, 0}, {server_died_ ? -1 : guard_command_fd, POLLIN, 0}};
    std::int64_t wait = deadline_ == none ? -1 : deadline_ - now_ms();
    if (deadline_ != none && wait < 0) wait = 0;
    ::poll(fds, 2, static_cast<int>(wait));
    signalfd_siginfo info;
    while (::read(signals_, &info, sizeof info) == sizeof info) {
    }
    if (!server_died_ && fds[1].revents != 0) obey();
  }

  void obey() {
    char command = 0;
    const ssize_t got = ::read(guard_command_fd, &command, 1);
    if (got < 0) return;
    if (got == 0) server_died_ = true;
    if (got == 0 || command == static_cast<char>(guard_command::kill)) {
      begin_killing();
    } else if (command == static_cast<char>(guard_command::stop) && phase_ != phase::killing) {
      phase_ = phase::stopping;
      deadline_ = none;
      count_stragglers_ = false;
      if (!leader_ended_ && !group_terminated_) terminate_group();
      terminate_children();
    }
  }

  pid_t leader_;
  std::int64_t linger_;
  int signals_;
  phase phase_ = phase::running;
  std::int64_t deadline_ = none;
  std::int64_t give_up_at_ = none;
  bool group_terminated_ = false;
  std::vector<pid_t> terminated_;        // children beside the group
  std::int64_t pause_ = shortest_pause;  // between two rounds of killing
  bool leader_ended_ = false;
  bool server_died_ = false;
  bool count_stragglers_ = false;  // only after the leader ended by itself: a stop leaves no stragglers
  std::int32_t leaked_ = 0;
  std::int32_t reparented_ = 0;
};

// The pid of the command, or -1 with the errno of the failed call.
pid_t start_command(char** argv, const sigset_t& mask) {
  int error_pipe[2];
  if (::pipe2(error_pipe, O_CLOEXEC) != 0) return -1;
  const pid_t self = ::getpid();
  const pid_t leader = ::fork();
  if (leader == 0) exec_command(argv, mask, self, error_pipe[1]);
  const int fork_error = errno;
  ::close(error_pipe[1]);
  int exec_error = 0;
  ssize_t n = 0;
  if (leader > 0)
    while ((n = ::read(error_pipe[0], &exec_error, sizeof exec_error)) < 0 && errno == EINTR) {
    }
  ::close(error_pipe[0]);
  if (leader > 0 && n <= 0) return leader;
  if (leader > 0) ::waitpid(leader, nullptr, 0);
  errno = leader < 0 ? fork_error : exec_error;
  return -1;
}

}  // namespace

int guard(int argc, char** argv) {
  if (argc < 4 || std::strcmp(argv[2], "--") != 0) return 64;  // EX_USAGE
  const std::int64_t linger = std::strtol(argv[0], nullptr, 10);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::signal(SIGPIPE, SIG_IGN);
  sigset_t mask, old_mask;
  sigemptyset(&mask);
  for (const int s : {SIGCHLD, SIGTERM, SIGINT, SIGHUP}) sigaddset(&mask, s);
  ::sigprocmask(SIG_BLOCK, &mask, &old_mask);
  const int signals = ::signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
  ::fcntl(guard_command_fd, F_SETFD, FD_CLOEXEC);
  ::fcntl(guard_event_fd, F_SETFD, FD_CLOEXEC);

  const pid_t leader = start_command(argv + 3, old_mask);
  if (leader < 0) {
    tell(guard_event_type::not_started, errno, 0);
    return 0;
  }
  // The end of file on the output pipes must depend on the command alone.
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(null, 1);
  ::dup2(null, 2);
  tell(guard_event_type::started, leader, 0);

  guard_loop loop{leader, linger, signals};
  loop.run();
  if (loop.server_died()) remove_scratch(argv[1]);
  return 0;
}

}  // namespace covey::process
