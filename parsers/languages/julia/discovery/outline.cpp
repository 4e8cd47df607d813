#include "parsers/languages/julia/discovery/outline.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace covey::parsers::languages::julia {
namespace {

constexpr std::string_view triple_quote = R"(""")";

// Digits of a number from `at` on, at most `max` of them; moves `at` past them.
std::uint32_t number_at(std::string_view source, std::size_t& at, int base, std::size_t max) {
  std::uint32_t out = 0;
  const auto digits = source.substr(at, max);
  const auto* const end = std::from_chars(digits.data(), digits.data() + digits.size(), out, base).ptr;
  at += static_cast<std::size_t>(end - digits.data());
  return out;
}

// `at` is after the backslash.
void append_escape(std::string& out, std::string_view source, std::size_t& at) {
  constexpr std::pair<char, char> named[] = {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'a', '\a'},
                                             {'b', '\b'}, {'f', '\f'}, {'v', '\v'}, {'e', '\x1b'}};
  const char sign = source[at];
  if (sign >= '0' && sign <= '7') {
    out += static_cast<char>(number_at(source, at, 8, 3));
    return;
  }
  ++at;
  if (sign == 'x') {
    out += static_cast<char>(number_at(source, at, 16, 2));
  } else if (sign == 'u' || sign == 'U') {
    append_utf8(out, number_at(source, at, 16, sign == 'u' ? 4 : 8));
  } else if (sign == '\n') {  // the line goes on, without the indent of the next line
    at = std::min(source.find_first_not_of(" \t", at), source.size());
  } else {
    const auto it = std::find_if(std::begin(named), std::end(named), [&](auto n) { return n.first == sign; });
    out += it == std::end(named) ? sign : it->second;
  }
}

block_name unknown_name() {
  return block_name{std::vector<std::string>{"", ""}};
}

bool is_tuple(const syntax_node& node) {
  return node.is("tuple_expression") || node.is("open_tuple");
}

// As Julia prints the left side of `x in xs`; empty if that is unknown.
std::string variable_text(const syntax_node& variable) {
  if (variable.is("identifier")) return std::string{variable.text()};
  if (!is_tuple(variable)) return {};
  std::string out;
  const auto parts = variable.children();
  for (const auto& part : parts) {
    if (!part.is("identifier")) return {};
    out += (out.empty() ? "(" : ", ") + std::string{part.text()};
  }
  // `(; a)` takes fields by their names.
  if (out.empty() || variable.text().find(';') != std::string_view::npos) return {};
  return out + (parts.size() == 1 ? ",)" : ")");
}

}  // namespace

std::string unescaped(std::string_view source) {
  std::string out;
  for (std::size_t at = 0; at < source.size();) {
    if (source[at] == '\\' && at + 1 < source.size()) {
      append_escape(out, source, ++at);
    } else {
      out += source[at++];
    }
  }
  return repair_utf8(out);
}

label label_of_string(const syntax_node& literal) {
  const auto source = literal.text();
  const bool is_triple =
      source.size() >= 6 && source.starts_with(triple_quote) && source.ends_with(triple_quote);
  const std::size_t quote = is_triple ? 3 : 1;
  if (source.size() < 2 * quote) return {"", unknown_name()};
  label out{repair_utf8(source.substr(quote, source.size() - 2 * quote)), {}};
  // The indent that all lines share is not part of the string.
  if (is_triple && source.find('\n') != std::string_view::npos) {
    out.name = unknown_name();
    return out;
  }
  out.name.literals.clear();
  auto from = quote;
  for (const auto& part : literal.children()) {
    if (!part.is("string_interpolation")) continue;
    const auto begin = part.begin() - literal.begin();
    out.name.literals.push_back(unescaped(source.substr(from, begin - from)));
    from = part.end() - literal.begin();
  }
  out.name.literals.push_back(unescaped(source.substr(from, source.size() - quote - from)));
  return out;
}

label label_of_loop(const syntax_node& loop) {
  label out{"", block_name{std::string{}}};
  for (const auto& binding : loop.children()) {
    if (!binding.is("for_binding")) continue;
    const auto parts = binding.children();
    if (parts.empty()) continue;
    const auto name = variable_text(parts.front());
    auto& literals = out.name.literals;
    if (!out.text.empty()) {
      out.text += ", ";
      literals.back() += ", ";
    }
    if (name.empty()) {
      out.text += repair_utf8(parts.front().text()) + " = …";
      literals.emplace_back();
    } else {
      out.text += name + " = $" + (name.starts_with('(') ? "(" + name + ")" : name);
      literals.back() += name + " = ";
      literals.emplace_back();
    }
  }
  if (out.text.empty()) return {"for …", unknown_name()};
  return out;
}

namespace {

constexpr std::size_t max_depth = 500;
constexpr std::size_t room = std::size_t{32} << 20;  // bytes of names in one file

// A place in a source that is read byte by byte, and its line.
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

  void skip(std::size_t count = 1) {
    const auto passed = text_.substr(at_, count);
    line_ += static_cast<std::uint32_t>(std::count(passed.begin(), passed.end(), '\n'));
    at_ += passed.size();
  }

  // Up to the line feed.
  void skip_line() { skip(std::min(text_.find('\n', at_), text_.size()) - at_); }

  // Letters, digits, underscores and everything beyond ASCII; moves behind it.
  std::string_view take_word() {
    const auto begin = at_;
    while (at_ < text_.size() && is_word_byte(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // From a quote to behind its counterpart; a backslash escapes any byte.
  void skip_quoted() {
    const char quote = peek();
    skip();
    while (!at_end()) {
      const char now = peek();
      skip(now == '\\' ? 2 : 1);
      if (now == quote) return;
    }
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class outliner {
 public:
  explicit outliner(std::string_view text) : at_(text) {}

  outline read() {
    while (!at_.at_end() && open_.size() < max_depth && used_ < room) step();
    found_.whole = found_.whole && open_.empty() && at_.at_end();
    while (!open_.empty()) close();
    return std::move(found_);
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  struct level {
    char kind = 'b';         // a bracket, or 'b': a block that "end" closes
    std::size_t set = none;  // the testset it is the body of
  };
  // A @testset whose body has not begun.
  struct pending {
    std::uint32_t line = 0;
    std::size_t depth = 0;  // of open_
    std::optional<label> name;
    bool assigned = false;  // after "=", a string is no label
  };

  bool in_brackets() const { return !open_.empty() && open_.back().kind != 'b'; }

  void step() {
    const char now = at_.peek();
    if (is_word_byte(now)) return on_word();
    const bool value = value_;
    value_ = false;
    if (now == '#')
      skip_comment();
    else if (now == '"' || now == '`')
      on_text(now);
    else if (now == '\'')
      on_quote(value);
    else if (now == '@')
      on_macro();
    else if (now == ':' && is_word_byte(at_.peek(1)) && !value)
      at_.skip(), at_.take_word();  // :end
    else
      on_sign(now);
  }

  void on_sign(char now) {
    if (now == '(' || now == '[' || now == '{')
      open_.push_back({now, none});
    else if (now == ')' || now == ']' || now == '}')
      on_closing();
    else if (now == '\n' && next_ && !in_brackets())
      next_.reset();
    else if (now == '=' && next_)
      next_->assigned = true;
    else if ((now == ' ' || now == ',') && next_ && value_before_blank_)
      next_->assigned = false;
    value_before_blank_ = false;
    value_ = now == ')' || now == ']' || now == '}' || now == '.';
    at_.skip();
  }

  void on_closing() {
    // A block within brackets must have been closed before.
    while (!open_.empty() && open_.back().kind == 'b') {
      found_.whole = false;
      close();
    }
    if (open_.empty())
      found_.whole = false;
    else
      close();
  }

  void on_word() {
    const bool member = at_.before() == '.';
    const auto word = at_.take_word();
    value_ = true;
    value_before_blank_ = true;
    if (member) return;
    if (at_.peek() == '"') {  // r"…", raw"""…""": a backslash still keeps a quote
      skip_text('"', false);
      return;
    }
    const bool generator = in_brackets() && (word == "for" || word == "if");
    if (word == "end")
      on_end();
    else if (!generator && is_one_of(word, {"begin", "if", "for", "while", "function", "struct", "module",
                                            "baremodule", "let", "do", "try", "quote", "macro"}))
      begin(word);
    else if ((word == "abstract" || word == "primitive") && at_.sees(" type "))
      begin(word);
  }

  void begin(std::string_view word) {
    const bool index = !open_.empty() && open_.back().kind == '[' && word == "begin";
    if (index) return;
    value_ = false;
    level in;
    const bool body = next_ && next_->depth == open_.size() && (word == "begin" || word == "for");
    if (body) in.set = add(word == "for");
    if (body || (next_ && word == "let")) next_.reset();
    open_.push_back(in);
  }

  void on_end() {
    if (in_brackets()) return;  // a[end]
    if (open_.empty())
      found_.whole = false;
    else
      close();
  }

  void close() {
    if (const auto set = open_.back().set; set != none) {
      found_.blocks[set].line_end = at_.line();
      std::erase(inside_, set);
    }
    open_.pop_back();
  }

  void on_macro() {
    const auto line = at_.line();
    at_.skip();
    auto name = at_.take_word();
    while (at_.peek() == '.') at_.skip(), name = at_.take_word();
    if (name == "testset" || name == "testitem") next_ = pending{line, open_.size(), {}, false};
  }

  std::size_t add(bool loop) {
    test_block block = inside_.empty() ? test_block{} : within(found_.blocks[inside_.back()]);
    auto name = next_->name ? std::move(*next_->name)
                : loop      ? label{"for …", unknown_name()}
                            : label{"test set", block_name{"test set"}};
    block.label += name.text;
    block.dynamic = block.dynamic || !name.name.is_literal();
    block.path.push_back(std::move(name.name));
    block.line_start = next_->line;
    block.line_end = at_.line();
    used_ += 2 * block.label.size() + 100;
    found_.blocks.push_back(std::move(block));
    inside_.push_back(found_.blocks.size() - 1);
    return found_.blocks.size() - 1;
  }

  void skip_comment() {
    if (!at_.sees("#=")) return at_.skip_line();
    std::size_t depth = 0;
    do {
      if (at_.sees("#="))
        ++depth, at_.skip(2);
      else if (at_.sees("=#"))
        --depth, at_.skip(2);
      else
        at_.skip();
    } while (depth > 0 && !at_.at_end());
  }

  // A character literal, or a transposition if it follows a value.
  void on_quote(bool value) {
    value_ = true;
    if (value || at_.peek(1) == '\n') return at_.skip();
    at_.skip();
    at_.skip(at_.peek() == '\\' ? 2 : 1);
    while (!at_.at_end() && at_.peek() != '\'' && at_.peek() != '\n') at_.skip();
    if (at_.peek() == '\'') at_.skip();
  }

  void on_text(char quote) {
    const auto begin = at_.offset();
    auto literals = skip_text(quote, true);
    value_ = value_before_blank_ = true;
    if (!next_ || next_->assigned || next_->name || next_->depth != open_.size()) return;
    const auto source = at_.since(begin);
    const std::size_t marks = source.starts_with("\"\"\"") ? 3 : 1;
    if (quote != '"' || source.size() < 2 * marks) return;
    if (marks == 3 && source.find('\n') != std::string_view::npos) literals = {"", ""};
    next_->name =
        label{repair_utf8(source.substr(marks, source.size() - 2 * marks)), block_name{std::move(literals)}};
  }

  // Returns the text's literals; between two of them stands an interpolation.
  std::vector<std::string> skip_text(char quote, bool fills) {
    const bool triple = at_.peek(1) == quote && at_.peek(2) == quote;
    const std::string end(triple ? 3 : 1, quote);
    at_.skip(end.size());
    std::vector<std::string> out;
    auto piece = at_.offset();
    const auto cut = [&] { out.push_back(unescaped(at_.since(piece))); };
    while (!at_.at_end() && !at_.sees(end)) {
      if (at_.peek() == '\\') {
        at_.skip(2);
      } else if (fills && at_.peek() == '$' && quote == '"') {
        cut();
        at_.skip();
        if (at_.peek() == '(')
          skip_filling();
        else
          at_.take_word();
        piece = at_.offset();
      } else {
        at_.skip();
      }
    }
    cut();
    if (at_.at_end()) found_.whole = false;
    at_.skip(end.size());
    return out;
  }

  // $(…), which may contain strings.
  void skip_filling() {
    std::size_t depth = 0;
    do {
      const char now = at_.peek();
      if (now == '"') {
        at_.skip_quoted();
        continue;
      }
      if (now == '(') ++depth;
      if (now == ')') --depth;
      at_.skip();
    } while (depth > 0 && !at_.at_end());
  }

  source_cursor at_;
  outline found_;
  std::vector<level> open_;
  std::vector<std::size_t> inside_;  // the testsets around
  std::optional<pending> next_;
  bool value_ = false;  // a value was read last: a quote after it does not begin a character
  bool value_before_blank_ = false;
  std::size_t used_ = 0;
};

// --- The outline beside the tree ---

constexpr std::size_t max_moves = 500;  // each visits all blocks

std::string key_of(const std::vector<block_name>& path) {
  std::string out;
  for (const auto& name : path) {
    for (const auto& piece : name.literals) out.append(piece) += '\x1e';
    out += '\x1f';
  }
  return out;
}

// A tree that could not parse the code around a name leaves the name's beginning open.
std::string loose_key(block_name name) {
  if (name.literals.size() > 1 && name.literals.front().empty()) name.literals.erase(name.literals.begin());
  return key_of({std::move(name)});
}

bool begins_with(const std::vector<block_name>& path, const std::vector<block_name>& head) {
  return path.size() >= head.size() && std::equal(head.begin(), head.end(), path.begin());
}

class merger {
 public:
  merger(std::vector<test_block>& blocks, const outline& found) : blocks_(blocks), whole_(found.whole) {
    for (const auto& block : found.blocks) declared_.insert(key_of(block.path));
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      by_path_.emplace(key_of(blocks_[i].path), i);
      by_name_.emplace(loose_key(blocks_[i].path.back()), i);
    }
  }

  void add(test_block block) {
    if (auto* known = nearest(block)) {
      if (whole_) place(*known, block);
    } else if (whole_ ? !move(block) : !is_near(block)) {
      block.dynamic = block.dynamic || !whole_;
      blocks_.push_back(std::move(block));
    }
  }

 private:
  // Of several of one path each is taken once.
  test_block* nearest(const test_block& to) {
    const auto [first, last] = by_path_.equal_range(key_of(to.path));
    auto best = last;
    for (auto it = first; it != last; ++it)
      if (best == last || distance(it->second, to) < distance(best->second, to)) best = it;
    if (best == last) return nullptr;
    auto* out = &blocks_[best->second];
    by_path_.erase(best);
    return out;
  }

  std::uint32_t distance(std::size_t block, const test_block& to) const {
    const auto a = blocks_[block].line_start, b = to.line_start;
    return a < b ? b - a : a - b;
  }

  static void place(test_block& known, const test_block& where) {
    known.line_start = where.line_start;
    known.line_end = where.line_end;
  }

  bool is_near(const test_block& to) const {
    const auto [first, last] = by_name_.equal_range(loose_key(to.path.back()));
    return std::any_of(first, last, [&](const auto& one) { return distance(one.second, to) == 0; });
  }

  // The tree has it below the wrong names: its descendants move with it.
  bool move(const test_block& to) {
    const auto [first, last] = by_name_.equal_range(loose_key(to.path.back()));
    for (auto it = first; it != last && moves_ < max_moves; ++it) {
      const auto from = blocks_[it->second];
      const bool is_it = to.line_start <= from.line_start && from.line_start <= to.line_end &&
                         !declared_.contains(key_of(from.path));
      if (!is_it) continue;
      ++moves_;
      for (std::size_t i = 0; i < blocks_.size(); ++i) {
        auto& block = blocks_[i];
        const bool inside = to.line_start <= block.line_start && block.line_start <= to.line_end;
        if (!inside || !begins_with(block.path, from.path)) continue;
        rebase(block, from, to);
        if (block.path.size() > to.path.size()) by_path_.emplace(key_of(block.path), i);
      }
      return true;
    }
    return false;
  }

  static void rebase(test_block& block, const test_block& from, const test_block& to) {
    const bool itself = block.path.size() == from.path.size();
    std::vector<block_name> path = to.path;
    path.insert(path.end(), block.path.begin() + static_cast<std::ptrdiff_t>(from.path.size()),
                block.path.end());
    block.path = std::move(path);
    block.label = to.label + block.label.substr(std::min(from.label.size(), block.label.size()));
    const bool named = itself && to.path.back().is_literal();
    block.dynamic = to.dynamic || (block.dynamic && !named);
    if (itself) place(block, to);
  }

  std::vector<test_block>& blocks_;
  bool whole_;  // else the tree knows better what stands within what
  std::set<std::string> declared_;
  std::multimap<std::string, std::size_t> by_path_;
  std::multimap<std::string, std::size_t> by_name_;
  std::size_t moves_ = 0;
};

}  // namespace

outline outline_of(std::string_view text) {
  return outliner{text}.read();
}

void add_outline(file_blocks& out, outline found) {
  out.complete = found.whole;
  merger into{out.blocks, found};
  for (auto& block : found.blocks) into.add(std::move(block));
  std::stable_sort(out.blocks.begin(), out.blocks.end(), [](const auto& a, const auto& b) {
    return std::pair{a.line_start, a.path.size()} < std::pair{b.line_start, b.path.size()};
  });
}

}  // namespace covey::parsers::languages::julia
