// Progress of a run on stderr.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace covey::cli {

// One line that is overwritten on a terminal. If stderr is a file or a pipe, a line for each change of how many have
// failed, and one every `seldom` of those between.
class progress_line {
 public:
  progress_line();
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;
  ~progress_line() { clear(); }

  void show(std::string_view message);
  void clear();

 private:
  static constexpr std::chrono::seconds seldom{5};

  bool terminal_;
  bool shown_ = false;
  std::string failed_ = "0";  // as the last line said it
  std::chrono::steady_clock::time_point said_ = std::chrono::steady_clock::now();
};

}  // namespace covey::cli
