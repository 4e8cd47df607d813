#include "protocol/render/words.hpp"
#include "protocol/json.hpp"
#include "protocol/text.hpp"
#include <algorithm>

namespace covey::protocol {

std::int64_t age_seconds(std::chrono::milliseconds value) {
  return std::max<std::int64_t>(0, std::chrono::floor<std::chrono::seconds>(value).count());
}

std::string age(std::chrono::milliseconds value) {
  const auto total = age_seconds(value);
  const auto hours = total / 3600, minutes = total / 60 % 60;
  if (total == 0) return "just now";
  if (hours > 0) return std::to_string(hours) + "h" + std::to_string(minutes) + "m";
  if (minutes > 0) return std::to_string(minutes) + "m" + std::to_string(total % 60) + "s";
  return std::to_string(total) + "s";
}

std::string ago(std::chrono::milliseconds value) {
  return age_seconds(value) == 0 ? age(value) : age(value) + " ago";
}

std::string seconds(std::chrono::milliseconds value) {
  return to_text(number_value(static_cast<double>(value.count()) / 1000)) + "s";
}

std::string progress_message(std::uint64_t done, std::uint64_t total, std::uint64_t failed,
                             std::string_view current) {
  constexpr std::size_t max_name = 200;
  std::string out = std::to_string(done);
  out += total > 0 ? "/" + std::to_string(total) : std::string{" done"};
  out += ", " + std::to_string(failed) + " failed";
  if (!current.empty()) out += ": " + one_line(clipped(current, max_name));
  return out;
}

}  // namespace covey::protocol
