// Python's logical lines: what brackets, texts and backslashes keep together, with its indent.
#pragma once

#include "parsers/syntax/source_cursor.hpp"
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct python_line {
  std::size_t indent = 0;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::string_view text;  // without the indent
};

class python_lines {
 public:
  explicit python_lines(std::string_view text) : at_(text) {}

  // Empty lines and comments are passed over. False: there is none left.
  bool next(python_line& out);

  // False: some text or bracket was not closed.
  bool whole() const { return whole_; }

 private:
  // What is open: brackets, and f-strings whose replacement fields hold any code.
  struct level {
    char kind = '(';      // '(', the quote of an f-string, or ':' for the format in a replacement field
    bool triple = false;  // of a quote
  };

  void read_rest();
  void step_code();
  void step_text();
  void step_format();
  void begin_text(std::size_t prefix);
  void skip_plain(char quote, bool triple);
  bool begins_definition() const;

  source_cursor at_;
  std::vector<level> open_;
  bool whole_ = true;
};

}  // namespace covey::parsers
