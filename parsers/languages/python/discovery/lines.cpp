#include "parsers/languages/python/discovery/lines.hpp"
#include <algorithm>
#include <string>

namespace covey::parsers::languages::python {
namespace {

constexpr std::size_t max_depth = 200;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool has(std::string_view prefix, char letter) {
  return std::any_of(prefix.begin(), prefix.end(), [&](char c) { return lower(c) == letter; });
}

bool is_prefix(std::string_view word) {
  return word.size() <= 2 && std::all_of(word.begin(), word.end(), [](char c) {
           return std::string_view{"rbuft"}.find(lower(c)) != std::string_view::npos;
         });
}

}  // namespace

bool logical_lines::next(logical_line& out) {
  out.indent = 0;
  while (!at_.at_end()) {
    const char now = at_.peek();
    if (now == ' ') {
      ++out.indent;
    } else if (now == '\t') {
      out.indent = (out.indent / 8 + 1) * 8;
    } else if (now == '\n' || now == '\r' || now == '\f') {
      out.indent = 0;
    } else if (now == '#') {
      at_.skip_line();
      continue;
    } else {
      break;
    }
    at_.skip();
  }
  if (at_.at_end()) return false;
  const auto begin = at_.offset();
  out.first = at_.line();
  read_rest();
  out.last = at_.line();
  out.text = at_.since(begin);
  return true;
}

// Reads up to the line feed that ends the logical line.
void logical_lines::read_rest() {
  open_.clear();
  while (!at_.at_end()) {
    if (at_.peek() == '\n' && (open_.empty() || begins_definition())) break;
    if (open_.empty() || open_.back().kind == '(')
      step_code();
    else
      step_text();
  }
  if (!open_.empty()) whole_ = false;
}

// Whether a definition follows this line feed. No bracket can contain one: an open bracket lacks its end.
bool logical_lines::begins_definition() const {
  const bool in_text = std::any_of(open_.begin(), open_.end(), [](const auto& one) { return one.triple; });
  if (in_text) return false;
  return at_.sees("\ndef ") || at_.sees("\nclass ") || at_.sees("\nasync def ") || at_.sees("\n@");
}

void logical_lines::step_code() {
  const char now = at_.peek();
  if (is_word_byte(now)) {
    const auto word = at_.take_word();
    if ((at_.peek() == '"' || at_.peek() == '\'') && is_prefix(word)) begin_text(word.size());
    return;
  }
  if (now == '"' || now == '\'') return begin_text(0);
  if (now == '#') return at_.skip_line();
  if (now == '\\') return at_.skip(at_.peek(1) == '\r' ? 3 : 2);
  if ((now == '(' || now == '[' || now == '{') && open_.size() < max_depth) open_.push_back({});
  if ((now == ')' || now == ']' || now == '}') && !open_.empty()) open_.pop_back();
  const bool in_field = open_.size() > 1 && open_.back().kind == '(' && open_[open_.size() - 2].kind != '(';
  if (now == ':' && in_field) open_.back().kind = ':';
  at_.skip();
}

// The cursor is after the prefix.
void logical_lines::begin_text(std::size_t prefix) {
  const char quote = at_.peek();
  const bool triple = at_.peek(1) == quote && at_.peek(2) == quote;
  const bool format = prefix > 0 && prefix <= at_.offset() && [&] {
    const auto letters = at_.since(at_.offset() - prefix);
    return has(letters, 'f') || has(letters, 't');
  }();
  at_.skip(triple ? 3 : 1);
  if (format && open_.size() < max_depth)
    open_.push_back({quote, triple});
  else
    skip_plain(quote, triple);
}

void logical_lines::skip_plain(char quote, bool triple) {
  const std::string end(triple ? 3 : 1, quote);
  while (!at_.at_end()) {
    if (at_.sees(end)) return at_.skip(end.size());
    if (!triple && at_.peek() == '\n') {
      whole_ = false;
      return;
    }
    at_.skip(at_.peek() == '\\' ? 2 : 1);
  }
  whole_ = false;
}

void logical_lines::step_format() {
  const auto now = at_.peek();
  const bool ends_text = now == '\n' || now == open_[open_.size() - 2].kind;
  if (ends_text) {
    open_.pop_back();
    whole_ = false;
    return;
  }
  if (now == '{' && open_.size() < max_depth) open_.push_back({});
  if (now == '}') open_.pop_back();
  at_.skip();
}

// Within an f-string, or within the format of one of its replacement fields.
void logical_lines::step_text() {
  const auto now = at_.peek();
  if (open_.back().kind == ':') return step_format();
  const auto text = open_.back();
  const std::string end(text.triple ? 3 : 1, text.kind);
  if (at_.sees(end)) {
    open_.pop_back();
    return at_.skip(end.size());
  }
  if (!text.triple && now == '\n') {
    open_.pop_back();
    whole_ = false;
    return;
  }
  if (now == '{' && at_.peek(1) == '{') return at_.skip(2);
  if (now == '{' && open_.size() < max_depth) open_.push_back({});
  at_.skip(now == '\\' && at_.peek(1) != '{' ? 2 : 1);
}

}  // namespace covey::parsers::languages::python
