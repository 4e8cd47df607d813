#include "actors/log.hpp"
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <poll.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>
#include <string>
#include <unistd.h>

namespace covey::actors::log {
namespace {

// A pipe that poll() reports writable has room for PIPE_BUF bytes, so a write up to that size does not block.
constexpr std::size_t max_line = 4096;

class polite_stderr final : public spdlog::sinks::base_sink<std::mutex> {
 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t text;
    formatter_->format(message, text);
    pollfd ready{STDERR_FILENO, POLLOUT, 0};
    if (::poll(&ready, 1, 0) != 1 || (ready.revents & POLLOUT) == 0) {
      ++dropped_;
      return;
    }
    std::string line{text.data(), std::min(text.size(), max_line - 64)};
    if (line.size() < text.size()) line += '\n';
    if (dropped_ > 0) line += "(" + std::to_string(dropped_) + " lines dropped before this one)\n";
    dropped_ = 0;
    (void)!::write(STDERR_FILENO, line.data(), line.size());
  }
  void flush_() override {}

 private:
  std::uint64_t dropped_ = 0;
};

// One per process, like stderr. COVEY_LOG sets the level (trace … off); warnings by default.
spdlog::logger& logger() {
  static const auto instance = [] {
    auto made = std::make_shared<spdlog::logger>("covey", std::make_shared<polite_stderr>());
    const char* level = std::getenv("COVEY_LOG");
    made->set_level(level != nullptr ? spdlog::level::from_str(level) : spdlog::level::warn);
    made->set_pattern("covey %P %H:%M:%S.%e %l: %v");
    return made;
  }();
  return *instance;
}

}  // namespace

void info(std::string_view text) {
  logger().info("{}", text);
}
void warning(std::string_view text) {
  logger().warn("{}", text);
}
void error(std::string_view text) {
  logger().error("{}", text);
}

}  // namespace covey::actors::log
