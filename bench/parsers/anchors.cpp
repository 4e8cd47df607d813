#include "bench/parsers/anchors.hpp"

namespace covey::bench {

counts scan(std::string_view bytes) {
  std::uint64_t lines = 0;
  const auto* end = bytes.data() + bytes.size();
  for (const auto* at = bytes.data(); at != end; ++lines) {
    const auto* stop = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    at = stop == nullptr ? end : stop + 1;
  }
  return {{"line feeds", lines}};
}

}  // namespace covey::bench
