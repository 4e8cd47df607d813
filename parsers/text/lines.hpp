// Bytes in any pieces -> lines. A line over the limit is cut there, the rest of it is skipped; memory stays
// bounded.
#pragma once

#include <cstddef>
#include <functional>
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

}  // namespace covey::parsers
