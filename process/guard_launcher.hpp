// The launcher of the real server: every command gets a guard of its own.
// Design: docs/design/05-guard.md
#pragma once

#include "process/guard.hpp"
#include "process/launcher.hpp"
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace covey::process {

struct child_limits {
  std::size_t block = 64 * 1024;  // bytes per message
  // Unacknowledged output, all streams together. A larger window would let reading and parsing overlap: a
  // flood of output would get through twice as fast, but everything else would wait for a core.
  std::size_t window = block;
  std::chrono::milliseconds linger{200};  // time for processes that outlive the leader to end
  std::chrono::milliseconds drain{2000};  // for the end of file once no process of the run is left
  std::chrono::milliseconds watch{500};   // between checks whether the guard was stopped (SIGSTOP)
  // After a kill command, longer than a working guard takes; then the guard itself is killed.
  std::chrono::milliseconds rescue{kill_patience_ms + 1500};
  std::chrono::milliseconds sweep{1000};  // for ending the processes that a killed guard leaves behind
};

// The io_context must outlive the launcher and all its children.
std::unique_ptr<launcher> make_guard_launcher(boost::asio::io_context& context, std::string self,
                                              child_limits limits = {});

}  // namespace covey::process
