// Python's logical lines, with their indent: brackets, string literals and backslashes join physical lines.
#pragma once

#include "parsers/syntax/source_cursor.hpp"
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

struct logical_line {
  std::size_t indent = 0;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::string_view text;  // without the indent
};

class logical_lines {
 public:
  explicit logical_lines(std::string_view text) : at_(text) {}

  // Skips empty lines and comments. False: no line is left.
  bool next(logical_line& out);

  // False: a string literal or bracket was not closed.
  bool whole() const { return whole_; }

 private:
  // An open bracket, or an open f-string: its replacement fields may contain any code.
  struct level {
    char kind = '(';      // '(', the quote of an f-string, or ':' for a replacement field's format
    bool triple = false;  // a triple quote
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

}  // namespace covey::parsers::languages::python
