#include "actors/writer.hpp"
#include <cerrno>
#include <memory>
#include <poll.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace covey::actors {
namespace {

// Bytes of lines that are held back to be written together with later ones.
constexpr std::size_t max_held = 64 * 1024;

// False if the reader is gone. SIGPIPE is ignored in the whole process.
bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(n));
    } else if (n < 0 && errno == EAGAIN) {  // a process that shares the descriptor made it non-blocking
      pollfd ready{fd, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (n < 0 && errno != EINTR) {
      return false;
    }
  }
  return true;
}

// Batches lines, since every write may wake the client. A line is held back while more are in the mailbox:
// then the backlog counts more bytes than are held here.
class output {
 public:
  output(int fd, backlog_ptr backlog) : fd_(fd), backlog_(std::move(backlog)) {}

  bool take(const std::string& line) {
    if (held_.size() + line.size() > max_held) return flush() && put(line);
    held_ += line;
    return backlog_->waiting > held_.size() || flush();
  }

  bool flush() {
    const bool alive = put(held_);
    held_.clear();
    return alive;
  }

 private:
  bool put(std::string_view bytes) {
    const bool alive = write_all(fd_, bytes);
    backlog_->waiting -= bytes.size();
    backlog_->written += bytes.size();
    return alive;
  }

  int fd_;
  backlog_ptr backlog_;
  std::string held_;
};

}  // namespace

writer_actor::behavior_type writer(writer_actor::pointer self, int fd, backlog_ptr backlog) {
  const auto out = std::make_shared<output>(fd, std::move(backlog));
  return {
      [=](const write_message& message) {
        if (!out->take(*message.line)) self->quit(caf::make_error(caf::sec::socket_disconnected));
      },
      [=](const close_output&) {
        out->flush();
        self->quit();
      },
  };
}

}  // namespace covey::actors
