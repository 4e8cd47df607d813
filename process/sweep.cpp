#include "process/sweep.hpp"
#include "process/family.hpp"
#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace covey::process {
namespace {

enum class orphan { no, alive, dying };

// Processes of a run are never in our session, and guards always are. An empty environment means a process
// that is ending (its run id is unreadable, but it ends on its own) or one of another user, whose environment
// is unreadable too.
orphan look_at(pid_t pid, const std::string& run_variable, pid_t leader) {
  if (::getsid(pid) == ::getsid(0)) return orphan::no;
  if (::getpgid(pid) == leader) return orphan::alive;
  const auto environment = read_proc(pid, "environ");
  if (environment.empty()) return orphan::dying;
  const bool marked = !run_variable.empty() && environment.find(run_variable + '\0') != std::string::npos;
  return marked ? orphan::alive : orphan::no;
}

}  // namespace

void become_subreaper() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void survivors::reap() {
  std::erase_if(pids_, [](pid_t pid) { return ::waitpid(pid, nullptr, WNOHANG) != 0; });
}

bool sweep::pass() {
  left_.clear();
  bool again = false;
  for (const pid_t pid : children_of(::getpid())) {
    if (known_->contains(pid)) continue;
    const auto what = look_at(pid, run_variable_, leader_);
    if (what == orphan::no) continue;
    if (what == orphan::alive) ::kill(pid, SIGKILL);
    again = true;
    if (::waitpid(pid, nullptr, WNOHANG) == 0) left_.push_back(pid);
  }
  return !again;
}

}  // namespace covey::process
