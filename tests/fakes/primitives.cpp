#include "tests/fakes/primitives.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <sys/time.h>
#include <unistd.h>

namespace covey::testing {

void put(std::string_view bytes, int fd) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) std::_Exit(74);
  }
}

void wait_seconds(double seconds) {
  timespec left{};
  left.tv_sec = static_cast<time_t>(seconds);
  left.tv_nsec = static_cast<long>((seconds - static_cast<double>(left.tv_sec)) * 1e9);
  while (::nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

void wait_forever() {
  for (;;) ::pause();
}

// Its end comes from a timer: a test that waits for it, however slow the machine, has seen all that it says.
void report_term() {
  ::signal(SIGTERM, [](int) {
    put("term\n");
    constexpr itimerval soon{{0, 0}, {0, 100'000}};
    ::setitimer(ITIMER_REAL, &soon, nullptr);
  });
}

}  // namespace covey::testing
