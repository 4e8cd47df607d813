#include "cli/streams.hpp"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace covey::cli {

int take_stdout() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a file at its size limit fails that write, not covey
  for (int fd = 0; fd <= 2; ++fd)
    if (::fcntl(fd, F_GETFD) == -1 && errno == EBADF) (void)!::open("/dev/null", O_RDWR);
  const int real = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return real;
}

}  // namespace covey::cli
