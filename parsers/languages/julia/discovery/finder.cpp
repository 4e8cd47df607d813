#include "parsers/languages/julia/language.hpp"
#include "parsers/languages/julia/discovery/label.hpp"
#include "parsers/syntax/tree.hpp"
#include "parsers/text/utf8.hpp"
#include "parsers/syntax/outline.hpp"
#include "parsers/syntax/source_cursor.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

extern "C" const TSLanguage* tree_sitter_julia();

namespace covey::parsers::languages::julia {
namespace {

constexpr std::size_t max_depth = 500;
constexpr std::size_t room = std::size_t{32} << 20;  // bytes of names in one file

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
                : loop      ? label{"for …", block_name{std::vector<std::string>{"", ""}}}
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
        at_.skip_quoted('"', true);
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

outline outline_of(std::string_view text) {
  return outliner{text}.read();
}

// --- One call of a macro that makes a testset: @testset in all its forms, and those that other packages have ---

struct testset {
  label name;
  std::uint32_t end = 0;  // the byte after it
  std::uint32_t last_line = 0;
};

bool is_testset_macro(std::string_view name) {
  // ReTestItems' @testsetup is a module for its items.
  return name == "testitem" || name.ends_with("testset") || name.starts_with("testset_");
}

bool is_body(const syntax_node& argument, std::string_view macro) {
  if (argument.is("compound_statement") || argument.is("for_statement") || argument.is("let_statement"))
    return true;
  if (argument.is("call_expression")) return macro == "testset";
  // The grammar reads an unfinished block as this.
  return argument.is("identifier") && argument.text() == "begin";
}

syntax_node body_in(const std::vector<syntax_node>& arguments, std::string_view macro) {
  for (const auto& argument : arguments)
    if (is_body(argument, macro)) return argument;
  return {};
}

// The grammar reads `n=4 "label"` as n = 4 * "label".
syntax_node string_in(syntax_node argument) {
  if (argument.is("assignment")) argument = argument.children().back();
  if (argument.is("juxtaposition_expression")) argument = argument.children().back();
  return argument.is("string_literal") ? argument : syntax_node{};
}

label label_of(const std::vector<syntax_node>& arguments, const syntax_node& body) {
  for (const auto& argument : arguments) {
    if (argument == body) break;
    if (argument.is("assignment") && !argument.children().back().is("juxtaposition_expression")) continue;
    if (const auto literal = string_in(argument)) return label_of_string(literal);
  }
  if (body.is("for_statement")) return label_of_loop(body);
  if (body.is("call_expression")) {
    const auto called = body.children();
    const auto name = repair_utf8(called.empty() ? body.text() : called.front().text());
    return {name, block_name{name}};
  }
  return {"test set", block_name{"test set"}};
}

// "testset" of `@testset`, `Test.@testset` and `@Test.testset`.
std::string_view macro_name(const syntax_node& macro_call) {
  auto name = macro_call.first_child("macro_identifier").text();
  if (const auto dot = name.rfind('.'); dot != std::string_view::npos) return name.substr(dot + 1);
  if (name.starts_with('@')) name.remove_prefix(1);
  return name;
}

// What is written after the macro's name.
std::vector<syntax_node> macro_arguments(const syntax_node& macro_call) {
  std::vector<syntax_node> out;
  for (const auto& part : macro_call.children())
    if (part.is("macro_argument_list") || part.is("argument_list")) {
      const auto own = part.children();
      out.insert(out.end(), own.begin(), own.end());
    }
  return out;
}

// For a macrocall_expression; nullopt if it makes no testset of its own: another macro, or `@testset let`,
// whose results are those of the testset around it.
std::optional<testset> testset_of(const syntax_node& macro_call, const std::vector<syntax_node>& arguments) {
  const auto macro = macro_name(macro_call);
  if (!is_testset_macro(macro)) return std::nullopt;
  const auto body = body_in(arguments, macro);
  if (!body || body.is("let_statement")) return std::nullopt;
  // A call with parentheses ends after them.
  const bool inside = body.end() <= macro_call.end();
  return testset{label_of(arguments, body), inside ? macro_call.end() : body.end(),
                 inside ? macro_call.last_line() : body.last_line()};
}

constexpr std::size_t max_wrappers = 16;  // macros around macros that wait for the walk

bool mentions(std::string_view text, std::string_view what) {
  return text.find(what) != std::string_view::npos;
}

bool holds_tests(std::string_view text) {
  return mentions(text, "@test") || mentions(text, "testset");
}

// A block whose end has not been reached.
struct open_block {
  std::size_t at = 0;  // its place in the list of blocks
  std::uint32_t end = 0;
  bool tests = false;   // it holds tests of its own
  bool blocks = false;  // it holds other blocks
};

class collector {
 public:
  explicit collector(file_blocks& out) : out_(out) {}

  // False: everything below the node is skipped.
  bool enter(const syntax_node& node) {
    close(node.begin());
    // Quoted code becomes a testset only where its macro is used.
    if (node.is("quote_statement") || node.is("quote_expression")) return false;
    if (!node.is("macrocall_expression")) return true;
    const auto arguments = arguments_of(node);
    if (auto found = julia::testset_of(node, arguments)) {
      add(node, std::move(*found));
    } else if (julia::macro_name(node).starts_with("test")) {
      (open_.empty() ? loose_ : open_.back().tests) = true;
    }
    return true;
  }

  void close(std::uint32_t before) {
    for (; !open_.empty() && open_.back().end <= before; open_.pop_back())
      if (open_.back().blocks && !open_.back().tests) out_.blocks[open_.back().at].kind = block_kind::group;
  }

  bool has_loose_tests() const { return loose_; }

 private:
  // `@time @testset "a" begin … end`: the grammar gives the block to the outer macro.
  std::vector<syntax_node> arguments_of(const syntax_node& call) {
    auto out = julia::macro_arguments(call);
    if (const auto it = taken_.find(call.begin()); it != taken_.end()) {
      out.insert(out.end(), it->second.begin(), it->second.end());
      taken_.erase(it);
    }
    for (std::size_t i = 0; i + 1 < out.size(); ++i)
      if (out[i].is("macrocall_expression") && taken_.size() < max_wrappers)
        taken_[out[i].begin()].assign(out.begin() + static_cast<std::ptrdiff_t>(i) + 1, out.end());
    return out;
  }

  void add(const syntax_node& call, julia::testset found) {
    test_block block;
    if (!open_.empty()) {
      open_.back().blocks = true;
      block = within(out_.blocks[open_.back().at]);
    }
    block.label += found.name.text;
    block.dynamic = block.dynamic || !found.name.name.is_literal();
    block.path.push_back(std::move(found.name.name));
    block.line_start = call.line();
    block.line_end = std::max(found.last_line, block.line_start);
    out_.blocks.push_back(std::move(block));
    open_.push_back({out_.blocks.size() - 1, found.end});
  }

  file_blocks& out_;
  std::vector<open_block> open_;                             // the innermost last
  std::map<std::uint32_t, std::vector<syntax_node>> taken_;  // by a macro's first byte: its further arguments
  bool loose_ = false;                                       // tests outside of any block
};

class julia_test_finder final : public test_finder {
 public:
  file_role role(std::string_view path) const override {
    return path.starts_with("test/") && path.ends_with(".jl") ? file_role::test : file_role::none;
  }

  file_blocks blocks(std::string_view, std::string_view text) const override {
    file_blocks out;
    if (!holds_tests(text)) {
      out.notes.emplace_back("a helper: it holds no tests");
      return out;
    }
    const auto tree = syntax_tree::parse(tree_sitter_julia, text);
    if (!tree) {
      out = unreadable_source();
      add_outline(out, julia::outline_of(text));
      return out;
    }
    collector into{out};
    walk(tree->root(), [&](const syntax_node& node) { return into.enter(node); });
    into.close(static_cast<std::uint32_t>(text.size()));
    if (into.has_loose_tests())
      out.notes.emplace_back("it holds tests outside of any testset: they run with the whole file only");
    out.broken = tree->has_error();
    out.broken_line = tree->first_error_line();
    if (out.broken) add_outline(out, julia::outline_of(text));
    return out;
  }
};

}  // namespace

std::unique_ptr<const test_finder> make_finder(const config_texts&) {
  return std::make_unique<julia_test_finder>();
}

}  // namespace covey::parsers::languages::julia
