#include "protocol/render/progress.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"

namespace covey::protocol {

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
