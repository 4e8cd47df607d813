#include "actors/writer.hpp"
#include <cerrno>
#include <poll.h>
#include <string_view>
#include <unistd.h>

namespace covey::actors {
namespace {

// False when nobody reads any more. SIGPIPE is ignored in the whole process.
bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(n));
    } else if (n < 0 && errno == EAGAIN) {  // somebody who shares the descriptor made it non-blocking
      pollfd ready{fd, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (n < 0 && errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

writer_actor::behavior_type writer(writer_actor::pointer self, int fd, backlog_ptr backlog) {
  return {
      [=](const write_message& message) {
        const bool alive = write_all(fd, *message.line);
        backlog->waiting -= message.line->size();
        backlog->written += message.line->size();
        if (!alive) self->quit(caf::make_error(caf::sec::socket_disconnected));
      },
      [=](const close_output&) { self->quit(); },
  };
}

}  // namespace covey::actors
