#include "parsers/languages/python/discovery/scope.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

constexpr char32_t no_character = 0xFFFFFFFF;

char32_t take_number(std::string_view& text, std::size_t least, std::size_t max, int base) {
  std::uint32_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + std::min(max, text.size()), out, base);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || length < least) return no_character;
  text.remove_prefix(length);
  return out;
}

// Decodes what follows a backslash. False: the value is unknown.
bool take_escape(std::string_view& text, string_literal& to) {
  constexpr std::string_view names = "\\'\"abfnrtv";
  constexpr std::string_view meant = "\\'\"\a\b\f\n\r\t\v";
  if (text.empty()) return false;
  const char c = text.front();
  if (c == '\n') {
    text.remove_prefix(1);
    return true;
  }
  if (const auto at = names.find(c); at != std::string_view::npos) {
    to.units += static_cast<char32_t>(meant[at]);
    text.remove_prefix(1);
    return true;
  }
  if ('0' <= c && c <= '7') {
    to.units += take_number(text, 1, 3, 8);
    return true;
  }
  const std::size_t digits = c == 'x' ? 2 : to.bytes ? 0 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
  if (digits > 0) {
    text.remove_prefix(1);
    const auto code = take_number(text, digits, digits, 16);
    to.units += code;
    return code <= 0x10FFFF;
  }
  if (c == 'N' && !to.bytes) return false;
  to.units += U'\\';  // no escape: both characters stay
  return true;
}

// Appends the value of one literal.
bool add_literal(std::string_view text, string_literal& to, bool first) {
  const auto open = text.find_first_of("'\"");
  if (open == std::string_view::npos || !is_utf8(text)) return false;
  const auto prefix = text.substr(0, open);
  const bool raw = prefix.find_first_of("rR") != std::string_view::npos;
  const bool bytes = prefix.find_first_of("bB") != std::string_view::npos;
  if (!first && bytes != to.bytes) return false;
  to.bytes = bytes;
  const auto marks = text.substr(open);
  const std::size_t quotes = marks.size() >= 6 && marks[1] == marks[0] && marks[2] == marks[0] ? 3 : 1;
  if (marks.size() < 2 * quotes) return false;
  auto rest = marks.substr(quotes, marks.size() - 2 * quotes);
  std::string unix_lines;
  if (rest.find('\r') != std::string_view::npos) {
    unix_lines = boost::replace_all_copy(std::string{rest}, "\r\n", "\n");
    std::ranges::replace(unix_lines, '\r', '\n');
    rest = unix_lines;
  }
  while (!rest.empty()) {
    if (raw || rest.front() != '\\') {
      to.units += take_character(rest);
      continue;
    }
    rest.remove_prefix(1);
    if (!take_escape(rest, to)) return false;
  }
  return true;
}

void append_hex(char32_t c, std::string& to) {
  const int digits = c <= 0xFF ? 2 : c <= 0xFFFF ? 4 : 8;
  to += digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    to += "0123456789abcdef"[(c >> static_cast<unsigned>(shift)) & 0xFU];
}

// repr() of a float: the shortest digits that identify it, with an exponent from 1e16 on and below 1e-4.
std::string float_text(double value) {
  if (std::isinf(value)) return "inf";
  std::array<char, 32> buffer{};
  const auto written =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific);
  const std::string_view text{buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data())};
  const auto mark = text.find('e');
  int exponent = 0;
  auto digits_of_it = text.substr(mark + 1);
  if (digits_of_it.starts_with('+')) digits_of_it.remove_prefix(1);
  std::from_chars(digits_of_it.data(), digits_of_it.data() + digits_of_it.size(), exponent);
  if (exponent < -4 || exponent >= 16) return std::string{text};
  std::string digits{text.substr(0, mark)};
  std::erase(digits, '.');
  if (exponent < 0) return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) return digits + std::string(whole - digits.size(), '0') + ".0";
  return digits.substr(0, whole) + "." + digits.substr(whole);
}

}  // namespace

syntax_node unwrapped(syntax_node value) {
  while (value.is("parenthesized_expression")) {
    const auto inside = value.children();
    syntax_node next;
    for (const auto& one : inside)
      if (!one.is("comment")) next = one;
    value = next;
  }
  return value;
}

std::optional<string_literal> string_of(const syntax_node& node) {
  const auto value = unwrapped(node);
  std::vector<syntax_node> parts;
  if (value.is("string")) parts.push_back(value);
  if (value.is("concatenated_string"))
    for (const auto& part : value.children())
      if (!part.is("comment")) parts.push_back(part);
  string_literal out;
  for (const auto& part : parts) {
    if (!part.is("string") || part.first_child("interpolation")) return std::nullopt;
    if (const auto prefix = part.text().substr(0, part.text().find_first_of("'\""));
        prefix.find_first_of("fFtT") != std::string_view::npos &&
        part.text().find_first_of("{}") != std::string_view::npos)
      return std::nullopt;
    if (!add_literal(part.text(), out, part == parts.front())) return std::nullopt;
  }
  return parts.empty() ? std::nullopt : std::optional{std::move(out)};
}

std::string utf8_of(const string_literal& text) {
  std::string out;
  for (const auto c : text.units) append_utf8(out, c);
  return out;
}

std::string escaped_id(const string_literal& text) {
  std::string out;
  for (const auto c : text.units) {
    if (const auto at = std::u32string_view{U"\t\n\r"}.find(c); at != std::u32string_view::npos)
      out.append("\\") += "tnr"[at];
    else if (c == U'\\')
      out += text.bytes ? "\\" : "\\\\";
    else if (0x20 <= c && c < 0x7F)
      out += static_cast<char>(c);
    else
      append_hex(c, out);
  }
  return out;
}

std::optional<std::string> number_text(std::string_view literal) {
  std::string text{literal};
  std::erase(text, '_');
  if (text.empty() || text.find_first_of("jJlL") != std::string::npos) return std::nullopt;
  const char mark = text.size() > 1 && text[0] == '0' ? text[1] : '0';
  const int base = mark == 'x' || mark == 'X'   ? 16
                   : mark == 'o' || mark == 'O' ? 8
                   : mark == 'b' || mark == 'B' ? 2
                                                : 10;
  if (base != 10) {
    std::uint64_t value = 0;
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + 2, end, value, base);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    return std::to_string(value);
  }
  if (text.find_first_not_of("0123456789") == std::string::npos) {
    const auto first = text.find_first_not_of('0');
    return first == std::string::npos ? "0" : text.substr(first);
  }
  double value = 0;
  if (text.front() == '.') text.insert(0, "0");
  const auto* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ptr != end || read.ec != std::errc{}) return std::nullopt;
  return float_text(value);
}

namespace {

struct pending {
  syntax_node statement;
  bool maybe;
};

bool is_one_of(const syntax_node& node, std::initializer_list<std::string_view> types) {
  return std::find(types.begin(), types.end(), node.type()) != types.end();
}

// Whether the body of an `if` never runs in a test run.
bool is_never_true(const syntax_node& condition) {
  const auto text = condition.text();
  return text.find("__main__") != std::string_view::npos || text == "TYPE_CHECKING" ||
         text == "typing.TYPE_CHECKING" || text == "False" || text == "0";
}

class scope_reader {
 public:
  module_scope read(const syntax_node& body) {
    add_children(body, false);
    while (!open_.empty()) {
      auto [node, maybe] = std::move(open_.back());
      open_.pop_back();
      visit(node, maybe);
    }
    return std::move(scope_);
  }

 private:
  // Pushes onto a stack instead of recursing; the first statement is on top.
  void add_children(const syntax_node& node, bool maybe) {
    const auto children = node.children();
    for (auto it = children.rbegin(); it != children.rend(); ++it) open_.push_back({*it, maybe});
  }

  void visit(const syntax_node& node, bool maybe) {
    if (is_one_of(node, {"function_definition", "class_definition", "decorated_definition"})) {
      define(node, maybe);
    } else if (node.is("expression_statement")) {
      for (const auto& one : node.children()) assign(one);
    } else if (node.is("import_from_statement")) {
      import(node);
    } else if (node.is("delete_statement")) {
      for (const auto& one : node.children()) remove(one);
    } else if (node.is("if_statement")) {
      visit_if(node);
    } else if (is_one_of(node, {"for_statement", "while_statement", "match_statement", "except_clause",
                                "except_group_clause"})) {
      add_children(node, true);
    } else if (node.is("try_statement")) {
      visit_try(node, maybe);
    } else if (is_one_of(node, {"with_statement", "block", "else_clause", "elif_clause", "finally_clause",
                                "case_clause", "ERROR"})) {
      add_children(node, maybe);
    }
  }

  void visit_if(const syntax_node& node) {
    const auto never = is_never_true(node.field("condition"));
    const auto children = node.children();
    for (auto it = children.rbegin(); it != children.rend(); ++it) {
      if (it->is("block") && never) continue;
      if (it->is("block") || it->is("elif_clause") || it->is("else_clause")) open_.push_back({*it, true});
    }
  }

  void visit_try(const syntax_node& node, bool maybe) {
    const auto children = node.children();
    for (auto it = children.rbegin(); it != children.rend(); ++it)
      open_.push_back({*it, maybe || it->is("else_clause")});
  }

  void define(const syntax_node& node, bool maybe) {
    function_definition out;
    out.whole = node;
    out.self = node;
    out.maybe = maybe;
    if (node.is("decorated_definition")) {
      out.self = node.field("definition");
      for (const auto& one : node.children())
        if (one.is("decorator"))
          for (const auto& expression : one.children())
            if (!expression.is("comment")) out.decorators.push_back(expression);
    }
    const auto name = out.name();
    if (name.empty()) return;
    replace(name, maybe);
    scope_.definitions.push_back(std::move(out));
  }

  // Marks the earlier definitions of a name that gets a new value.
  void replace(std::string_view name, bool maybe) {
    const auto [first, last] = defined_.equal_range(name);
    for (auto it = first; it != last; ++it) {
      auto& earlier = scope_.definitions[it->second];
      (maybe ? earlier.maybe : earlier.gone) = true;
    }
    defined_.emplace(name, scope_.definitions.size());
  }

  void remove(const syntax_node& node) {
    if (node.is("expression_list"))
      for (const auto& one : node.children()) remove_name(one.text());
    else
      remove_name(node.text());
  }

  void remove_name(std::string_view name) {
    const auto [first, last] = defined_.equal_range(name);
    for (auto it = first; it != last; ++it)
      if (it->second < scope_.definitions.size()) scope_.definitions[it->second].gone = true;
  }

  void assign(const syntax_node& node) {
    const auto left = node.field("left");
    if (node.is("augmented_assignment") && left.is("identifier")) {
      scope_.assigned[left.text()].emplace_back();
    } else if (node.is("assignment") && left.is("identifier") && node.field("right")) {
      scope_.assigned[left.text()].push_back(node.field("right"));
      if (node.field("right").is("none")) remove_name(left.text());
    } else if (node.is("call")) {  // CASES.append(…)
      const auto function = node.field("function");
      const auto object = function.field("object");
      if (object.is("identifier")) scope_.assigned[object.text()].emplace_back();
    }
  }

  void import(const syntax_node& node) {
    for (const auto& one : node.children()) {
      if (one.is("wildcard_import")) scope_.has_star_import = true;
      if (one.is("aliased_import")) scope_.imported[one.field("alias").text()] = last_name(one.field("name"));
    }
  }

  module_scope scope_;
  std::multimap<std::string_view, std::size_t> defined_;  // names to places in definitions
  std::vector<pending> open_;
};

}  // namespace

module_scope read_scope(const syntax_node& body) {
  return scope_reader{}.read(body);
}

bool is_word_of(std::string_view words, std::string_view name) {
  const auto within = [](std::string_view text) { return std::string{" "}.append(text).append(" "); };
  return !name.empty() && within(words).find(within(name)) != std::string::npos;
}

bool is_decorated(const function_definition& definition, std::string_view words) {
  return std::ranges::any_of(definition.decorators,
                             [&](const auto& one) { return is_word_of(words, last_name(one)); });
}

std::string_view last_name(const syntax_node& expression) {
  auto node = expression;
  if (node.is("call")) node = node.field("function");
  if (node.is("subscript")) node = node.field("value");
  if (node.is("attribute")) node = node.field("attribute");
  if (node.is("dotted_name")) {
    const auto parts = node.children();
    return parts.empty() ? std::string_view{} : parts.back().text();
  }
  return node.is("identifier") ? node.text() : std::string_view{};
}

syntax_node call_arguments::get(std::size_t at, std::string_view name) const {
  if (const auto it = named.find(name); it != named.end()) return it->second;
  return at < plain.size() ? plain[at] : syntax_node{};
}

call_arguments arguments_of(const syntax_node& call) {
  call_arguments out;
  const auto list = call.field("arguments");
  if (!list.is("argument_list")) {
    out.open = static_cast<bool>(list);  // f(x for x in y)
    return out;
  }
  for (const auto& one : list.children()) {
    if (one.is("comment")) continue;
    if (one.is("list_splat") || one.is("dictionary_splat"))
      out.open = true;
    else if (one.is("keyword_argument"))
      out.named[one.field("name").text()] = one.field("value");
    else
      out.plain.push_back(one);
  }
  return out;
}

std::vector<syntax_node> items_of(const syntax_node& sequence) {
  std::vector<syntax_node> out;
  for (const auto& one : sequence.children())
    if (!one.is("comment")) out.push_back(one);
  return out;
}

}  // namespace covey::parsers::languages::python
