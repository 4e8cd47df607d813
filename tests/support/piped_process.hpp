// A program under test with a pipe on each of its three standard descriptors.
#pragma once

#include "tests/support/processes.hpp"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace covey::testing {

struct process_options {
  std::vector<std::string> arguments;              // after the program's name
  std::string directory;                           // "": the test's own
  std::map<std::string, std::string> environment;  // on top of the test's own
  std::string input = {};                          // for run_program(): at most what a pipe holds, 64 KiB
};

class piped_process {
 public:
  piped_process(const std::string& program, const process_options& options);
  ~piped_process();  // kills it
  piped_process(const piped_process&) = delete;
  piped_process& operator=(const piped_process&) = delete;

  pid_t pid() const { return pid_; }
  int input() const { return fds_[0]; }  // non-blocking, as the other two; -1 once closed
  int output() const { return fds_[1]; }
  int errors() const { return fds_[2]; }
  void close_input() { close(0); }
  void close_output() { close(1); }
  void close_errors() { close(2); }

  void signal(int number) const;
  // The wait status (see waitpid) once it has ended; nothing if it has not by then.
  std::optional<int> wait(milliseconds within);

 private:
  void close(std::size_t index);
  pid_t pid_ = -1;
  int fds_[3] = {-1, -1, -1};
  std::optional<int> status_;
};

struct program_result {
  int exit_code = -1;  // 128 + n for a signal
  std::string out;
  std::string err;
  milliseconds took{0};
};

// Runs it to its end with an empty standard input; kills it when the time is over (a failure of the test).
program_result run_program(const std::string& program, const process_options& options,
                           milliseconds within = milliseconds{60000});

}  // namespace covey::testing
