#include "actors/line_reader.hpp"
#include <cerrno>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <vector>

namespace covey::actors {
namespace {

constexpr int paused_poll_ms = 2;  // while the handlers want no more

}  // namespace

line_reader::line_reader(int fd, std::size_t max_line, handlers h)
    : fd_(fd),
      wake_(::eventfd(0, EFD_CLOEXEC)),
      max_line_(max_line),
      handlers_(std::move(h)),
      thread_([this] { loop(); }) {}

line_reader::~line_reader() {
  ::eventfd_write(wake_, 1);
  thread_.join();
  ::close(wake_);
}

void line_reader::loop() {
  std::vector<char> block(64 * 1024);
  for (;;) {
    const bool read_on = handlers_.may_read();
    pollfd fds[2] = {{wake_, POLLIN, 0}, {read_on ? fd_ : -1, POLLIN, 0}};
    const int ready = ::poll(fds, 2, read_on ? -1 : paused_poll_ms);
    if (ready < 0 && errno != EINTR) break;
    if (ready <= 0) continue;
    if (fds[0].revents != 0) return;  // asked to stop
    const ssize_t n = ::read(fd_, block.data(), block.size());
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n <= 0) break;
    take({block.data(), static_cast<std::size_t>(n)});
  }
  // A last line without its end is no message: its sender was cut off.
  handlers_.end();
}

void line_reader::take(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto end = bytes.find('\n');
    const auto part = bytes.substr(0, end);
    if (!skipping_ && line_.size() + part.size() > max_line_) {
      skipping_ = true;
      std::string().swap(line_);
      handlers_.too_long();
    }
    if (!skipping_) line_.append(part);
    if (end == std::string_view::npos) return;
    bytes.remove_prefix(end + 1);
    if (!skipping_) {
      if (!line_.empty() && line_.back() == '\r') line_.pop_back();
      if (!line_.empty()) handlers_.line(std::make_shared<const std::string>(std::move(line_)));
      line_.clear();
    }
    skipping_ = false;
  }
}

}  // namespace covey::actors
