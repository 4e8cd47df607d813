// A place in a source that is read byte by byte, and its line: the common ground of the outlines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace covey::parsers {

class source_cursor {
 public:
  explicit source_cursor(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  char before() const { return at_ > 0 ? text_[at_ - 1] : '\n'; }
  bool sees(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  std::size_t offset() const { return at_; }
  std::uint32_t line() const { return line_; }  // from 1
  std::string_view since(std::size_t offset) const { return text_.substr(offset, at_ - offset); }

  void skip(std::size_t count = 1);
  void skip_blanks(std::string_view blanks = " \t\r\n\f\v");
  void skip_line();                         // up to the line feed
  void skip_behind(std::string_view what);  // or to the end
  // Letters, digits, underscores and everything beyond ASCII; moves behind it.
  std::string_view take_word();
  // From a quote to behind its counterpart; a backslash escapes any byte. If `lines` is false, a line feed
  // ends it, too.
  void skip_quoted(char quote, bool lines);

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

bool is_word_byte(char c);

}  // namespace covey::parsers
