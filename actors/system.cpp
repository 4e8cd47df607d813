#include "actors/system.hpp"
#include "actors/dispatcher.hpp"
#include "actors/io_thread.hpp"
#include "actors/limits.hpp"
#include "actors/log.hpp"
#include "actors/storage/record_folder.hpp"
#include "process/environment.hpp"
#include "process/family.hpp"
#include "process/guard_launcher.hpp"
#include "process/program.hpp"
#include "protocol/rpc.hpp"
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <poll.h>
#include <thread>
#include <unistd.h>

namespace covey::actors {
namespace {

// The thread that reads the client's lines from a descriptor of any kind (pipe, socket, file, terminal).
class line_reader {
 public:
  struct handlers {
    std::function<void(std::shared_ptr<const std::string>)> line;  // without its end; never blank
    // The line was skipped to its end; gets its id, if one could be found.
    std::function<void(std::optional<protocol::request_id>)> too_long;
    std::function<void()> end;       // once: end of file, or an error
    std::function<bool()> may_read;  // false: leave it in the pipe for now
    // Asked when the client has closed its end while reading is paused. True: give up the rest that may be in
    // the pipe.
    std::function<bool()> give_up;
  };

  line_reader(int fd, std::size_t max_line, handlers h);
  ~line_reader();  // stops the thread
  line_reader(const line_reader&) = delete;
  line_reader& operator=(const line_reader&) = delete;

 private:
  void loop();
  void take(std::string_view bytes);

  int fd_;
  int wake_;
  std::size_t max_line_;
  handlers handlers_;
  std::string line_;
  std::optional<protocol::id_scanner> skipped_;  // of a line that is too long
  std::thread thread_;                           // last: it uses all of the above
};

constexpr int paused_poll_ms = 2;  // while may_read() is false

// Whether the writing end is closed; there may still be unread data.
bool is_closed(int fd) {
  pollfd about{fd, POLLRDHUP, 0};
  return ::poll(&about, 1, 0) == 1 && (about.revents & (POLLHUP | POLLRDHUP | POLLERR)) != 0;
}

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

// Shutdown may hang on a client that does not read. Then exit at once: the guards notice it and kill what is
// left.
class last_resort {
 public:
  last_resort(boost::asio::io_context& context, int status) : timer_(context), status_(status) {}

  void arm() {
    boost::asio::post(timer_.get_executor(), [this] {
      if (std::exchange(armed_, true)) return;
      timer_.expires_after(limits::shutdown_deadline);
      timer_.async_wait([this](const boost::system::error_code& ec) {
        if (!ec) ::_exit(status_);
      });
    });
  }

 private:
  boost::asio::steady_timer timer_;
  int status_;
  bool armed_ = false;
};

// Whether the reader may go on. A client that reads nothing for too long while reading is paused is gone.
class back_pressure {
 public:
  explicit back_pressure(backlog_ptr backlog) : backlog_(std::move(backlog)) {}

  bool may_read() const {
    return backlog_->waiting < limits::backlog_reading && backlog_->lines < limits::backlog_lines;
  }

  bool client_is_gone() { return stands_still(limits::stalled_client); }

  bool stands_still(std::chrono::milliseconds patience) {
    const auto now = std::chrono::steady_clock::now();
    const std::size_t written = backlog_->written;
    if (may_read() || written != seen_) {
      seen_ = written;
      since_ = now;
    }
    return now - since_ > patience;
  }

 private:
  backlog_ptr backlog_;
  std::size_t seen_ = 0;
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

void end_on_signals(boost::asio::signal_set& signals, std::function<void()> end) {
  signals.async_wait([&signals, end = std::move(end)](const boost::system::error_code& ec, int) {
    if (ec) return;
    end();
    signals.async_wait([](const boost::system::error_code& again, int) {
      if (!again) ::_exit(EXIT_FAILURE);
    });
  });
}

// On an uncaught exception, exits with the reason in the log instead of an abort: a limit of threads, of
// descriptors or of memory. The guards end the runs.
[[noreturn]] void end_with_a_reason() {
  try {
    if (const auto problem = std::current_exception()) std::rethrow_exception(problem);
    log::error("covey cannot go on");
  } catch (const std::exception& e) {
    log::error(std::string{"covey cannot go on: "} + e.what() +
               "; look at the limits of its processes (ulimit -n, ulimit -u)");
  } catch (...) {
    log::error("covey cannot go on");
  }
  ::_exit(EXIT_FAILURE);
}

// A server needs some fifteen descriptors of its own, and ten for each command of a run.
bool has_descriptors() {
  rlimit limit{};
  constexpr rlim_t enough = 32;
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= enough) return true;
  log::error("covey cannot start: only " + std::to_string(limit.rlim_cur) +
             " descriptors are allowed; raise the limit (ulimit -n) to " + std::to_string(enough) +
             " or more");
  return false;
}

std::vector<std::string_view> shell_commands(const std::vector<language_service>& languages) {
  std::vector<std::string_view> out;
  for (const auto& entry : languages)
    out.insert(out.end(), entry.language->shell_commands.begin(), entry.language->shell_commands.end());
  return out;
}

history_setup history_of(const server_options& options) {
  auto environment = process::own_environment();
  auto cache = options.history ? storage::cache_folder(environment) : std::string{};
  return {std::move(cache), std::move(environment)};
}

}  // namespace

int serve(const server_options& options) {
  std::set_terminate(end_with_a_reason);
  if (!has_descriptors()) return EXIT_FAILURE;
  process::become_subreaper();
  caf::actor_system_config
      config;  // never config.parse(): it would read ./caf-application.ini of the user's project
  choose_scheduler(config, std::max(2, static_cast<int>(std::thread::hardware_concurrency())));
  caf::actor_system system{config};
  io_thread io;
  const auto launcher = process::make_guard_launcher(io.context(), process::self_path());
  auto backlog = std::make_shared<wire_backlog>();
  auto out = system.spawn<caf::detached>(writer, options.out, backlog);
  const service_spawner spawner{system, launcher.get(), history_of(options), options.inputs};
  auto with = spawn_services(spawner, options.coverage);
  with.config = options.config;
  if (!options.show_secrets) with.filter = shared_filter{process::own_environment()};
  with.answers = options.answers;
  auto entry =
      system.spawn(dispatcher, dispatcher_setup{.info = protocol::identity(shell_commands(with.languages)),
                                                .tools = options.tools,
                                                .workspace = options.workspace,
                                                .with = std::move(with),
                                                .out = out,
                                                .backlog = backlog,
                                                .keeper = std::make_shared<service_keeper>(spawner)});
  last_resort deadline{io.context(), options.client_waits ? EXIT_SUCCESS : EXIT_FAILURE};
  const auto end = [&deadline, entry](bool soon) {
    if (soon) deadline.arm();
    caf::anon_send(entry, shut_down{});
  };
  boost::asio::signal_set signals{io.context()};
  if (options.handle_signals) {
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) signals.add(number);
    end_on_signals(signals, [end] { end(true); });
  }
  back_pressure pressure{backlog};
  line_reader reader{
      options.in,
      limits::input_line,
      {.line =
           [entry, backlog](text_ptr text) {
             ++backlog->lines;
             caf::anon_send(entry, client_line{std::move(text)});
           },
       .too_long = [entry](auto id) { caf::anon_send(entry, client_line_too_long{std::move(id)}); },
       .end = [end, soon = options.client_waits] { end(soon); },
       .may_read =
           [&pressure, &end] {
             if (pressure.client_is_gone()) {
               log::error("the client has taken nothing for 60 s: giving up");
               end(true);
             }
             return pressure.may_read();
           },
       .give_up = [&pressure] { return pressure.stands_still(limits::closed_client); }}};
  // The actors end first, then (leaving the scope, in reverse) the reader, the signals, the io thread and the
  // system: their callbacks hold handles of actors.
  system.await_all_actors_done();
  return EXIT_SUCCESS;
}

}  // namespace covey::actors
