#include "parsers/syntax/git_index.hpp"
#include <algorithm>
#include <cstdint>
#include <optional>

namespace covey::parsers {
namespace {

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t length = 4) {
  std::uint32_t out = 0;
  for (const char byte : bytes.substr(at, length)) out = out << 8U | static_cast<unsigned char>(byte);
  return out;
}

// Version 4: how many of the last bytes of the path before are not in this one.
std::size_t take_dropped(std::string_view bytes, std::size_t& at) {
  std::size_t out = 0;
  for (unsigned char byte = 0x80; byte >= 0x80 && at < bytes.size() && out < bytes.size();) {
    byte = static_cast<unsigned char>(bytes[at++]);
    out = (out << 7U) + (byte & 0x7fU) + (byte >= 0x80 ? 1 : 0);
  }
  return out;
}

// Nothing: its ids are of another length, or it is damaged.
std::optional<std::vector<std::string>> paths_in(std::string_view index, std::size_t id_bytes) {
  constexpr std::size_t head = 12, stat_bytes = 40, extended = 0x4000, longest = 0xfff;
  const auto version = number_at(index, 4);
  std::vector<std::string> out;
  std::string path;
  auto at = head;
  for (auto left = number_at(index, 8); left > 0; --left) {
    const auto begin = at;
    at += stat_bytes + id_bytes;
    if (at + 4 > index.size()) return {};
    const auto flags = number_at(index, at, 2);
    at += version > 2 && (flags & extended) != 0 ? 4 : 2;
    const auto dropped = version == 4 ? take_dropped(index, at) : path.size();
    const auto end = index.find('\0', at);
    if (dropped > path.size() || end == std::string_view::npos) return {};
    path.resize(path.size() - dropped);
    path += index.substr(at, end - at);
    if ((flags & longest) != std::min(path.size(), longest)) return {};
    out.push_back(path);
    at = version == 4 ? end + 1 : begin + (end - begin) / 8 * 8 + 8;
  }
  return out;
}

}  // namespace

std::vector<std::string> tracked_paths(std::string_view index) {
  if (index.size() < 12 || !index.starts_with("DIRC")) return {};
  auto out = paths_in(index, 20);  // of SHA-1
  if (!out) out = paths_in(index, 32);
  return out.value_or(std::vector<std::string>{});
}

}  // namespace covey::parsers
