#include "parsers/languages/rust/discovery/outline.hpp"
#include "parsers/languages/rust/discovery/collector.hpp"
#include "parsers/syntax/source_cursor.hpp"
#include <algorithm>
#include <string>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

constexpr std::size_t max_depth = 500;

class outliner {
 public:
  explicit outliner(std::string_view text) : at_(text) {}

  outline read() {
    while (!at_.at_end() && open_.size() < max_depth) step();
    outline out;
    out.whole = whole_ && open_.empty() && at_.at_end();
    while (!open_.empty()) close();
    out.blocks = found_.take();
    return out;
  }

 private:
  // An open bracket and its item.
  struct level {
    char bracket = '{';
    bool tests = false;  // tests may stand in it
    bool module = false;
    bool every_fn = false;  // quickcheck!
    std::string test;       // the function whose body it is
    test_marks marks;
    std::uint32_t first_line = 0;
  };

  // An item that has begun, before its body.
  struct item {
    std::string module;
    std::string test;
    test_marks marks;
    bool function = false;
    bool every_fn = false;
    std::uint32_t first_line = 0;
  };

  bool tests_here() const { return open_.empty() || open_.back().tests; }
  bool in_braces() const { return open_.empty() || open_.back().bracket == '{'; }

  void step() {
    const char now = at_.peek();
    if (is_word_byte(now)) return on_word();
    if (skip_text()) return;
    if (now == '#') return on_attribute();
    if (now == '{' || now == '(' || now == '[')
      open(now);
    else if (now == '}' || now == ')' || now == ']')
      on_end();
    else if (now == ';' && in_braces())
      forget();
    at_.skip();
  }

  // Skips comments, strings, characters and blanks.
  bool skip_text() {
    const auto begin = at_.offset();
    at_.skip_blanks();
    if (at_.sees("//"))
      at_.skip_line();
    else if (at_.sees("/*"))
      skip_comment();
    else if (at_.peek() == '"')
      at_.skip_quoted('"', true);
    else if (at_.peek() == '\'')
      skip_character();
    return at_.offset() > begin;
  }

  void skip_comment() {
    std::size_t depth = 0;
    do {
      if (at_.sees("/*"))
        ++depth, at_.skip(2);
      else if (at_.sees("*/"))
        --depth, at_.skip(2);
      else
        at_.skip();
    } while (depth > 0 && !at_.at_end());
  }

  // A character, or a lifetime, which has no closing quote.
  void skip_character() {
    at_.skip();
    if (at_.peek() == '\\') {
      at_.skip(2);
      while (!at_.at_end() && at_.peek() != '\'' && at_.peek() != '\n') at_.skip();
      at_.skip();
      return;
    }
    const auto begin = at_.offset();
    const bool word = !at_.take_word().empty();
    if (!word) at_.skip();
    const auto passed = at_.since(begin);
    if (passed.empty()) return;
    const bool one = passed.size() == 1 || static_cast<unsigned char>(passed.front()) >= 0x80;
    if (at_.peek() == '\'' && one) at_.skip();
  }

  void on_word() {
    const auto line = at_.line();
    const auto word = at_.take_word();
    if (skip_prefixed_text(word)) return;
    if (!in_braces()) return;
    if (first_line_ == 0 && (word == "mod" || word == "fn")) first_line_ = line;
    if (word == "mod" || word == "fn") return on_item(word == "fn");
    if (word == "quickcheck" && at_.peek() == '!') next_.every_fn = true;
    // Functions within the braces of these items are not tests.
    for (const std::string_view other : {"impl", "trait", "struct", "enum", "union", "macro_rules"})
      next_.function = next_.function || word == other;
  }

  // r"…", r#"…"#, br"…", b'…', c"…"; r#name is a name.
  bool skip_prefixed_text(std::string_view word) {
    if (word != "r" && word != "br" && word != "cr" && word != "b" && word != "c") return false;
    if (at_.peek() == '\'' && word == "b") return skip_character(), true;
    if (at_.peek() == '"' && word.back() != 'r') return at_.skip_quoted('"', true), true;
    if (word.back() != 'r') return false;
    std::size_t signs = 0;
    while (at_.peek(signs) == '#') ++signs;
    if (at_.peek(signs) != '"') return false;
    at_.skip(signs + 1);
    at_.skip_behind("\"" + std::string(signs, '#'));
    return true;
  }

  void on_attribute() {
    const auto line = at_.line();
    at_.skip();
    const bool inner = at_.peek() == '!';
    if (inner) at_.skip();
    if (at_.peek() != '[') return;
    const auto begin = at_.offset() + 1;
    std::size_t depth = 0;
    do {
      if (skip_text()) continue;
      if (is_word_byte(at_.peek())) {
        skip_prefixed_text(at_.take_word());
        continue;
      }
      if (at_.peek() == '[') ++depth;
      if (at_.peek() == ']') --depth;
      at_.skip();
    } while (depth > 0 && !at_.at_end());
    if (inner || !tests_here()) return;
    if (first_line_ == 0) first_line_ = line;
    const auto known = attributes_.size();
    add_attribute(at_.since(begin));
    for (auto i = known; i < attributes_.size(); ++i) attributes_[i].lines = {line, at_.line()};
  }

  // "tokio::test(flavor = …)]", "cfg_attr(unix, test)]"
  void add_attribute(std::string_view text) {
    auto path = path_at(text);
    if (path != "cfg_attr") return add_path(std::move(path));
    for (auto comma = text.find(','); comma != std::string_view::npos; comma = text.find(',', comma + 1))
      add_path(path_at(text.substr(comma + 1)));
  }

  void add_path(std::string path) {
    attributes_.emplace_back();
    attributes_.back().path = std::move(path);
  }

  static std::string path_at(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (!is_word_byte(c) && c != ':' && c != ' ' && c != '\n') break;
      if (c != ' ' && c != '\n') out += c;
    }
    return out;
  }

  void on_item(bool function) {
    while (skip_text()) {
    }
    std::string name;
    if (at_.sees("r#")) name = "r#", at_.skip(2);
    name += at_.take_word();
    const auto attributes = std::exchange(attributes_, {});
    next_ = {};
    next_.function = function;
    next_.first_line = std::exchange(first_line_, 0);
    if (name.empty() || !tests_here()) return;
    if (!function) {
      next_.module = std::move(name);
      return;
    }
    next_.marks = marks_of(attributes, {});
    if (!open_.empty() && open_.back().every_fn) next_.marks.test = true;
    if (next_.marks.test) next_.test = std::move(name);
  }

  void open(char bracket) {
    level in;
    in.bracket = bracket;
    if (bracket == '{') {
      auto begun = std::exchange(next_, {});
      in.first_line = begun.first_line > 0 ? begun.first_line : at_.line();
      in.test = std::move(begun.test);
      in.marks = std::move(begun.marks);
      const bool tests = tests_here() && !begun.function;
      if (tests && !begun.module.empty())
        in.module = found_.begin_module(begun.module, {in.first_line, in.first_line});
      in.every_fn = begun.every_fn;
      // Braces without a keyword belong to a macro: its input may be items.
      in.tests = tests && (in.module || begun.module.empty());
      attributes_.clear();
      first_line_ = 0;
    }
    open_.push_back(std::move(in));
  }

  void on_end() {
    if (open_.empty())
      whole_ = false;
    else
      close();
  }

  void close() {
    auto ended = std::move(open_.back());
    open_.pop_back();
    const line_range lines{ended.first_line, at_.line()};
    if (!ended.test.empty()) found_.add_test(ended.test, ended.marks, lines);
    if (ended.module) found_.end_module(lines.last);
  }

  // A declaration without a body has ended.
  void forget() {
    next_ = {};
    attributes_.clear();
    first_line_ = 0;
  }

  source_cursor at_;
  std::vector<level> open_;
  std::vector<item_attribute> attributes_;
  std::uint32_t first_line_ = 0;  // of the item that has begun
  item next_;
  block_collector found_;
  bool whole_ = true;
};

}  // namespace

outline outline_of(std::string_view text) {
  return outliner{text}.read();
}

}  // namespace covey::parsers::languages::rust
