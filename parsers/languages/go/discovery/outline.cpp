#include "parsers/languages/go/discovery/outline.hpp"
#include "parsers/languages/go/discovery/names.hpp"
#include "parsers/syntax/source_cursor.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <string>

namespace covey::parsers::languages::go {
namespace {

class outliner {
 public:
  explicit outliner(std::string_view text) : at_(text) {}

  outlined_source read() {
    while (!at_.at_end()) {
      if (skip_trivia()) continue;
      if (!is_word_byte(at_.peek())) {
        step_bracket();
        continue;
      }
      const auto begin = at_.offset();
      const auto line = at_.line();
      if (at_.take_word() == "func") read_function(begin, line);
    }
    return std::move(out_);
  }

 private:
  // Comments and string literals.
  bool skip_trivia() {
    const auto begin = at_.offset();
    at_.skip_blanks();
    if (at_.sees("//"))
      at_.skip_line();
    else if (at_.sees("/*"))
      at_.skip_behind("*/");
    else if (at_.peek() == '"' || at_.peek() == '\'')
      at_.skip_quoted(at_.peek(), false);
    else if (at_.peek() == '`')
      at_.skip(), at_.skip_behind("`");
    return at_.offset() > begin;
  }

  // At the outermost level: what is in brackets declares nothing.
  void step_bracket() {
    const char now = at_.peek();
    if (now == '(' || now == '[' || now == '{')
      group();
    else if (now == ')' || now == ']' || now == '}')
      out_.whole = false, at_.skip();
    else
      at_.skip();
  }

  // What stands between the bracket here and its counterpart.
  std::string_view group() {
    const auto begin = at_.offset() + 1;
    std::size_t open = 0;
    while (!at_.at_end()) {
      if (at_.before() == '\n' && begins_function()) break;
      if (skip_trivia()) continue;
      const char now = at_.peek();
      if (now == '(' || now == '[' || now == '{') ++open;
      if (now == ')' || now == ']' || now == '}') --open;
      at_.skip();
      if (open > 0) continue;
      const auto whole = at_.since(begin);
      return whole.substr(0, whole.size() - 1);
    }
    out_.whole = false;
    return at_.since(begin);
  }

  // A function with a name cannot stand within brackets: if one begins, some bracket was not closed.
  bool begins_function() const { return at_.sees("func Test") || at_.sees("func ("); }

  void skip_within_line() {
    while (at_.peek() == ' ' || at_.peek() == '\t' || at_.sees("/*")) {
      if (at_.sees("/*"))
        at_.skip_behind("*/");
      else
        at_.skip();
    }
  }

  void skip_all_trivia() {
    while (!at_.at_end() && at_.peek() != '"' && at_.peek() != '`' && at_.peek() != '\'' && skip_trivia()) {
    }
  }

  void read_function(std::size_t begin, std::uint32_t line) {
    outlined_function out;
    out.begin = begin;
    out.line_start = line;
    skip_all_trivia();
    if (at_.peek() == '(') out.receiver = type_of_receiver(group());
    skip_all_trivia();
    out.name = at_.take_word();
    if (out.name.empty()) return;  // a value of a function's type
    skip_all_trivia();
    if (at_.peek() == '[') {
      out.plain = false;
      group();
      skip_all_trivia();
    }
    if (at_.peek() != '(') return;
    out.parameters = trimmed(group());
    skip_within_line();
    for (; !at_.at_end() && at_.peek() != '{' && at_.peek() != '\n'; skip_within_line()) {
      if (at_.sees("//")) break;
      out.plain = false;
      if (at_.peek() == '(' || at_.peek() == '[')
        group();
      else if (at_.sees("interface{") || at_.sees("struct{") || at_.sees("interface {") ||
               at_.sees("struct {"))
        at_.take_word(), skip_within_line(), group();
      else
        at_.skip();
    }
    if (at_.peek() == '{') out.body = group();
    out.end = at_.offset();
    out.line_end = std::max(at_.before() == '\n' ? at_.line() - 1 : at_.line(), line);
    out_.functions.push_back(out);
  }

  // "s *pkg.Suite[T]" -> "Suite"
  static std::string_view type_of_receiver(std::string_view text) {
    text = trimmed(text.substr(0, text.find('[')));
    auto begin = text.size();
    while (begin > 0 && is_word_byte(text[begin - 1])) --begin;
    return text.substr(begin);
  }

  source_cursor at_;
  outlined_source out_;
};

// Types that are no expressions.
constexpr std::string_view type_words[] = {"[",           "map[",  "struct{", "struct {", "interface{",
                                           "interface {", "chan ", "<-chan",  "func("};

// "t *testing.T", "*T"
bool is_pointer_to(std::string_view parameters, std::string_view type) {
  if (parameters.ends_with(',')) parameters = trimmed(parameters.substr(0, parameters.size() - 1));
  const auto star = parameters.find('*');
  if (star == std::string_view::npos || parameters.find(',') != std::string_view::npos) return false;
  const auto name = trimmed(parameters.substr(0, star));
  auto pointed = trimmed(parameters.substr(star + 1));
  if (const auto dot = pointed.find('.'); dot != std::string_view::npos)
    pointed = trimmed(pointed.substr(dot + 1));
  return pointed == type && std::all_of(name.begin(), name.end(), is_word_byte);
}

// A comment of the body that begins with "Output:" or "Unordered output:", however it is written.
bool mentions_output(std::string_view body) {
  std::string lower;
  for (const char c : body) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (auto at = lower.rfind("output:"); at != std::string::npos && at > 0;
       at = lower.rfind("output:", at - 1)) {
    auto before = trimmed(std::string_view{lower}.substr(0, at));
    if (before.ends_with("unordered")) before = trimmed(before.substr(0, before.size() - 9));
    if (before.ends_with("//") || before.ends_with("/*")) return true;
  }
  return false;
}

}  // namespace

std::optional<block_kind> outlined_function::kind() const {
  if (!receiver.empty() || !plain) return std::nullopt;
  if (is_test_name(name, "Test") && is_pointer_to(parameters, "T")) return block_kind::test;
  if (is_test_name(name, "Fuzz") && is_pointer_to(parameters, "F")) return block_kind::fuzz;
  if (is_test_name(name, "Benchmark") && is_pointer_to(parameters, "B")) return block_kind::benchmark;
  if (is_test_name(name, "Example") && parameters.empty() && mentions_output(body))
    return block_kind::example;
  return std::nullopt;
}

bool outlined_function::is_suite_method() const {
  return !receiver.empty() && plain && parameters.empty() && is_test_name(name, "Test");
}

std::string with_plain_new(std::string_view text) {
  constexpr std::string_view call = "new(";
  std::string out{text};
  for (auto at = text.find(call); at != std::string_view::npos; at = text.find(call, at + 1)) {
    if (at > 0 && (is_word_byte(text[at - 1]) || text[at - 1] == '.')) continue;
    const auto argument = text.find_first_not_of(" \t\r\n", at + call.size());
    const auto rest = text.substr(std::min(argument, text.size()));
    const bool type = std::any_of(std::begin(type_words), std::end(type_words),
                                  [&](auto word) { return rest.starts_with(word); });
    if (!type) out[at + 2] = 'W';
  }
  return out;
}

outlined_source outline_of(std::string_view text) {
  return outliner{text}.read();
}

}  // namespace covey::parsers::languages::go
