#include "cli/progress_line.hpp"
#include <iostream>
#include <unistd.h>

namespace covey::cli {
namespace {

// "2" of "12/40, 2 failed: a test".
std::string_view failed_of(std::string_view message) {
  const auto end = message.find(" failed");
  const auto begin = message.substr(0, end).rfind(' ') + 1;
  return end == std::string_view::npos ? std::string_view{} : message.substr(begin, end - begin);
}

}  // namespace

progress_line::progress_line() : terminal_(::isatty(STDERR_FILENO) == 1) {}

void progress_line::show(std::string_view message) {
  if (!terminal_) {
    const auto now = std::chrono::steady_clock::now();
    const auto failed = failed_of(message);
    if (failed == failed_ && now - said_ < seldom) return;
    failed_ = failed;
    said_ = now;
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
