#include "parsers/languages/python/discovery/outline.hpp"
#include "parsers/syntax/source_cursor.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::python {
namespace {

// --- Logical lines, with their indent: brackets, string literals and backslashes join physical lines ---

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

// --- What they define ---

bool mentions(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word) || text.size() == word.size() || is_word_byte(text[word.size()])) return false;
  text.remove_prefix(word.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\\\r\n"), text.size()));
  return true;
}

std::string_view first_word(std::string_view text) {
  return text.substr(
      0, static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_word_byte) - text.begin()));
}

// A definition, or an `if` block whose content does not count.
struct scope {
  std::size_t indent = 0;
  bool holds_tests = false;  // a class of tests
  bool test_case = false;    // … of unittest
  test_block block;
  std::size_t at = 0;  // of the block, if it is listed
};

class outliner {
 public:
  outliner(std::string_view text, const pytest_config& settings) : lines_(text), config_(settings) {}

  outline read() {
    for (logical_line line; lines_.next(line);) take(line);
    while (!open_.empty()) close();
    outline out;
    out.whole = lines_.whole();
    out.certain = false;  // decorators, __init__ and __test__ are not read
    // A later definition replaces an earlier one of the same name.
    std::set<std::string> seen;
    for (auto it = found_.rbegin(); it != found_.rend(); ++it)
      if ((it->kind == block_kind::test || filled_.contains(it->label)) && seen.insert(it->label).second)
        out.blocks.push_back(std::move(*it));
    std::reverse(out.blocks.begin(), out.blocks.end());
    return out;
  }

 private:
  void take(const logical_line& line) {
    while (!open_.empty() && open_.back().indent >= line.indent) close();
    last_ = line.last;
    auto text = line.text;
    if (text.starts_with('@')) {
      if (decorated_ == 0) decorated_ = line.first;
      fixture_ = fixture_ || mentions(text, "fixture");
      return;
    }
    const auto first = std::exchange(decorated_, 0);
    const bool fixture = std::exchange(fixture_, false);
    const auto begin = first > 0 ? first : line.first;
    const bool async = take_word(text, "async");
    if (take_word(text, "def"))
      define(line, begin, first_word(text), !fixture);
    else if (!async && take_word(text, "class"))
      define_class(line, begin, text);
    else if (text.starts_with("if") && (mentions(text, "__main__") || mentions(text, "TYPE_CHECKING")))
      open_.push_back({line.indent, false, false, {}, none});
  }

  test_block block_of(std::string_view name, std::uint32_t first, std::uint32_t last) const {
    auto out = open_.empty() ? test_block{} : within(open_.back().block);
    out.label += name;
    out.path.emplace_back(std::string{name});
    out.line_start = first;
    out.line_end = last;
    return out;
  }

  void define(const logical_line& line, std::uint32_t first, std::string_view name, bool counts) {
    scope inner{.indent = line.indent, .holds_tests = false, .test_case = false, .block = {}, .at = none};
    const bool here = open_.empty() || open_.back().holds_tests;
    const bool test_case = !open_.empty() && open_.back().test_case;
    const bool test = (test_case && name.starts_with("test")) || config_.is_test_function(name);
    if (counts && here && test) {
      inner.at = found_.size();
      found_.push_back(block_of(name, first, line.last));
      for (const auto& outer : open_) filled_.insert(outer.block.label);
    }
    open_.push_back(std::move(inner));
  }

  void define_class(const logical_line& line, std::uint32_t first, std::string_view text) {
    const auto name = first_word(text);
    const auto bases = text.substr(name.size());
    scope inner{.indent = line.indent, .holds_tests = false, .test_case = false, .block = {}, .at = none};
    const bool here = open_.empty() || (open_.back().holds_tests && !open_.back().test_case);
    inner.test_case = mentions(bases, "TestCase") || derives_from_test_case(bases);
    if (inner.test_case) test_cases_.insert(std::string{name});
    const bool candidate = mentions(bases, "Test") || mentions(bases, "test");
    inner.holds_tests = here && (inner.test_case || candidate || config_.is_test_class(name));
    if (inner.holds_tests) {
      inner.block = block_of(name, first, line.last);
      inner.block.kind = block_kind::group;
      inner.at = found_.size();
      found_.push_back(inner.block);
    }
    open_.push_back(std::move(inner));
  }

  bool derives_from_test_case(std::string_view bases) const {
    return std::any_of(test_cases_.begin(), test_cases_.end(),
                       [&](const auto& known) { return mentions(bases, known); });
  }

  void close() {
    if (open_.back().at != none) found_[open_.back().at].line_end = last_;
    open_.pop_back();
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  logical_lines lines_;
  const pytest_config& config_;
  std::vector<scope> open_;  // the innermost last
  std::vector<test_block> found_;
  std::set<std::string> filled_;      // labels of classes with tests
  std::set<std::string> test_cases_;  // names of classes
  std::uint32_t decorated_ = 0;       // the line of the first decorator
  bool fixture_ = false;
  std::uint32_t last_ = 1;  // the last line read so far
};

}  // namespace

outline outline_of(std::string_view text, const pytest_config& settings) {
  return outliner{text, settings}.read();
}

}  // namespace covey::parsers::languages::python
