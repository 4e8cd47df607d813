// When a progress line of one request goes out: rarely enough for slow clients, often enough for those that
// give up on a silent server. The time is the caller's.
#pragma once

#include "protocol/json.hpp"
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace covey::protocol {

class progress_pacer {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  // `token` is the client's, and is given back as it came.
  explicit progress_pacer(json::value token) : token_(std::move(token)) {}

  // A whole notifications/progress line, or nothing when it is too soon or there is no news. `progress` rises
  // with every line, as the protocol demands, also where `done` stands still. A `total` of 0 is unknown.
  std::optional<std::string> offer(std::uint64_t done, std::uint64_t total, std::string_view message,
                                   time_point now);

  // How long the answer has to wait: clients that read the last progress line and the answer in one piece
  // take the progress for a stranger's, and some then give up the connection.
  std::chrono::milliseconds hold(time_point now) const;

 private:
  bool is_due(std::uint64_t done, std::uint64_t total, std::string_view message, time_point now) const;

  json::value token_;
  std::optional<time_point> sent_;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
  std::string message_;
  std::uint64_t lines_since_done_rose_ = 0;
};

}  // namespace covey::protocol
