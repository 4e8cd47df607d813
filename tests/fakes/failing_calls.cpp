// Preloaded into covey (LD_PRELOAD), it lets calls of the system fail that a test cannot make fail otherwise.
// FAILING_CALLS names them, separated by commas:
//
//   kill       no process that calls itself "unkillable" gets a signal (EPERM), as if it were of another user
//   children   there are no lists of children in /proc (ENOENT)
//   threads    no thread is started (EAGAIN) as long as the file FAILING_CALLS_WHILE exists
//   history    of the calls that change something below a folder "history-1" the FAILING_CALLS_AT-th and all behind it fail
//              with the error number FAILING_CALLS_WITH; with -1 the process is killed there, in a write at its half;
//              with -2 the disk is slow: that call alone takes two seconds, and none fails
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

bool fails(const char* call) {
  const char* calls = std::getenv("FAILING_CALLS");
  return calls != nullptr && std::strstr(calls, call) != nullptr;
}

template <class F>
F* real(const char* name) {
  return reinterpret_cast<F*>(::dlsym(RTLD_NEXT, name));
}

int open_really(const char* path, int flags, mode_t mode) {
  return real<int(const char*, int, ...)>("open")(path, flags, mode);
}

bool is_unkillable(pid_t pid) {
  char text[64];
  std::snprintf(text, sizeof text, "/proc/%d/comm", static_cast<int>(pid));
  const int fd = open_really(text, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0) return false;
  const ssize_t n = ::read(fd, text, sizeof text);
  ::close(fd);
  constexpr std::size_t length = sizeof "unkillable" - 1;
  return n >= static_cast<ssize_t>(length) && std::memcmp(text, "unkillable", length) == 0;
}

bool is_history(const char* path) {
  return path != nullptr && std::strstr(path, "/history-1") != nullptr && fails("history");
}

bool is_history(int fd) {
  if (!fails("history")) return false;
  char link[64], path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  const ssize_t n = ::readlink(link, path, sizeof path - 1);
  if (n < 0) return false;
  path[n] = 0;
  return is_history(path);
}

// 0: the call is made.
int error_of_next() {
  static std::atomic<long> count{0};
  const char* at = std::getenv("FAILING_CALLS_AT");
  if (at == nullptr || ++count < std::atol(at)) return 0;
  const char* with = std::getenv("FAILING_CALLS_WITH");
  const int number = with == nullptr ? 0 : std::atoi(with);
  static std::atomic<bool> was_slow{false};
  if (number == -2 && !was_slow.exchange(true)) ::sleep(2);
  return number == -2 ? 0 : number;
}

// Whether the call fails, with errno set.
bool breaks(bool concerns) {
  const int number = concerns ? error_of_next() : 0;
  if (number < 0) ::raise(SIGKILL);
  errno = number > 0 ? number : errno;
  return number > 0;
}

int opened(const char* path, int flags, mode_t mode) {
  const std::size_t length = std::strlen(path);
  constexpr std::size_t tail = sizeof "/children" - 1;
  if (length > tail && std::strcmp(path + length - tail, "/children") == 0 && fails("children")) {
    errno = ENOENT;
    return -1;
  }
  if ((flags & O_CREAT) != 0 && breaks(is_history(path))) return -1;
  return open_really(path, flags, mode);
}

mode_t mode_of(int flags, va_list& rest) {
  return (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int kill(pid_t pid, int number) noexcept {
  if (fails("kill") && pid > 0 && is_unkillable(pid)) {
    errno = EPERM;
    return -1;
  }
  return real<int(pid_t, int)>("kill")(pid, number);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened(path, flags, mode);
}

int mkdir(const char* path, mode_t mode) noexcept {
  return breaks(is_history(path)) ? -1 : real<int(const char*, mode_t)>("mkdir")(path, mode);
}

int unlink(const char* path) noexcept {
  return breaks(is_history(path)) ? -1 : real<int(const char*)>("unlink")(path);
}

int rename(const char* from, const char* to) noexcept {
  return breaks(is_history(to)) ? -1 : real<int(const char*, const char*)>("rename")(from, to);
}

int fsync(int fd) {
  return breaks(is_history(fd)) ? -1 : real<int(int)>("fsync")(fd);
}

ssize_t write(int fd, const void* bytes, size_t count) {
  const auto write_really = real<ssize_t(int, const void*, size_t)>("write");
  const int number = is_history(fd) ? error_of_next() : 0;
  if (number != 0) write_really(fd, bytes, count / 2);
  if (number < 0) ::raise(SIGKILL);
  if (number <= 0) return write_really(fd, bytes, count);
  errno = number;
  return -1;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) noexcept {
  const char* file = std::getenv("FAILING_CALLS_WHILE");
  if (fails("threads") && file != nullptr && ::access(file, F_OK) == 0) return EAGAIN;
  using create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  return real<create>("pthread_create")(thread, attributes, start, argument);
}
}
#pragma GCC visibility pop
