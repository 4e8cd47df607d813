// One command under its guard, on an io_context's thread: reads both streams within a window, forwards stop
// and kill, and reports the end once the guard has proved that nothing is left and both streams have ended.
// Design: docs/design/05-guard.md
#pragma once

#include "process/guard_protocol.hpp"
#include "process/launcher.hpp"
#include "process/sweep.hpp"
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/process/v2/process.hpp>
#include <optional>

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

class guarded_child final : public child, public std::enable_shared_from_this<guarded_child> {
 public:
  guarded_child(boost::asio::io_context& context, std::string self, launch_request request,
                child_limits limits, std::shared_ptr<survivors> known, launcher::on_output output,
                launcher::on_end end);

  void start();  // posts the work; the functions are called from the io_context's thread
  void acknowledge(std::size_t bytes) override;
  void stop(std::chrono::milliseconds grace) override;

 private:
  struct input {
    explicit input(boost::asio::io_context& context) : fd(context) {}
    boost::asio::posix::stream_descriptor fd;
    std::string buffer;
    bool reading = false;
    bool ended = false;
  };

  boost::system::error_code spawn_guard();
  boost::system::error_code open_channel();
  void drain_channel();
  void read(parsers::stream from);
  void read_event();
  void on_event(const guard_event& event);
  void watch_guard();
  void kill_guard();
  void on_guard_end();
  void sweep_up();
  void close_streams();
  void survived(pid_t pid);
  void send(guard_command command);
  void report_if_ended();
  void read_all();
  input& at(parsers::stream from) {
    return from == parsers::stream::out ? out_ : from == parsers::stream::err ? err_ : channel_;
  }

  boost::asio::io_context& context_;
  std::string self_;
  launch_request request_;
  child_limits limits_;
  std::shared_ptr<survivors> known_;
  launcher::on_output output_;
  launcher::on_end end_;
  boost::process::v2::process guard_;
  input out_;
  input err_;
  input channel_;  // the private channel of the runner
  boost::asio::posix::stream_descriptor commands_;
  boost::asio::posix::stream_descriptor events_;
  boost::asio::steady_timer kill_timer_;   // the grace, then the rescue
  boost::asio::steady_timer watch_timer_;  // watches the guard; later paces the sweep
  boost::asio::steady_timer drain_timer_;
  std::optional<std::chrono::steady_clock::time_point> kill_at_;
  std::size_t outstanding_ = 0;
  child_ending ending_;
  guard_event event_{};
  pid_t leader_ = -1;
  bool guard_ended_ = false;
  bool proved_ = false;  // the guard said that nothing is left but the survivors it named
  bool swept_ = false;   // no process is left that could still be ended
  std::optional<sweep> sweep_;
  std::chrono::steady_clock::time_point swept_until_;
  bool reported_ = false;
};

}  // namespace covey::process
