#include "parsers/languages/node/discovery/outline.hpp"
#include "parsers/languages/node/discovery/api.hpp"
#include "parsers/languages/node/discovery/expressions.hpp"
#include "parsers/languages/node/discovery/title.hpp"
#include "parsers/syntax/source_cursor.hpp"
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

constexpr std::size_t max_depth = 500;
constexpr std::size_t max_block = 64;
constexpr std::size_t room = std::size_t{32} << 20;              // bytes of names in one file
constexpr std::size_t max_looked_ahead = std::size_t{64} << 20;  // bytes that were read in vain
constexpr std::size_t max_title = 2'000;

// After these words a slash begins a regular expression.
bool wants_value(std::string_view word) {
  constexpr std::string_view words[] = {"return", "typeof", "case", "in",    "of",    "do",   "else",
                                        "void",   "delete", "new",  "throw", "await", "yield"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

class outliner {
 public:
  explicit outliner(std::string_view text) : at_(text) {}

  outline read() {
    while (!at_.at_end() && open_.size() < max_depth && used_ < room && looked_ahead_ < max_looked_ahead)
      step();
    found_.whole = found_.whole && open_.empty() && at_.at_end();
    while (!open_.empty()) close();
    return std::move(found_);
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  struct level {
    char bracket = '(';        // '`': a template, in which only ${ counts
    std::size_t block = none;  // the test or group whose call this is
    bool certain = true;       // only groups and their functions enclose it
  };

  void step() {
    if (!open_.empty() && open_.back().bracket == '`') return step_template();
    const char now = at_.peek();
    if (is_name_byte(now)) return on_word();
    if (now == ' ' || now == '\t' || now == '\r' || now == '\n') return at_.skip_blanks();
    if (now == '/' && (at_.peek(1) == '/' || at_.peek(1) == '*')) return skip_comment();
    const bool value = std::exchange(value_, false);
    member_ = now == '.';
    if (now == '"' || now == '\'')
      skip_string(now);
    else if (now == '`')
      open_.push_back({'`', none, around_is_certain()}), at_.skip();
    else if (now == '/' && !value)
      skip_expression();
    else if (now == '(' || now == '[' || now == '{')
      open(now);
    else if (now == ')' || now == ']' || now == '}')
      on_closing();
    else
      at_.skip();
  }

  static bool is_name_byte(char c) { return is_word_byte(c) || c == '$'; }

  bool around_is_certain() const { return open_.empty() || open_.back().certain; }

  void open(char bracket) {
    // The function of a test is the first thing in braces of its call.
    const bool body = bracket == '{' && !open_.empty() && open_.back().block != none;
    open_.push_back({bracket, none, around_is_certain() && (body || bracket != '{')});
    at_.skip();
  }

  void on_closing() {
    at_.skip();
    value_ = true;
    if (open_.empty())
      found_.whole = false;
    else
      close();
  }

  void close() {
    if (const auto block = open_.back().block; block != none) {
      found_.blocks[block].line_end = at_.line();
      inside_.pop_back();
    }
    open_.pop_back();
  }

  void step_template() {
    if (at_.sees("${")) {
      open_.push_back({'{', none, false});
      return at_.skip(2);
    }
    if (at_.peek() == '`') {
      open_.pop_back();
      value_ = true;
    }
    at_.skip(at_.peek() == '\\' ? 2 : 1);
  }

  void skip_comment() {
    if (at_.sees("//")) return at_.skip_line();
    at_.skip(2);
    at_.skip_behind("*/");
  }

  // A quote that is not closed on its line belongs to JSX's text.
  bool skip_string(char quote) {
    auto ahead = at_;
    ahead.skip_quoted(quote, false);
    const bool closed = ahead.before() == quote && ahead.offset() > at_.offset() + 1;
    value_ = true;
    if (closed)
      at_ = ahead;
    else
      look_ahead_in_vain(ahead);
    return closed;
  }

  void skip_expression() {
    bool in_class = false;
    auto ahead = at_;
    for (ahead.skip(); !ahead.at_end() && ahead.peek() != '\n'; ahead.skip()) {
      const char now = ahead.peek();
      if (now == '\\')
        ahead.skip();
      else if (now == '[')
        in_class = true;
      else if (now == ']')
        in_class = false;
      else if (now == '/' && !in_class)
        break;
    }
    value_ = true;
    if (ahead.peek() != '/') return look_ahead_in_vain(ahead);
    at_ = ahead;
    at_.skip();
  }

  void look_ahead_in_vain(const source_cursor& to) {
    looked_ahead_ += to.offset() - at_.offset();
    at_.skip();
  }

  std::string_view take_name() {
    const auto begin = at_.offset();
    while (is_name_byte(at_.peek())) at_.skip();
    return at_.since(begin);
  }

  void on_word() {
    const bool member = std::exchange(member_, false);
    const auto line = at_.line();
    const auto word = take_name();
    value_ = !wants_value(word);
    const auto api = member ? test_api{} : global_api(word);
    if (api && !only_skips_) read_call(api, line);
  }

  // ".only.each([…])(" and what follows. What turns out to be no call of a test is read again.
  void read_call(test_api api, std::uint32_t line) {
    auto start = at_;
    while (at_.peek() == '.' && is_name_byte(at_.peek(1)) && api) {
      at_.skip();
      api = api.member(take_name());
      if (!api.needs_call) continue;
      if (!skip_table()) break;
      api = api.called();
    }
    if (api.makes_blocks() && at_.peek() == '(') {
      const auto call = at_;
      at_.skip();
      while (skip_gap()) {
      }
      auto title = take_title(api.each);
      while (title && skip_gap()) {
      }
      const bool real = title && (at_.peek() == ',' || (at_.peek() == ')' && api.pending));
      looked_ahead_ += at_.offset() - call.offset();
      at_ = call;
      if (real) return add(std::move(*title), api, line);
    }
    looked_ahead_ += at_.offset() - start.offset();
    at_ = start;
  }

  bool skip_gap() {
    const auto begin = at_.offset();
    at_.skip_blanks();
    if (at_.sees("//") || at_.sees("/*")) skip_comment();
    return at_.offset() > begin;
  }

  // Skips the brackets or the template of a table of values.
  bool skip_table() {
    if (at_.peek() != '(' && at_.peek() != '`') return false;
    outliner within{at_};
    do {
      within.step();
    } while (!within.open_.empty() && !within.at_.at_end() && within.open_.size() < max_depth);
    at_ = within.at_;
    return within.open_.empty();
  }

  std::optional<block_title> take_title(bool each) {
    const char quote = at_.peek();
    if (quote != '"' && quote != '\'' && quote != '`') return std::nullopt;
    const auto begin = at_.offset() + 1;
    if (quote != '`') {
      if (!skip_string(quote)) return std::nullopt;
      const auto text = at_.since(begin);
      return literal_title(unescaped(text.substr(0, std::min(text.size() - 1, max_title))), each);
    }
    at_.skip_quoted('`', true);
    auto text = at_.since(begin);
    text = text.substr(0, std::min(text.size() - std::min<std::size_t>(text.size(), 1), max_title));
    if (text.find("${") == std::string_view::npos) return literal_title(unescaped(text), each);
    return filled_title(text);
  }

  // The value of ${…} is only known when the test runs.
  static block_title filled_title(std::string_view text) {
    block_title out;
    out.label = unescaped(text);
    out.name.literals.clear();
    for (auto place = text.find("${"); place != std::string_view::npos; place = text.find("${")) {
      out.name.literals.push_back(unescaped(text.substr(0, place)));
      text.remove_prefix(std::min(text.find('}', place), text.size() - 1) + 1);
    }
    out.name.literals.push_back(unescaped(text));
    return out;
  }

  // The cursor is at the bracket of the arguments.
  void add(block_title title, const test_api& api, std::uint32_t line) {
    level in{'(', none, around_is_certain()};
    if (inside_.size() < max_block) {
      auto block = inside_.empty() ? test_block{} : within(found_.blocks[inside_.back()]);
      auto& literals = title.name.literals;
      if (!in.certain && (literals.size() == 1 || !literals.front().empty()))
        literals.insert(literals.begin(), "");
      block.label += title.label;
      block.dynamic = block.dynamic || title.name.literals.size() > 1;
      block.kind = api.kind == test_api::kind_type::group ? block_kind::group : block_kind::test;
      block.path.push_back(std::move(title.name));
      block.line_start = block.line_end = line;
      used_ += 2 * block.label.size() + 100;
      in.block = found_.blocks.size();
      in.certain = true;  // from here on its own names count
      inside_.push_back(in.block);
      found_.blocks.push_back(std::move(block));
    }
    open_.push_back(in);
    at_.skip();
  }

  explicit outliner(const source_cursor& at) : at_(at), only_skips_(true) {}

  source_cursor at_;
  outline found_;
  std::vector<level> open_;
  std::vector<std::size_t> inside_;  // the blocks around
  bool value_ = false;               // the last token was a value: a slash after it divides
  bool member_ = false;              // the last token was a dot
  bool only_skips_ = false;          // does not look for calls
  std::size_t used_ = 0;
  std::size_t looked_ahead_ = 0;
};

}  // namespace

outline outline_of(std::string_view text) {
  return outliner{text}.read();
}

}  // namespace covey::parsers::languages::node
