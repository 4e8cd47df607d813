// Runs a program to its end and hands on what it prints, for the hidden commands that stand between a runner
// and its tests. Blocking; no threads.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::process {

struct child_request {
  std::vector<std::string> argv;  // argv[0] is looked up on PATH if it holds no slash
  std::vector<std::pair<std::string, std::string>> set_env;  // on top of our own
  std::vector<std::string> unset_env;
  std::string cwd;  // "": ours
  // Called with what comes, in pieces. Empty: the child writes to our own stream.
  std::function<void(std::string_view)> on_out;
  std::function<void(std::string_view)> on_err;
};

struct child_result {
  int start_error = 0;  // errno; 0: it was started
  bool signalled = false;
  int value = 0;  // exit code or signal
};

// The exit code that says the same: 128 + n for a signal, 126 or 127 where it could not be started.
int exit_code_of(const child_result& result);

// Returns when the child has ended, even if a process that it left behind still holds its streams open.
child_result run_child(const child_request& request);

// Becomes the program, which is looked up on PATH; returns 126 or 127 where it cannot.
int become(const std::vector<std::string>& command);

// All of it, or false with errno.
bool write_all(int fd, std::string_view bytes);

// The whole file, or nothing.
std::string read_whole(const std::string& path);

// What is written to the runner's private channel: opened when first used, each line with one write. A
// channel that is gone is no reason to fail the tests.
class event_channel {
 public:
  explicit event_channel(std::string path) : path_(std::move(path)) {}
  event_channel(const event_channel&) = delete;
  event_channel& operator=(const event_channel&) = delete;
  ~event_channel();
  void send(std::string_view line);

 private:
  std::string path_;
  int fd_ = -1;
};

}  // namespace covey::process
