#include "parsers/syntax/source_cursor.hpp"
#include <algorithm>

namespace covey::parsers {

bool is_word_byte(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

void source_cursor::skip(std::size_t count) {
  const auto passed = text_.substr(at_, count);
  line_ += static_cast<std::uint32_t>(std::count(passed.begin(), passed.end(), '\n'));
  at_ += passed.size();
}

void source_cursor::skip_blanks(std::string_view blanks) {
  skip(std::min(text_.find_first_not_of(blanks, at_), text_.size()) - at_);
}

void source_cursor::skip_line() {
  skip(std::min(text_.find('\n', at_), text_.size()) - at_);
}

void source_cursor::skip_behind(std::string_view what) {
  const auto found = text_.find(what, at_);
  skip(found == std::string_view::npos ? text_.size() - at_ : found + what.size() - at_);
}

std::string_view source_cursor::take_word() {
  const auto begin = at_;
  while (at_ < text_.size() && is_word_byte(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

void source_cursor::skip_quoted(char quote, bool lines) {
  skip();
  while (!at_end() && (lines || peek() != '\n')) {
    const char now = peek();
    skip(now == '\\' && (lines || peek(1) != '\n') ? 2 : 1);
    if (now == quote) return;
  }
}

}  // namespace covey::parsers
