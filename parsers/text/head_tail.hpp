// The first and the last bytes of a stream of any length, in bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace covey::parsers {

class head_tail {
 public:
  // Keeps everything up to `limit` bytes; beyond that the first half and the last half of it.
  explicit head_tail(std::size_t limit) : limit_(limit) {}

  void append(std::string_view bytes);

  std::uint64_t total() const { return total_; }
  bool truncated() const { return total_ > limit_; }

  // All of it, or head + "\n[TRUNCATED] N of M bytes left out\n" + tail. The cut is at a line end if one is
  // within reach (a quarter of the limit) and never splits a UTF-8 sequence; N counts the bytes left out.
  std::string text() const;

 private:
  std::size_t limit_;
  std::uint64_t total_ = 0;
  std::string head_;
  std::string tail_;  // a ring once it is full: the oldest byte is at tail_start_
  std::size_t tail_start_ = 0;
};

}  // namespace covey::parsers
