// Decides when a progress line of one request goes out: rarely enough for slow clients, often enough for
// those that give up on a silent server. The caller supplies the time.
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

  // `token` is the client's, and is returned unchanged.
  explicit progress_pacer(json::value token) : token_(std::move(token)) {}

  // A whole notifications/progress line, or nothing if it is too soon or there is no news. `progress` rises
  // with every line, as the protocol demands, even if `done` stays the same. A `total` of 0 means unknown.
  std::optional<std::string> offer(std::uint64_t done, std::uint64_t total, std::string_view message,
                                   time_point now);

  // How long the answer has to wait: clients that get the last progress line and the answer in one read no
  // longer recognise the progress token, and some then close the connection.
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
