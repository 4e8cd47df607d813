#include "cli/progress_line.hpp"
#include <iostream>
#include <unistd.h>

namespace covey::cli {

progress_line::progress_line() : terminal_(::isatty(STDERR_FILENO) == 1) {}

void progress_line::show(std::string_view message) {
  if (!terminal_) {
    std::cerr << "  " << message << "\n";
    return;
  }
  std::cerr << "\r\x1b[K  " << message.substr(0, 100) << std::flush;
  shown_ = true;
}

void progress_line::clear() {
  if (shown_) std::cerr << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace covey::cli
