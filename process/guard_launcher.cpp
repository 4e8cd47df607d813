#include "process/guard_launcher.hpp"
#include "process/bounded_file.hpp"
#include "process/environment.hpp"
#include "process/family.hpp"
#include "process/program.hpp"
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/process/v2/process.hpp>
#include <boost/system/error_code.hpp>
#include <sys/socket.h>
#include <sys/wait.h>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

namespace covey::process {
namespace {

// One command under its guard, on an io_context's thread: reads both streams within a window, forwards stop
// and kill, and reports the end once the guard has proved that nothing is left and both streams have ended.
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

// Starts a process with clean descriptors, signal mask and dispositions, in its own process group.
//
// Boost.Process 1.81 has launchers, but on a failed exec they run our atexit handlers in the child or leave a
// zombie, and their closing of descriptors skips gaps. posix_spawn returns exec errors directly and does not
// slow down with the size of the server; so this is a launcher for boost::process::v2 on top of it.

struct spawn_request {
  std::vector<std::string> argv;  // argv[0] is an absolute path
  std::vector<std::string> env;   // KEY=VALUE, the complete environment
  std::string cwd;
  std::vector<int> fds;  // become 0, 1, 2, … in the child; all others are closed there
};

// The two objects that configure posix_spawn, and the first error in filling them.
class spawn_setup {
 public:
  spawn_setup() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  ~spawn_setup() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
    for (const int fd : moved_) ::close(fd);
  }
  spawn_setup(const spawn_setup&) = delete;
  spawn_setup& operator=(const spawn_setup&) = delete;

  void descriptors(const std::vector<int>& fds) {
    const int count = static_cast<int>(fds.size());
    for (int target = 0; target < count; ++target) {
      int source = fds[static_cast<std::size_t>(target)];
      if (source < count) {  // would be overwritten before its turn
        source = ::fcntl(source, F_DUPFD_CLOEXEC, count);
        if (source < 0) return keep(errno);
        moved_.push_back(source);
      }
      keep(::posix_spawn_file_actions_adddup2(&actions_, source, target));
    }
    keep(::posix_spawn_file_actions_addclosefrom_np(&actions_, count));
  }

  void directory(const std::string& cwd) {
    if (!cwd.empty()) keep(::posix_spawn_file_actions_addchdir_np(&actions_, cwd.c_str()));
  }

  void clean_signals_and_own_group() {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    constexpr short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    keep(::posix_spawnattr_setflags(&attributes_, flags));
    keep(::posix_spawnattr_setpgroup(&attributes_, 0));
    keep(::posix_spawnattr_setsigdefault(&attributes_, &all));
    keep(::posix_spawnattr_setsigmask(&attributes_, &none));
  }

  // The error, or 0 with the child's pid.
  int run(const spawn_request& request, pid_t& pid) {
    if (error_ != 0) return error_;
    const auto argv = pointers_to(request.argv);
    const auto env = pointers_to(request.env);
    return ::posix_spawn(&pid, argv[0], &actions_, &attributes_, argv.data(), env.data());
  }

 private:
  void keep(int error) {
    if (error_ == 0) error_ = error;
  }
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
  std::vector<int> moved_;
  int error_ = 0;
};

boost::process::v2::process spawn(const boost::asio::any_io_executor& executor, const spawn_request& request,
                                  boost::system::error_code& ec) {
  namespace v2 = boost::process::v2;
  spawn_setup setup;
  setup.descriptors(request.fds);
  setup.directory(request.cwd);
  setup.clean_signals_and_own_group();
  pid_t pid = -1;
  if (const int error = setup.run(request, pid); error != 0) {
    ec.assign(error, boost::system::system_category());
    return v2::process{executor};
  }
  ec.clear();
  try {
    return v2::process{executor, pid};  // opens a pidfd; the pid is valid until reaped
  } catch (const boost::system::system_error& e) {
    // Some sandboxes forbid pidfd_open, and Boost 1.81 has no other way.
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    ec = e.code();
    return v2::process{executor};
  }
}

namespace asio = boost::asio;
using boost::system::error_code;
using parsers::stream;
using ending_kind = parsers::run_ending::kind_type;

// Pipes whose ends are closed unless they are taken.
class pipes {
 public:
  enum which : std::size_t { out, err, commands, events, count };

  // The commands use a socket pair: only sockets can be written without SIGPIPE after the guard has ended.
  error_code open() {
    for (std::size_t i = 0; i < count; ++i) {
      int ends[2];
      const int opened = i == commands ? ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)
                                       : ::pipe2(ends, O_CLOEXEC);
      if (opened != 0) return {errno, boost::system::system_category()};
      ends_[2 * i] = descriptor{ends[0]};
      ends_[2 * i + 1] = descriptor{ends[1]};
    }
    return {};
  }
  int read_end(std::size_t i) const { return ends_[2 * i].get(); }
  int write_end(std::size_t i) const { return ends_[2 * i + 1].get(); }
  int take_read_end(std::size_t i) { return ends_[2 * i].release(); }
  int take_write_end(std::size_t i) { return ends_[2 * i + 1].release(); }

 private:
  std::array<descriptor, 2 * count> ends_{};
};

guarded_child::guarded_child(asio::io_context& context, std::string self, launch_request request,
                             child_limits limits, std::shared_ptr<survivors> known,
                             launcher::on_output output, launcher::on_end end)
    : context_(context),
      self_(std::move(self)),
      request_(std::move(request)),
      limits_(limits),
      known_(std::move(known)),
      output_(std::move(output)),
      end_(std::move(end)),
      guard_(context.get_executor()),
      out_(context),
      err_(context),
      channel_(context),
      commands_(context),
      events_(context),
      kill_timer_(context),
      watch_timer_(context),
      drain_timer_(context) {}

void guarded_child::start() {
  asio::post(context_, [self = shared_from_this()] {
    if (const auto ec = self->spawn_guard()) {
      self->ending_.kind = ending_kind::not_started;
      self->ending_.value = ec.value();
      self->out_.ended = self->err_.ended = self->channel_.ended = true;
      self->guard_ended_ = self->swept_ = true;
      self->report_if_ended();
      return;
    }
    self->read_all();
    self->read_event();
    self->watch_guard();
    if (self->kill_at_) self->send(guard_command::stop);  // stopped before it had started
  });
}

// Opened for writing too: otherwise the reader would see the end of file when the first writer closes it.
error_code guarded_child::open_channel() {
  if (request_.events.empty()) {
    channel_.ended = true;
    return {};
  }
  const int fd = ::open(request_.events.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return {errno, boost::system::system_category()};
  error_code ec;
  channel_.fd.assign(fd, ec);
  return ec;
}

error_code guarded_child::spawn_guard() {
  if (self_.empty()) return {own_program_unknown, boost::system::system_category()};
  if (const auto ec = open_channel()) return ec;
  pipes p;
  if (const auto ec = p.open()) return ec;
  const descriptor null{::open("/dev/null", O_RDONLY | O_CLOEXEC)};
  if (!null) return {errno, boost::system::system_category()};
  spawn_request request;
  request.argv = {self_, "__guard", std::to_string(limits_.linger.count()),
                  request_.scratch.empty() ? "-" : request_.scratch, "--"};
  request.argv.insert(request.argv.end(), request_.argv.begin(), request_.argv.end());
  request.env = environment_with(request_.set_env);
  request.cwd = request_.cwd;
  request.fds = {null.get(), p.write_end(pipes::out), p.write_end(pipes::err), p.read_end(pipes::commands),
                 p.write_end(pipes::events)};
  error_code ec;
  guard_ = spawn(context_.get_executor(), request, ec);
  if (ec) return ec;
  out_.fd.assign(p.take_read_end(pipes::out), ec);
  if (!ec) err_.fd.assign(p.take_read_end(pipes::err), ec);
  if (!ec) commands_.assign(p.take_write_end(pipes::commands), ec);
  if (!ec) events_.assign(p.take_read_end(pipes::events), ec);
  return ec;
}

void guarded_child::read(stream from) {
  auto& in = at(from);
  // With a full window the pipe fills and the command waits. Once nothing can write any more, at most the
  // pipe's capacity is left, so the rest is read regardless of the window.
  if (in.reading || in.ended || (outstanding_ >= limits_.window && !swept_)) return;
  in.reading = true;
  in.buffer.resize(limits_.block);
  in.fd.async_read_some(asio::buffer(in.buffer),
                        [self = shared_from_this(), from](error_code ec, std::size_t n) {
                          auto& done = self->at(from);
                          done.reading = false;
                          if (n > 0 && self->output_) {
                            self->outstanding_ += n;
                            self->output_(from, std::make_shared<const std::string>(done.buffer, 0, n));
                          }
                          if (from == stream::events && self->swept_) return self->drain_channel();
                          if (!ec) return self->read(from);
                          done.ended = true;
                          error_code ignored;
                          done.fd.close(ignored);
                          std::string().swap(done.buffer);
                          self->report_if_ended();
                        });
}

void guarded_child::acknowledge(std::size_t bytes) {
  asio::post(context_, [self = shared_from_this(), bytes] {
    self->outstanding_ -= std::min(bytes, self->outstanding_);
    self->read_all();
  });
}

void guarded_child::read_all() {
  for (const auto from : {stream::out, stream::err, stream::events}) read(from);
}

// The channel never reports an end of file. Once no writer is left, its present content is all.
void guarded_child::drain_channel() {
  if (channel_.ended) return;
  channel_.ended = true;
  std::string block(limits_.block, '\0');
  constexpr int max = 1024;  // a survivor may write forever
  for (int i = 0; i < max; ++i) {
    const auto n = ::read(channel_.fd.native_handle(), block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    if (output_)
      output_(stream::events, std::make_shared<const std::string>(block, 0, static_cast<std::size_t>(n)));
  }
  error_code ignored;
  channel_.fd.close(ignored);
  report_if_ended();
}

void guarded_child::send(guard_command command) {
  const char byte = static_cast<char>(command);
  // The socket is almost empty, so this never blocks. Errors are ignored: the guard may have ended meanwhile.
  if (commands_.is_open()) (void)::send(commands_.native_handle(), &byte, 1, MSG_NOSIGNAL);
}

void guarded_child::stop(std::chrono::milliseconds grace) {
  asio::post(context_, [self = shared_from_this(), grace] {
    if (self->guard_ended_) return;
    const auto kill_at = std::chrono::steady_clock::now() + grace;
    if (!self->kill_at_) self->send(guard_command::stop);
    if (self->kill_at_ && *self->kill_at_ <= kill_at) return;
    self->kill_at_ = kill_at;
    self->kill_timer_.expires_at(kill_at);
    self->kill_timer_.async_wait([self](error_code ec) {
      if (ec) return;
      self->send(guard_command::kill);
      self->kill_timer_.expires_after(self->limits_.rescue);
      self->kill_timer_.async_wait([self](error_code over) {
        if (!over) self->kill_guard();
      });
    });
  });
}

// A test may stop its parent, the guard (SIGSTOP). The guard must continue, since it ends the run.
void guarded_child::watch_guard() {
  siginfo_t info{};
  if (guard_ended_) return;
  if (::waitid(P_PID, static_cast<id_t>(guard_.id()), &info, WSTOPPED | WNOHANG) == 0 && info.si_pid != 0)
    ::kill(guard_.id(), SIGCONT);
  watch_timer_.expires_after(limits_.watch);
  watch_timer_.async_wait([self = shared_from_this()](error_code ec) {
    if (!ec) self->watch_guard();
  });
}

// The guard does not work: kill it, so that its processes become our children. If it survives even SIGKILL,
// it is left alone.
void guarded_child::kill_guard() {
  if (guard_ended_) return;
  ::kill(guard_.id(), SIGKILL);
  kill_timer_.expires_after(limits_.sweep);
  kill_timer_.async_wait([self = shared_from_this()](error_code ec) {
    if (ec || self->guard_ended_) return;
    self->survived(self->guard_.id());
    self->guard_.detach();
    self->on_guard_end();
  });
}

void guarded_child::read_event() {
  asio::async_read(events_, asio::buffer(&event_, sizeof event_),
                   [self = shared_from_this()](error_code ec, std::size_t) {
                     if (ec) return self->on_guard_end();
                     self->on_event(self->event_);
                     self->read_event();
                   });
}

void guarded_child::on_event(const guard_event& event) {
  switch (event.type) {
    case guard_event_type::started:
      leader_ = event.a;
      break;
    case guard_event_type::not_started:
      ending_.kind = ending_kind::not_started;
      ending_.value = event.a;
      proved_ = true;
      break;
    case guard_event_type::leader_ended:
      ending_.kind = event.a == CLD_EXITED ? ending_kind::exited : ending_kind::signalled;
      ending_.value = event.b;
      break;
    case guard_event_type::could_not_end:
      survived(event.a);
      break;
    case guard_event_type::all_ended:
      ending_.leaked = static_cast<std::uint32_t>(event.a);
      ending_.reparented = static_cast<std::uint32_t>(event.b);
      proved_ = true;
      break;
  }
}

void guarded_child::on_guard_end() {
  if (guard_ended_) return;
  guard_ended_ = true;
  error_code ignored;
  if (guard_.is_open()) guard_.wait(ignored);  // its descriptors are closed, so it is about to exit
  commands_.close(ignored);
  events_.close(ignored);
  kill_timer_.cancel();
  watch_timer_.cancel();
  if (proved_) return close_streams();
  std::string run_variable;  // the guard was killed
  for (const auto& [name, value] : request_.set_env)
    if (name == run_id_variable) run_variable = name + "=" + value;
  sweep_.emplace(run_variable, leader_, known_);
  swept_until_ = std::chrono::steady_clock::now() + limits_.sweep;
  sweep_up();
}

void guarded_child::sweep_up() {
  constexpr std::chrono::milliseconds between{2};
  if (sweep_->pass()) return close_streams();
  if (std::chrono::steady_clock::now() >= swept_until_) {
    for (const pid_t pid : sweep_->left()) survived(pid);
    return close_streams();
  }
  watch_timer_.expires_after(between);
  watch_timer_.async_wait([self = shared_from_this()](error_code ec) {
    if (!ec) self->sweep_up();
  });
}

void guarded_child::survived(pid_t pid) {
  known_->add(pid);
  ending_.survivors.push_back({pid, name_of(pid)});
}

// No process of the run is left, so the streams are at their end, unless a descriptor was passed to another
// process or a process survived. In these cases a timer closes them.
void guarded_child::close_streams() {
  swept_ = true;
  known_->reap();
  drain_timer_.expires_after(ending_.survivors.empty() ? limits_.drain : limits_.linger);
  drain_timer_.async_wait([self = shared_from_this()](error_code ec) {
    if (ec) return;
    error_code closed;
    self->out_.fd.close(closed);
    self->err_.fd.close(closed);
    self->out_.ended = self->err_.ended = true;
    self->report_if_ended();
  });
  read(stream::out);
  read(stream::err);
  error_code ignored;
  if (channel_.reading)
    channel_.fd.cancel(ignored);  // its handler drains it
  else
    drain_channel();
  report_if_ended();
}

void guarded_child::report_if_ended() {
  if (reported_ || !swept_ || !out_.ended || !err_.ended || !channel_.ended) return;
  reported_ = true;
  drain_timer_.cancel();
  output_ = nullptr;
  const auto end = std::move(end_);
  end(ending_);
}

class guard_launcher final : public launcher {
 public:
  guard_launcher(boost::asio::io_context& context, std::string self, child_limits limits)
      : context_(context), self_(std::move(self)), limits_(limits) {}

  std::shared_ptr<child> launch(launch_request request, on_output output, on_end end) override {
    auto made = std::make_shared<guarded_child>(context_, self_, std::move(request), limits_, survivors_,
                                                std::move(output), std::move(end));
    made->start();
    return made;
  }

 private:
  boost::asio::io_context& context_;
  std::string self_;
  child_limits limits_;
  std::shared_ptr<survivors> survivors_ = std::make_shared<survivors>();
};

}  // namespace

std::unique_ptr<launcher> make_guard_launcher(boost::asio::io_context& context, std::string self,
                                              child_limits limits) {
  return std::make_unique<guard_launcher>(context, std::move(self), limits);
}

}  // namespace covey::process
