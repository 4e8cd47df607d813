#include "shims/go/child.hpp"
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>

namespace covey::shims::go {

int end_as(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  const int signal = WTERMSIG(status);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::signal(signal, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, signal);
  ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
  ::raise(signal);
  return 128 + signal;
}

}  // namespace covey::shims::go
