#include "parsers/text/streams.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <limits>
#include <zlib.h>

namespace covey::parsers {
namespace {

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
    if (continues_character(byte)) continue;
    return sequence_length(byte) > back ? text.substr(0, text.size() - back) : text;
  }
  return text;
}

std::string_view without_broken_start(std::string_view text) {
  std::size_t skip = 0;
  while (skip < std::min<std::size_t>(3, text.size()) && continues_character(text[skip])) ++skip;
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

constexpr std::size_t piece = 64 * 1024;
constexpr int gzip_only = 15 + 16;  // the largest window; zlib's own header is refused

}  // namespace

void line_splitter::feed(std::string_view bytes, const sink& on_line) {
  while (!bytes.empty()) {
    const auto end = bytes.find('\n');
    const auto piece = bytes.substr(0, end);
    if (end != std::string_view::npos && pending_.empty() && !cut_ && piece.size() <= max_line_) {
      on_line(piece.ends_with('\r') ? piece.substr(0, piece.size() - 1) : piece, false);  // whole: no copy
      bytes.remove_prefix(end + 1);
      continue;
    }
    // One byte more than the limit is kept: a "\r" there may yet turn out to belong to the line end.
    const auto room = max_line_ + 1 - std::min(pending_.size(), max_line_ + 1);
    pending_.append(piece.substr(0, room));
    if (piece.size() > room) cut_ = true;
    if (end == std::string_view::npos) return;
    bytes.remove_prefix(end + 1);
    end_line(on_line);
  }
}

void line_splitter::finish(const sink& on_line) {
  if (!pending_.empty() || cut_) end_line(on_line);
}

void line_splitter::end_line(const sink& on_line) {
  std::string_view line = pending_;
  if (!cut_ && !line.empty() && line.back() == '\r') line.remove_suffix(1);
  const bool cut = line.size() > max_line_ || cut_;
  on_line(line.substr(0, max_line_), cut);
  pending_.clear();
  cut_ = false;
}

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

struct gunzip::stream {
  z_stream z{};
  sink on_text;
  std::uint64_t left = 0;  // bytes of text until the limit
  state now = state::open;
  bool any_member = false;  // one has ended
  std::array<char, piece> text{};

  bool between_members() const { return any_member && z.total_in == 0; }
  void skip_padding();
  bool inflate_some();
};

bool is_gzip(std::string_view head) {
  return head.size() >= 2 && head[0] == '\x1f' && head[1] == '\x8b';
}

gunzip::gunzip(sink on_text, std::uint64_t max_bytes) : stream_(std::make_unique<stream>()) {
  stream_->on_text = std::move(on_text);
  stream_->left = max_bytes;
  if (::inflateInit2(&stream_->z, gzip_only) != Z_OK) stream_->now = state::broken;  // no memory
}

gunzip::gunzip(gunzip&&) noexcept = default;
gunzip& gunzip::operator=(gunzip&&) noexcept = default;

gunzip::~gunzip() {
  if (stream_) ::inflateEnd(&stream_->z);
}

// Bytes behind a member that do not begin another one are padding, as for gzip itself.
void gunzip::stream::skip_padding() {
  if (between_members() && z.avail_in > 0 && *z.next_in != 0x1f) now = state::whole;
}

// Whether the fed bytes may give more text.
bool gunzip::stream::inflate_some() {
  skip_padding();
  if (now != state::open) return false;
  z.next_out = reinterpret_cast<Bytef*>(text.data());
  z.avail_out = static_cast<uInt>(text.size());
  const int result = ::inflate(&z, Z_NO_FLUSH);
  const auto made = text.size() - z.avail_out;
  if (made > left) {
    now = state::too_large;
    return false;
  }
  left -= made;
  if (made > 0) on_text({text.data(), made});
  if (result == Z_STREAM_END) {
    any_member = true;
    if (::inflateReset(&z) != Z_OK) now = state::broken;
    return z.avail_in > 0;
  }
  if (result == Z_BUF_ERROR) return false;  // it wants more input
  if (result != Z_OK) now = state::broken;
  return now == state::open && (z.avail_in > 0 || z.avail_out == 0);
}

gunzip::state gunzip::feed(std::string_view bytes) {
  auto& s = *stream_;
  while (!bytes.empty() && s.now == state::open) {
    const auto some = std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max());
    s.z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    s.z.avail_in = static_cast<uInt>(some);
    bytes.remove_prefix(some);
    while (s.inflate_some()) {
    }
  }
  return s.now == state::open && s.between_members() ? state::whole : s.now;
}

}  // namespace covey::parsers
