#include "parsers/languages/node/discovery/expressions.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using kind_type = test_api::kind_type;

constexpr std::array<std::string_view, 4> tests{"it", "test", "specify", "fit"};
constexpr std::array<std::string_view, 4> groups{"describe", "context", "suite", "fdescribe"};
constexpr std::array<std::string_view, 3> pending_tests{"xit", "xtest", "xspecify"};
constexpr std::array<std::string_view, 3> pending_groups{"xdescribe", "xcontext", "xsuite"};
constexpr std::array<std::string_view, 4> spaces{"globalThis", "global", "window", "self"};

// Members that mean the same as their object.
constexpr std::array<std::string_view, 21> same{
    "only",   "concurrent", "sequential", "failing", "fails",  "fail",          "shuffle",
    "serial", "parallel",   "slow",       "default", "strict", "expectFailure", "effect",
    "live",   "scoped",     "scopedLive", "sync",    "async",  "override",      "not"};
constexpr std::array<std::string_view, 4> without_body{"skip", "todo", "fixme", "ignore"};
constexpr std::array<std::string_view, 6> conditions{"runIf", "skipIf",    "todoIf",
                                                     "if",    "failingIf", "extend"};
constexpr std::array<std::string_view, 3> tables{"each", "for", "prop"};

test_api api_of(kind_type kind, bool pending = false) {
  test_api out;
  out.kind = kind;
  out.pending = pending;
  return out;
}

// "jsr:@std/testing@1.0.3/bdd" -> "@std/testing/bdd", "https://deno.land/std@0.224.0/testing/bdd.ts" -> the
// same, "npm:vitest@3" -> "vitest".
std::string_view known_name(std::string_view module) {
  if (module.starts_with("npm:") || module.starts_with("jsr:")) module.remove_prefix(4);
  if (module.ends_with("/bdd") || module.ends_with("testing/bdd.ts") || module.ends_with("/bdd.ts"))
    return "@std/testing/bdd";
  const auto version = module.find('@', 1);
  return module.substr(0, version);
}

const test_module* find_module(std::string_view module) {
  const auto name = known_name(module);
  for (const auto& one : test_modules())
    if (one.name == name && one.exports != test_module::exports_type::unknown) return &one;
  return nullptr;
}

kind_type default_export(const test_module& module) {
  using exports = test_module::exports_type;
  if (module.exports == exports::qunit) return kind_type::qunit;
  return module.exports == exports::test ? kind_type::test : kind_type::space;
}

test_api space_member(kind_type space, std::string_view name) {
  switch (space) {
    case kind_type::space:
      return name == "default" ? api_of(space) : global_api(name);
    case kind_type::deno: {
      auto out = api_of(name == "test" ? kind_type::test : kind_type::none);
      out.unnamed = true;
      return out;
    }
    case kind_type::qunit:
      if (name == "module") return api_of(kind_type::group);
      return api_of(name == "test" || is_one_of(name, without_body) ? kind_type::test : kind_type::none);
    case kind_type::context: {
      auto out = api_of(name == "step" ? kind_type::test : kind_type::none);
      if (name == "test" || name == "it" || name == "describe" || name == "suite") out = global_api(name);
      out.unnamed = true;
      return out;
    }
    default:
      return {};
  }
}

// ASCII only: any other byte may belong to a blank as well as to a letter.
bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

constexpr std::size_t max_mention = 9;  // "xdescribe", "fdescribe"

// Modules that are mostly imported by their own names: `import test from "ava"`.
const std::vector<std::string_view>& plain_modules() {
  static const auto all = [] {
    std::vector<std::string_view> out;
    for (const auto& module : test_modules())
      if (module.name.size() <= max_mention && std::ranges::all_of(module.name, is_word_character))
        out.push_back(module.name);
    return out;
  }();
  return all;
}

bool is_mentioned(std::string_view word) {
  if (word.size() < 2 || word.size() > max_mention) return false;
  return global_api(word) || word == "step" || is_one_of(word, plain_modules());
}

}  // namespace

test_api test_api::member(std::string_view name) const {
  if (kind == kind_type::none || needs_call) return {};
  if (kind != kind_type::test && kind != kind_type::group) return space_member(kind, name);
  auto out = *this;
  if (is_one_of(name, same)) return out;
  if (is_one_of(name, without_body)) {
    out.pending = true;
    return out;
  }
  if (is_one_of(name, conditions) || is_one_of(name, tables)) {
    out.needs_call = true;
    out.each = each || is_one_of(name, tables);
    return out;
  }
  // `test.describe` of node:test and playwright, `test.test`.
  out = global_api(name);
  if (!out.makes_blocks() || out.pending) return {};
  out.unnamed = unnamed;
  return out;
}

test_api test_api::called() const {
  if (!needs_call) return {};
  auto out = *this;
  out.needs_call = false;
  return out;
}

test_api global_api(std::string_view name) {
  if (is_one_of(name, tests)) return api_of(kind_type::test);
  if (is_one_of(name, groups)) return api_of(kind_type::group);
  if (is_one_of(name, pending_tests)) return api_of(kind_type::test, true);
  if (is_one_of(name, pending_groups)) return api_of(kind_type::group, true);
  if (is_one_of(name, spaces)) return api_of(kind_type::space);
  if (name == "Deno") return api_of(kind_type::deno);
  if (name == "QUnit") return api_of(kind_type::qunit);
  return {};
}

test_api assumed_api(std::string_view name) {
  const auto out = global_api(name);
  return out.makes_blocks() && name != "context" ? out : test_api{};
}

test_api imported_api(std::string_view module, std::string_view name) {
  const auto* known = find_module(module);
  if (known == nullptr) return name == "default" || name == "*" ? test_api{} : assumed_api(name);
  const bool is_qunit = known->exports == test_module::exports_type::qunit;
  test_api out;
  if (name == "*")
    out = api_of(is_qunit ? kind_type::qunit : kind_type::space);
  else if (name == "default")
    out = api_of(default_export(*known));
  else
    out = is_qunit ? space_member(kind_type::qunit, name) : global_api(name);
  out.unnamed = known->name == "node:test" || known->name == "test";
  return out;
}

bool mentions_api(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word_character(text[at])) {
      ++at;
      continue;
    }
    const auto from = at;
    while (at < text.size() && is_word_character(text[at])) ++at;
    if (is_mentioned(text.substr(from, at - from))) return true;
  }
  return false;
}

namespace {

void append_code(std::string& out, char32_t code) {
  const bool is_character = code <= 0x10FFFF && (code < 0xD800 || code >= 0xE000);
  append_utf8(out, is_character ? code : U'\uFFFD');
}

class escape_reader {
 public:
  explicit escape_reader(std::string_view raw) : raw_(raw) {}

  std::string read() {
    while (at_ < raw_.size()) {
      const char c = raw_[at_++];
      if (c == '\\' && at_ < raw_.size()) {
        escape();
      } else if (c == '\r') {  // in a template: a line ends with "\n", however the file's lines end
        out_ += '\n';
        if (at_ < raw_.size() && raw_[at_] == '\n') ++at_;
      } else {
        out_ += c;
      }
    }
    return is_utf8(out_) ? std::move(out_) : repair_utf8(out_);
  }

 private:
  void escape() {
    const char c = raw_[at_++];
    constexpr std::string_view from = "ntrbfv0", to{"\n\t\r\b\f\v\0", 7};
    if (const auto simple = from.find(c); simple != npos) {
      out_ += to[simple];
    } else if (c == 'x') {
      append_code(out_, hex(2));
    } else if (c == 'u') {
      unicode();
    } else if (c == '\r' || c == '\n') {  // a continued line
      if (c == '\r' && at_ < raw_.size() && raw_[at_] == '\n') ++at_;
    } else {
      out_ += c;
    }
  }

  void unicode() {
    auto code = unit();
    if (code >= 0xD800 && code < 0xDC00 && raw_.substr(at_).starts_with("\\u")) {
      const auto before = at_;
      at_ += 2;
      const auto low = unit();
      if (low >= 0xDC00 && low < 0xE000)
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      else
        at_ = before;
    }
    append_code(out_, code);
  }

  // Behind "\u": "{1F600}" or four digits.
  char32_t unit() {
    if (at_ >= raw_.size() || raw_[at_] != '{') return hex(4);
    ++at_;
    const auto out = hex(8);
    if (at_ < raw_.size() && raw_[at_] == '}') ++at_;
    return out;
  }

  char32_t hex(int max) {
    char32_t out = 0;
    for (; max > 0 && at_ < raw_.size() && hex_digit(raw_[at_]) >= 0; --max, ++at_)
      out = out * 16 + static_cast<char32_t>(hex_digit(raw_[at_]));
    return out;
  }

  std::string_view raw_;
  std::size_t at_ = 0;
  std::string out_;
};

// Escapes decoded, as UTF-8. `raw` is what stands between the quotes.
std::string unescaped(std::string_view raw) {
  return escape_reader{raw}.read();
}

}  // namespace

void name_scopes::close() {
  if (marks_.empty()) return;
  for (; order_.size() > marks_.back(); order_.pop_back()) by_name_[order_.back()].pop_back();
  marks_.pop_back();
}

void name_scopes::bind(std::string_view name, binding what) {
  by_name_[name].push_back(std::move(what));
  order_.push_back(name);
}

const binding* name_scopes::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() || found->second.empty() ? nullptr : &found->second.back();
}

test_api name_scopes::api_of(std::string_view name) const {
  const auto* bound = find(name);
  if (bound == nullptr) return global_api(name);
  return bound->kind == binding::kind_type::api ? bound->api : test_api{};
}

namespace {

constexpr int max_depth = 32;  // of a chain such as `a.b(c).d`; tests have about five links

// Of the operands of a `?:` or a binary operator, the first that is an API.
test_api api_of_one(const std::vector<syntax_node>& choices, const name_scopes& scopes, int depth) {
  for (const auto& resolution : choices)
    if (const auto api = api_of(resolution, scopes, depth)) return api;
  return {};
}

test_api api_of_call(const syntax_node& call, const name_scopes& scopes, int depth) {
  const auto function = bare(call.field("function"));
  if (function.is("identifier")) {
    const auto* bound = scopes.find(function.text());
    if (bound != nullptr && bound->kind == binding::kind_type::factory) return bound->api;
  }
  if (const auto module = module_of(call)) return imported_api(*module, "default");
  return api_of(function, scopes, depth).called();
}

}  // namespace

std::vector<syntax_node> without_comments(const syntax_node& list) {
  auto out = list.children();
  std::erase_if(out, [](const auto& node) { return node.is("comment"); });
  return out;
}

syntax_node bare(syntax_node expression) {
  while (true) {
    const auto type = expression.type();
    const bool is_last = is_one_of(type, {"type_assertion", "sequence_expression"});  // `<T>x` and `(0, x)`
    if (!is_last && !is_one_of(type, {"parenthesized_expression", "as_expression", "satisfies_expression",
                                      "non_null_expression"}))
      return expression;
    const auto parts = without_comments(expression);
    if (parts.empty()) return {};
    expression = is_last ? parts.back() : parts.front();
  }
}

bool is_function(const syntax_node& expression) {
  return is_one_of(expression.type(), {"arrow_function", "function_expression", "generator_function"});
}

std::optional<std::string> literal_text(const syntax_node& expression) {
  const bool plain = expression.is("string");
  if (!plain && !expression.is("template_string")) return std::nullopt;
  if (!plain && expression.first_child("template_substitution")) return std::nullopt;
  const auto text = expression.text();
  return text.size() < 2 ? std::string{} : unescaped(text.substr(1, text.size() - 2));
}

test_api api_of(const syntax_node& expression, const name_scopes& scopes, int depth) {
  if (depth > max_depth) return {};
  const auto node = bare(expression);
  const auto type = node.type();
  if (type == "identifier") return scopes.api_of(node.text());
  if (type == "member_expression") {
    const auto object = node.field("object");
    return api_of(object, scopes, depth + 1).member(node.field("property").text());
  }
  if (type == "subscript_expression") {
    const auto object = api_of(node.field("object"), scopes, depth + 1);
    const auto name = literal_text(node.field("index"));
    return name ? object.member(*name) : object;  // it[onCi ? "only" : "skip"]
  }
  if (type == "call_expression") return api_of_call(node, scopes, depth + 1);
  if (type == "ternary_expression")
    return api_of_one({node.field("consequence"), node.field("alternative")}, scopes, depth + 1);
  if (type == "binary_expression")
    return api_of_one({node.field("left"), node.field("right")}, scopes, depth + 1);
  return {};
}

std::optional<std::string> module_of(const syntax_node& expression) {
  auto node = bare(expression);
  if (node.is("await_expression"))
    node = bare(node.children().empty() ? syntax_node{} : node.children().front());
  for (int wrapped = 0; wrapped < 3 && node.is("call_expression"); ++wrapped) {
    const auto function = node.field("function");
    const auto arguments = without_comments(node.field("arguments"));
    if (arguments.empty()) return std::nullopt;
    if (function.text() == "require" || function.is("import")) return literal_text(arguments.front());
    // __importDefault(require("x")), of compiled code
    if (!function.is("identifier") || arguments.size() > 1) return std::nullopt;
    node = bare(arguments.front());
  }
  return std::nullopt;
}

namespace {

using literals = strings;

constexpr std::size_t max_source = 80;  // characters of an expression as a label
// A longer title is cut after this many bytes, because each block below it holds a copy.
constexpr std::size_t max_title = 2000;

std::string source_label(std::string_view source) {
  const auto line = repair_utf8(one_line(first_bytes(source, std::size_t{4} * 1024)));
  std::size_t characters = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if ((static_cast<unsigned char>(line[i]) & 0xC0) == 0x80) continue;
    if (++characters > max_source) return line.substr(0, i);
  }
  return line;
}

// The length of a place that a table's row fills in; 0: there is none here.
std::size_t place_at(std::string_view text) {
  if (text.size() < 2) return 0;
  if (text[0] == '%') return std::string_view{"sdifjoOpc#$"}.find(text[1]) == npos ? 0 : 2;
  if (text[0] != '$') return 0;
  if (text[1] == '#') return 2;
  std::size_t length = 1;
  while (length < text.size() && (is_word_character(text[length]) || text[length] == '.')) ++length;
  return length > 1 ? length : 0;  // "$5" is a placeholder in vitest, but literal in jest
}

// Splits one literal into several.
literals split_at_places(std::string_view text) {
  literals out{""};
  while (!text.empty()) {
    const auto place = place_at(text);
    if (place > 0) {
      out.emplace_back();
      text.remove_prefix(place);
      continue;
    }
    out.back() += text.front();
    text.remove_prefix(text.starts_with("%%") ? 2 : 1);
  }
  return out;
}

literals with_places(const literals& from) {
  literals out;
  for (const auto& piece : from)
    for (auto& part : split_at_places(piece)) out.push_back(std::move(part));
  return out;
}

void append(literals& to, literals more) {
  to.back() += more.front();
  to.insert(to.end(), std::make_move_iterator(more.begin() + 1), std::make_move_iterator(more.end()));
}

literals template_pieces(const syntax_node& text) {
  literals out;
  auto from = text.begin() + 1;
  const auto source = text.text();
  const auto add = [&](std::uint32_t to) {
    out.push_back(unescaped(source.substr(from - text.begin(), to > from ? to - from : 0)));
  };
  for (const auto& part : text.children()) {
    if (!part.is("template_substitution")) continue;
    add(part.begin());
    from = part.end();
  }
  add(text.end() - 1);
  return out;
}

bool is_sum(const syntax_node& expression) {
  if (!expression.is("binary_expression")) return false;
  const auto parts = expression.all_children();
  return std::ranges::any_of(parts, [](const auto& part) { return part.is("+"); });
}

// The operands of `a + b + c`, in order; the tree nests them to the left.
std::vector<syntax_node> summands(syntax_node sum) {
  std::vector<syntax_node> out;
  for (sum = bare(sum); is_sum(sum); sum = bare(sum.field("left"))) out.push_back(bare(sum.field("right")));
  out.push_back(sum);
  std::ranges::reverse(out);
  return out;
}

// A number that is printed as it is written.
bool is_plain_number(const syntax_node& expression) {
  const auto text = expression.text();
  return expression.is("number") && text.size() < 10 && (text == "0" || !text.starts_with('0')) &&
         text.find_first_not_of("0123456789") == npos;
}

// The literals of one part of a title.
literals text_pieces(const syntax_node& part, const name_scopes& scopes) {
  if (auto text = literal_text(part)) return {std::move(*text)};
  if (part.is("template_string")) return template_pieces(part);
  if (is_plain_number(part)) return {std::string{part.text()}};
  const auto* bound = part.is("identifier") ? scopes.find(part.text()) : nullptr;
  if (bound != nullptr && bound->kind == binding::kind_type::text) return {bound->text};
  return {"", ""};
}

bool is_constant(std::string_view name) {
  return std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
}

// `describe(Cart, …)`, `describe(Cart.name, …)`: the class's or the function's own name.
std::optional<block_title> named_title(const syntax_node& expression, const name_scopes& scopes) {
  auto what = expression;
  if (what.is("member_expression") && what.field("property").text() == "name") what = what.field("object");
  if (!what.is("identifier")) return std::nullopt;
  const auto* bound = scopes.find(what.text());
  block_title out;
  out.label = source_label(expression.text());
  if (bound != nullptr && bound->kind == binding::kind_type::named) {
    out.name = block_name{bound->text};
    return out;
  }
  if (bound == nullptr || bound->kind != binding::kind_type::imported || is_constant(bound->text))
    return std::nullopt;
  out.name = block_name{bound->text};
  out.candidate = true;
  return out;
}

void limit(block_title& title) {
  title.label = first_bytes(title.label, max_title);
  std::size_t room = max_title;
  for (auto& piece : title.name.literals) {
    if (piece.size() <= room) {
      room -= piece.size();
      continue;
    }
    piece = first_bytes(piece, room);
    const auto kept = static_cast<std::size_t>(&piece - title.name.literals.data()) + 1;
    title.name.literals.resize(kept);
    title.name.literals.emplace_back();
    return;
  }
}

}  // namespace

bool is_text(const syntax_node& expression) {
  const auto parts = summands(expression);
  return std::ranges::any_of(
      parts, [](const auto& part) { return part.is("string") || part.is("template_string"); });
}

block_title literal_title(std::string text) {
  block_title out;
  out.label = std::move(text);
  out.name = block_name{out.label};
  limit(out);
  return out;
}

block_title title_of(const syntax_node& written, bool each, const name_scopes& scopes) {
  const auto expression = bare(written);
  if (auto named = named_title(expression, scopes)) return std::move(*named);
  block_title out;
  const auto parts = summands(expression);
  literals found{""};
  for (const auto& part : parts) append(found, text_pieces(part, scopes));
  // Two variables may as well be added as numbers.
  if (parts.size() > 1 && !is_text(expression)) found = {"", ""};
  const bool literal = found.size() == 1;
  if (literal)
    out.label = found.front();
  else if (expression.is("template_string"))
    out.label = repair_utf8(expression.text().substr(1, expression.text().size() - 2));
  else
    out.label = source_label(expression.text());
  out.name = block_name{each ? with_places(found) : std::move(found)};
  limit(out);
  return out;
}

}  // namespace covey::parsers::languages::node
