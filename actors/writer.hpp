// The only actor that writes to the protocol's output. Detached: it blocks when the client does not read.
#pragma once

#include "actors/messages.hpp"
#include <atomic>
#include <cstddef>
#include <memory>

namespace covey::actors {

// Counts lines and bytes in flight between the client and the server; used for back pressure.
struct wire_backlog {
  std::atomic<std::size_t> lines{0};    // read, and not yet processed by the dispatcher
  std::atomic<std::size_t> waiting{0};  // bytes sent to the writer and not yet written
  std::atomic<std::size_t> written{0};  // bytes written since the start
};
using backlog_ptr = std::shared_ptr<wire_backlog>;

// Ends when the client closes its end of the output; the actor that monitors it then ends the session.
writer_actor::behavior_type writer(writer_actor::pointer self, int fd, backlog_ptr backlog);

}  // namespace covey::actors
