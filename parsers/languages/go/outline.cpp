#include "parsers/languages/go/outline.hpp"
#include <algorithm>
#include <string>

namespace covey::parsers::languages::go {
namespace {

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// "// Output:", "// Unordered output:": in any letter case, as go/doc looks for it.
bool begins_output(std::string_view comment) {
  std::string lower;
  for (const char c : comment.substr(0, 80)) {
    if (c == '/' || c == '*' || c == ' ' || c == '\t' || c == '\n') continue;
    lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return lower.starts_with("output:") || lower.starts_with("unorderedoutput:");
}

class lexer {
 public:
  explicit lexer(std::string_view text) : text_(text) {}

  source_outline read() {
    while (at_ < text_.size()) step();
    if (in_function_) end_function();
    return std::move(out_);
  }

 private:
  // How much of a function's head has been read.
  enum class head : std::uint8_t { none, keyword, receiver, named, parameters, result };

  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool at_top() const { return braces_ == 0 && parentheses_ == 0; }

  void step() {
    const char c = peek();
    if (c == '\n') {
      ++line_;
      first_on_line_ = true;
      ++at_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '/' && (peek(1) == '/' || peek(1) == '*')) {
      comment();
    } else {
      token(c);
      first_on_line_ = false;
    }
  }

  void token(char c) {
    comment_line_ = 0;
    if (c == '"' || c == '\'')
      quoted(c);
    else if (c == '`')
      raw();
    else if (is_digit(c))
      number();
    else if (begins_word(c))
      word();
    else
      sign(c);
    after_dot_ = c == '.';
  }

  // Comments that follow each other without a blank line are one.
  void comment() {
    const bool block = peek(1) == '*';
    const auto end = block ? text_.find("*/", at_ + 2) : text_.find('\n', at_);
    const auto stop = end == std::string_view::npos ? text_.size() : end + (block ? 2 : 0);
    const auto said = text_.substr(at_, stop - at_);
    if (comment_line_ == 0 || comment_line_ + 1 != line_) output_comment_ = begins_output(said);
    line_ += static_cast<std::uint32_t>(std::count(said.begin(), said.end(), '\n'));
    comment_line_ = line_;
    at_ = stop;
  }

  void quoted(char quote) {
    for (++at_; at_ < text_.size() && peek() != quote && peek() != '\n'; ++at_)
      if (peek() == '\\' && peek(1) != '\n') ++at_;
    if (peek() == quote) ++at_;
    at_ = std::min(at_, text_.size());
  }

  void raw() {
    const auto end = text_.find('`', at_ + 1);
    const auto stop = end == std::string_view::npos ? text_.size() : end + 1;
    line_ += static_cast<std::uint32_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                                   text_.begin() + static_cast<std::ptrdiff_t>(stop), '\n'));
    at_ = stop;
  }

  void number() {
    while (is_digit(peek()) || begins_word(peek()) || peek() == '.') ++at_;
  }

  void word() {
    const auto begin = at_;
    while (begins_word(peek()) || is_digit(peek())) ++at_;
    const auto text = text_.substr(begin, at_ - begin);
    if (text == "func" && at_top() && first_on_line_ && !in_function_) {
      head_ = head::keyword;
      function_ = {};
      function_.first_line = line_;
    } else if (at_top() && (head_ == head::keyword || head_ == head::receiver)) {
      function_.name = text;
      function_.is_method = head_ == head::receiver;
      head_ = head::named;
    } else if (head_ == head::named && parentheses_ > 0) {
      function_.last_parameter_word = text;
    }
    out_.words.push_back({text, line_, after_dot_, peek() == '(', peek() == '(' && peek(1) == ')'});
  }

  void sign(char c) {
    ++at_;
    if (c == '(') ++parentheses_;
    if (c == ')') close_parenthesis();
    if (c == '{') open_brace();
    if (c == '}') close_brace();
  }

  void close_parenthesis() {
    if (parentheses_ > 0) --parentheses_;
    if (!at_top() || in_function_) return;
    if (head_ == head::keyword)
      head_ = head::receiver;
    else if (head_ == head::named)
      head_ = head::parameters;
  }

  void open_brace() {
    if (at_top() && head_ == head::parameters && !in_function_) {
      in_function_ = true;
      function_.first_word = out_.words.size();
      output_comment_ = false;
    }
    ++braces_;
  }

  // The braces of a result type, as of "func f() interface{} {", are not the body: more follows on the line.
  void close_brace() {
    if (braces_ > 0) --braces_;
    if (braces_ > 0) return;
    parentheses_ = 0;
    if (!in_function_) return;
    const auto next = text_.find_first_not_of(" \t", at_);
    if (next != std::string_view::npos && text_[next] == '{') {
      in_function_ = false;
      return;
    }
    end_function();
  }

  void end_function() {
    function_.last_line = line_;
    function_.last_word = out_.words.size();
    function_.has_output = output_comment_;
    out_.functions.push_back(function_);
    in_function_ = false;
    head_ = head::none;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  bool first_on_line_ = true;
  bool after_dot_ = false;
  std::uint32_t comment_line_ = 0;  // last line of the comment right before; 0: something is in between
  bool output_comment_ = false;
  std::size_t braces_ = 0;
  std::size_t parentheses_ = 0;
  head head_ = head::none;
  bool in_function_ = false;
  source_function function_;
  source_outline out_;
};

}  // namespace

source_outline read_source_outline(std::string_view text) {
  return lexer{text}.read();
}

}  // namespace covey::parsers::languages::go
