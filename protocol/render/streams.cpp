#include "protocol/render/streams.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <string_view>

namespace covey::protocol {
namespace {

// Colour escapes mean nothing to a reader of plain text.
std::string without_colours(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto at = text.find("\x1b[");
    out += text.substr(0, at);
    if (at == std::string_view::npos) break;
    const auto end = text.find_first_not_of("0123456789;:", at + 2);
    const bool colour = end != std::string_view::npos && text[end] == 'm';
    if (!colour) out += text[at];
    text.remove_prefix(colour ? end + 1 : at + 1);
  }
  return out;
}

// The first `bytes`, cut back to a line end if there is one in their second half.
std::string_view first_part(std::string_view text, std::size_t bytes) {
  const auto part = parsers::first_bytes(text, bytes);
  const auto end = part.rfind('\n');
  return end == std::string_view::npos || end < bytes / 2 ? part : part.substr(0, end);
}

std::string_view last_part(std::string_view text, std::size_t bytes) {
  auto part = text.substr(text.size() - std::min(bytes, text.size()));
  const auto end = part.find('\n');
  if (end != std::string_view::npos && end < bytes / 2) return part.substr(end + 1);
  while (!part.empty() && (static_cast<unsigned char>(part.front()) & 0xC0u) == 0x80u) part.remove_prefix(1);
  return part;
}

void add_line(std::string& out, std::string_view text) {
  out += text;
  if (!text.empty() && text.back() != '\n') out += '\n';
}

}  // namespace

std::string shown_stream(const parsers::captured_stream& stream, std::size_t bytes) {
  const auto text = without_colours(stream.text);
  if (text.size() <= bytes) return text;
  const auto head = first_part(text, bytes / 2), tail = last_part(text, bytes / 2);
  const auto total = std::max<std::uint64_t>(stream.total, text.size());
  return std::string{head} + "\n[TRUNCATED] " + std::to_string(total - head.size() - tail.size()) + " of " +
         std::to_string(total) + " bytes left out\n" + std::string{tail};
}

std::string shown_streams(const parsers::captured_stream& out, const parsers::captured_stream& err,
                          std::size_t bytes) {
  const auto for_err =
      std::min(err.text.size(), std::max(bytes / 4, bytes - std::min(bytes, out.text.size())));
  std::string text;
  add_line(text, shown_stream(out, bytes - std::min(bytes, for_err)));
  if (!err.text.empty()) {
    add_line(text, "--- stderr ---");
    add_line(text, shown_stream(err, for_err));
  }
  return text;
}

}  // namespace covey::protocol
