#include "protocol/pacing.hpp"
#include "protocol/rpc.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

constexpr auto shortest_distance = 100ms;
constexpr auto heartbeat = 5s;
constexpr auto distance_to_answer = 50ms;
// Progress rises by 1 / lines_per_test per line while `done` stays the same: so little that hours of such
// lines do not reach the next test.
constexpr double lines_per_test = 1e6;

}  // namespace

bool progress_pacer::is_due(std::uint64_t done, std::uint64_t total, std::string_view message,
                            time_point now) const {
  if (!sent_) return true;
  const auto silence = now - *sent_;
  if (silence >= heartbeat) return true;
  const bool news = done > done_ || total != total_ || message != message_;
  return news && silence >= shortest_distance;
}

std::optional<std::string> progress_pacer::offer(std::uint64_t done, std::uint64_t total,
                                                 std::string_view message, time_point now) {
  if (!is_due(done, total, message, now)) return std::nullopt;
  const bool rose = !sent_ || done > done_;
  lines_since_done_rose_ = rose ? 0 : lines_since_done_rose_ + 1;
  done_ = std::max(done, done_);
  total_ = total;
  message_ = message;
  sent_ = now;
  const double progress =
      static_cast<double>(done_) + static_cast<double>(lines_since_done_rose_) / lines_per_test;
  json::object params{{"progressToken", token_}, {"progress", number_value(progress)}};
  if (total > 0) params["total"] = total;
  if (!message.empty()) params["message"] = message;
  return notification_line("notifications/progress", params);
}

std::chrono::milliseconds progress_pacer::hold(time_point now) const {
  if (!sent_) return 0ms;
  const auto since = std::max(now - *sent_, time_point::duration{0});
  if (since >= distance_to_answer) return 0ms;
  return std::chrono::ceil<std::chrono::milliseconds>(distance_to_answer - since);
}

}  // namespace covey::protocol
