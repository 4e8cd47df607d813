#include "parsers/text/head_tail.hpp"

#include <algorithm>

namespace covey::parsers {

namespace {

bool continues_sequence(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Bytes of a UTF-8 sequence that its first byte announces; 1 for everything else.
std::size_t sequence_length(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0xF0U) return 4;
  if (byte >= 0xE0U) return 3;
  return byte >= 0xC0U ? 2 : 1;
}

std::string_view without_broken_end(std::string_view text) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(3, text.size()); ++back) {
    const char byte = text[text.size() - back];
    if (continues_sequence(byte)) continue;
    return sequence_length(byte) > back ? text.substr(0, text.size() - back) : text;
  }
  return text;
}

std::string_view without_broken_start(std::string_view text) {
  std::size_t skip = 0;
  while (skip < std::min<std::size_t>(3, text.size()) && continues_sequence(text[skip])) ++skip;
  return text.substr(skip);
}

std::string_view shown_head(std::string_view head, std::size_t reach) {
  const auto line_end = head.rfind('\n');
  if (line_end != std::string_view::npos && head.size() - line_end - 1 <= reach)
    return head.substr(0, line_end);
  return without_broken_end(head);
}

std::string_view shown_tail(std::string_view tail, std::size_t reach) {
  const auto line_end = tail.find('\n');
  if (line_end != std::string_view::npos && line_end + 1 <= reach) return tail.substr(line_end + 1);
  return without_broken_start(tail);
}

}  // namespace

void head_tail::append(std::string_view bytes) {
  total_ += bytes.size();
  const auto head_room = limit_ / 2 - std::min(head_.size(), limit_ / 2);
  head_.append(bytes.substr(0, head_room));
  bytes.remove_prefix(std::min(head_room, bytes.size()));

  const auto capacity = limit_ - limit_ / 2;
  if (bytes.size() > capacity) bytes.remove_prefix(bytes.size() - capacity);
  const auto tail_room = capacity - tail_.size();
  tail_.append(bytes.substr(0, tail_room));
  bytes.remove_prefix(std::min(tail_room, bytes.size()));
  while (!bytes.empty()) {  // twice at most: up to the ring's end, then from its beginning
    const auto part = bytes.substr(0, capacity - tail_start_);
    tail_.replace(tail_start_, part.size(), part);
    tail_start_ = (tail_start_ + part.size()) % capacity;
    bytes.remove_prefix(part.size());
  }
}

std::string head_tail::text() const {
  const std::string tail = tail_.substr(tail_start_) + tail_.substr(0, tail_start_);
  if (!truncated()) return head_ + tail;
  const auto head_part = shown_head(head_, limit_ / 4);
  const auto tail_part = shown_tail(tail, limit_ / 4);
  const auto left_out = total_ - head_part.size() - tail_part.size();
  std::string text(head_part);
  text += "\n[TRUNCATED] " + std::to_string(left_out) + " of " + std::to_string(total_) + " bytes left out\n";
  text += tail_part;
  return text;
}

}  // namespace covey::parsers
