// Text that was compressed with gzip (RFC 1952), in pieces.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace covey::parsers {

bool is_gzip(std::string_view head);

// Consecutive members form one text; anything else behind the last one is ignored.
class gunzip {
 public:
  enum class state : std::uint8_t {
    open,       // more is to come
    whole,      // the last member has ended
    broken,     // these bytes are not what gzip writes
    too_large,  // the text is longer than the limit
  };
  using sink = std::function<void(std::string_view piece)>;  // valid for the call only

  gunzip(sink on_text, std::uint64_t max_bytes);
  gunzip(gunzip&&) noexcept;
  gunzip& operator=(gunzip&&) noexcept;
  ~gunzip();

  // Bytes after `broken` or `too_large` are ignored.
  state feed(std::string_view bytes);

 private:
  struct stream;
  std::unique_ptr<stream> stream_;
};

}  // namespace covey::parsers
