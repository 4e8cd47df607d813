#include "cli/local_session.hpp"
#include "actors/system.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace covey::cli {

local_session::local_session(const options& given) {
  int to_server[2], from_server[2];
  if (::pipe2(to_server, O_CLOEXEC) != 0) return;
  if (::pipe2(from_server, O_CLOEXEC) != 0) {
    ::close(to_server[0]);
    ::close(to_server[1]);
    return;
  }
  to_server_ = to_server[0];
  client_.emplace(from_server[0], to_server[1]);
  server_ = std::thread{[served = server_of(given, to_server[0], from_server[1]), out = from_server[1]] {
    actors::serve(served);
    ::close(out);  // a client that still waits must see the end
  }};
}

local_session::~local_session() {
  if (!client_) return;
  client_->close();
  server_.join();
  ::close(to_server_);
}

}  // namespace covey::cli
