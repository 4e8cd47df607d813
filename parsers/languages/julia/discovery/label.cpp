#include "parsers/languages/julia/discovery/label.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

namespace covey::parsers::languages::julia {
namespace {

constexpr std::string_view triple = R"(""")";

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
  const bool is_triple = source.size() >= 6 && source.starts_with(triple) && source.ends_with(triple);
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

}  // namespace covey::parsers::languages::julia
