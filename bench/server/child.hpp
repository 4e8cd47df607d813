// A process with pipes to its standard input and output, and what /proc says of it. Failures are thrown as
// std::runtime_error: a measurement that did not take place has no figure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace covey::bench {

using variables = std::vector<std::pair<std::string, std::string>>;

struct child_options {
  std::vector<std::string> argv;
  variables set_env;   // on top of our own
  std::string folder;  // empty: ours
};

class child {
 public:
  explicit child(const child_options& options);
  child(const child&) = delete;
  child& operator=(const child&) = delete;
  ~child();  // kills it if it has not been waited for

  void write(std::string_view bytes);
  std::size_t read(char* into, std::size_t max);  // 0: the end
  bool is_readable() const;                       // without waiting
  void close_input();
  int wait();  // for its end; its exit code, 128 + n for a signal

  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
  int in_ = -1;
  int out_ = -1;
  bool ended_ = false;
};

struct memory {  // KiB
  std::uint64_t resident = 0;
  std::uint64_t peak = 0;
};
memory memory_of(pid_t pid);

// All threads' context switches so far. A thread that sleeps has none.
std::uint64_t switches_of(pid_t pid);

}  // namespace covey::bench
