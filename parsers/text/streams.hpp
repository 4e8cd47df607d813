// Streams of bytes in pieces: their lines, their first and last bytes in bounded memory, and what gzip has compressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace covey::parsers {

class line_splitter {
 public:
  // `cut`: the line was longer than the limit and this is its beginning. The view lives until the call
  // returns; it holds no line end ("\n", "\r\n").
  using sink = std::function<void(std::string_view line, bool cut)>;

  explicit line_splitter(std::size_t max_line) : max_line_(max_line) {}

  void feed(std::string_view bytes, const sink& on_line);
  void finish(const sink& on_line);  // gives a last line that had no line end

 private:
  void end_line(const sink& on_line);
  std::size_t max_line_;
  std::string pending_;
  bool cut_ = false;
};

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
