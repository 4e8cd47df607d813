#include "actors/line_reader.hpp"
#include <cerrno>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <vector>

namespace covey::actors {
namespace {

constexpr int paused_poll_ms = 2;  // while may_read() is false

// Whether the writing end is closed; there may still be unread data.
bool is_closed(int fd) {
  pollfd about{fd, POLLRDHUP, 0};
  return ::poll(&about, 1, 0) == 1 && (about.revents & (POLLHUP | POLLRDHUP | POLLERR)) != 0;
}

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
    if (fds[0].revents != 0) return;  // asked to stop
    if (!read_on && is_closed(fd_) && handlers_.give_up()) break;
    if (ready <= 0) continue;
    const ssize_t n = ::read(fd_, block.data(), block.size());
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n <= 0) break;
    take({block.data(), static_cast<std::size_t>(n)});
  }
  // A last line without a line end is no message: its sender was cut off.
  handlers_.end();
}

void line_reader::take(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto end = bytes.find('\n');
    const auto part = bytes.substr(0, end);
    if (!skipped_ && line_.size() + part.size() > max_line_) {
      skipped_.emplace();
      skipped_->feed(line_);
      std::string().swap(line_);
    }
    if (skipped_)
      skipped_->feed(part);
    else
      line_.append(part);
    if (end == std::string_view::npos) return;
    bytes.remove_prefix(end + 1);
    if (skipped_) {
      handlers_.too_long(skipped_->id());
      skipped_.reset();
      continue;
    }
    if (!line_.empty() && line_.back() == '\r') line_.pop_back();
    if (!line_.empty()) handlers_.line(std::make_shared<const std::string>(std::move(line_)));
    line_.clear();
  }
}

}  // namespace covey::actors
