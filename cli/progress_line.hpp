// Progress of a run on stderr.
#pragma once

#include <string_view>

namespace covey::cli {

// One line that is overwritten on a terminal; one line per message if stderr is a file or a pipe.
class progress_line {
 public:
  progress_line();
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;
  ~progress_line() { clear(); }

  void show(std::string_view message);
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
};

}  // namespace covey::cli
