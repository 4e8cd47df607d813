// Runs a program to its end and passes its output to callbacks, for the hidden commands that stand between a
// runner and its tests. Blocking; no threads.
#pragma once

#include "process/bounded_file.hpp"
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
  // Called with the output, in pieces; what the child wrote to stderr before a piece of stdout, before that piece. Empty: the
  // child writes to our own stream.
  std::function<void(std::string_view)> on_out;
  std::function<void(std::string_view)> on_err;
};

struct child_result {
  int start_error = 0;  // errno; 0: it was started
  bool signalled = false;
  int value = 0;  // exit code or signal
};

// The result as a shell's exit code: 128 + n for a signal, 126 or 127 if the child could not be started.
int exit_code_of(const child_result& result);

// Returns when the child has ended, even if a process that it left behind still holds its streams open.
child_result run_child(const child_request& request);

// Replaces this process by the program, which is looked up on PATH; on failure returns 126 or 127.
int become(const std::vector<std::string>& command);

// Writes to the runner's private channel: opened on first use, one write per line. If the channel is gone,
// lines are dropped: the tests must not fail for that.
class event_channel {
 public:
  explicit event_channel(std::string path) : path_(std::move(path)) {}
  void send(std::string_view line);

 private:
  std::string path_;
  descriptor fd_;
};

}  // namespace covey::process
