#include "parsers/languages/node/discovery/title.hpp"
#include "parsers/languages/node/discovery/expressions.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using literals = std::vector<std::string>;

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

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         c == '.';
}

// The length of a place that a table's row fills in; 0: there is none here.
std::size_t place_at(std::string_view text) {
  if (text.size() < 2) return 0;
  if (text[0] == '%') return std::string_view{"sdifjoOpc#$"}.find(text[1]) == std::string_view::npos ? 0 : 2;
  if (text[0] != '$') return 0;
  if (text[1] == '#') return 2;
  std::size_t length = 1;
  while (length < text.size() && is_word(text[length])) ++length;
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
  return std::any_of(parts.begin(), parts.end(), [](const auto& part) { return part.is("+"); });
}

// The operands of `a + b + c`, in order; the tree nests them to the left.
std::vector<syntax_node> summands(syntax_node sum) {
  std::vector<syntax_node> out;
  for (sum = bare(sum); is_sum(sum); sum = bare(sum.field("left"))) out.push_back(bare(sum.field("right")));
  out.push_back(sum);
  std::reverse(out.begin(), out.end());
  return out;
}

// A number that is printed as it is written.
bool is_plain_number(const syntax_node& expression) {
  const auto text = expression.text();
  return expression.is("number") && text.size() < 10 && (text == "0" || !text.starts_with('0')) &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
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
  return std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
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
  return std::any_of(parts.begin(), parts.end(),
                     [](const auto& part) { return part.is("string") || part.is("template_string"); });
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
