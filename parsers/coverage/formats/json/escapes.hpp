// JSON text with every lone surrogate escape (half of a UTF-16 pair) replaced by \ufffd. Python and
// JavaScript write such escapes for names that are not Unicode, and Boost.JSON refuses the whole document
// because of one.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace covey::parsers {

class surrogate_repair {
 public:
  using sink = std::function<void(std::string_view)>;

  // Text in any pieces. No line feed is added or lost.
  void feed(std::string_view bytes, const sink& out);
  void finish(const sink& out);

 private:
  std::string held_;  // the beginning of an escape, at most two of them long
};

}  // namespace covey::parsers
