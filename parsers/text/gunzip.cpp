#include "parsers/text/gunzip.hpp"
#include <zlib.h>
#include <algorithm>
#include <array>
#include <limits>

namespace covey::parsers {
namespace {

constexpr std::size_t piece = 64 * 1024;
constexpr int gzip_only = 15 + 16;  // the largest window; zlib's own header is refused

}  // namespace

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
