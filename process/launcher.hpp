// The actors' view of processes: a launcher starts one command and reports its output and how it ended. An
// interface, so that the tests of actors can simulate the process.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "parsers/events/output_parser.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace covey::process {

struct launch_request {
  std::vector<std::string> argv;  // argv[0] is an absolute path
  std::string cwd;
  std::vector<std::pair<std::string, std::string>> set_env;  // on top of the server's own environment
  std::string scratch;  // removed by the guard if the server dies; may be empty
  std::string
      events;  // a FIFO that is read as stream::events until nothing of the command is alive; may be empty
};

struct child_ending {
  parsers::run_ending::kind_type kind = parsers::run_ending::kind_type::lost;
  int value = 0;  // exit code, signal number or errno
  std::uint32_t leaked = 0;
  std::uint32_t reparented = 0;
  std::vector<parsers::survivor> survivors = {};  // processes that could not be ended
};

using chunk = std::shared_ptr<const std::string>;

// One command. All members may be called from any thread, before and after its end.
class child {
 public:
  virtual ~child() = default;
  virtual void acknowledge(std::size_t bytes) = 0;  // this much output was processed: read on
  // SIGTERM to all its processes, SIGKILL after the grace. If called again, the shorter grace counts. on_end
  // follows within seconds after the SIGKILL, even if some process survives.
  virtual void stop(std::chrono::milliseconds grace) = 0;
};

class launcher {
 public:
  using on_output = std::function<void(parsers::stream, chunk)>;
  using on_end =
      std::function<void(const child_ending&)>;  // once, after all output; then only survivors are alive

  virtual ~launcher() = default;
  // The functions are called on the launcher's own thread and must not block. If launch() is called on that
  // thread, they are called only after it has returned. They are dropped after on_end.
  virtual std::shared_ptr<child> launch(launch_request request, on_output output, on_end end) = 0;
};

}  // namespace covey::process
