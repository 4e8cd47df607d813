#include "parsers/languages/rust/output/comparison.hpp"
#include <algorithm>
#include <vector>

namespace covey::parsers::languages::rust {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (true) {
    const auto end = text.find('\n');
    out.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 1);
  }
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
  const auto last = text.find_last_not_of(" \n");
  return last == std::string_view::npos ? std::string_view{} : text.substr(0, last + 1);
}

// Old form: "left: `1`,\n right: `2`: text". The text is added to the message.
void unquote_old(std::string_view& left, std::string_view& right, std::string& message) {
  if (left.starts_with("`") && left.ends_with("`,")) left = left.substr(1, left.size() - 3);
  if (!right.starts_with("`")) return;
  if (const auto end = right.rfind("`: "); end != std::string_view::npos && end > 0) {
    message += ": " + std::string{right.substr(end + 3)};
    right = right.substr(1, end - 1);
  } else if (right.size() > 1 && right.ends_with("`")) {
    right = right.substr(1, right.size() - 2);
  }
}

std::string shown(std::string_view value) {
  return undebugged(value).value_or(std::string{value});
}

bool read_values(failure& assertion) {
  const std::string text = assertion.message;
  constexpr std::string_view left_mark = "\n  left: ", right_mark = "\n right: ";
  const auto at_left = text.find(left_mark);
  const auto at_right = text.find(right_mark, at_left == std::string::npos ? 0 : at_left);
  if (at_left == std::string::npos || at_right == std::string::npos) return false;
  const std::string_view all{text};
  auto left = all.substr(at_left + left_mark.size(), at_right - at_left - left_mark.size());
  auto right = all.substr(at_right + right_mark.size());
  std::string message{trimmed(all.substr(0, at_left))};
  unquote_old(left, right, message);
  if (message.find("left == right") == std::string::npos)
    return true;  // assert_ne!, assert_matches!: the message keeps the values
  assertion.message = std::move(message);
  assertion.values = value_names::left_right;
  assertion.actual = left;
  assertion.expected = right;
  if (auto diff = line_diff(shown(left), shown(right)); !diff.empty())
    assertion.diff = "--- left\n+++ right\n" + diff;
  return true;
}

// pretty_assertions: "Diff < left / right > :", and lines that begin with "<" or ">".
bool read_pretty(failure& assertion) {
  const auto at = assertion.message.find("\nDiff < left / right > :");
  if (at == std::string::npos) return false;
  assertion.diff = std::string{trimmed(std::string_view{assertion.message}.substr(at + 1))};
  assertion.message = std::string{trimmed(assertion.message.substr(0, at))};
  return true;
}

// "\n  left: `1`" of similar-asserts; `name`: the label that the caller gave to the value.
std::optional<std::string> named_value(std::string_view text, std::string_view name) {
  const auto mark = std::string{name} + ": `";
  for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
    const auto begin = text.substr(0, at).find_last_not_of(' ');
    if (begin != std::string_view::npos && text[begin] != '\n') continue;
    const auto value = text.substr(at + mark.size());
    return std::string{value.substr(0, value.find("`\n"))};
  }
  return std::nullopt;
}

// similar-asserts: "assertion failed: `(left == right)`'", the values, and "Differences (-left|+right):".
bool read_similar(failure& assertion) {
  constexpr std::string_view mark = "\nDifferences (-", end = "):";
  const std::string text = assertion.message;
  const std::string_view all{text};
  const auto at = all.find(mark);
  if (at == std::string_view::npos) return false;
  auto names = all.substr(at + mark.size());
  names = names.substr(0, names.find(end));
  const auto separator = names.find("|+");
  if (separator == std::string_view::npos || names.find('\n') != std::string_view::npos) return false;
  const auto first = names.substr(0, separator), second = names.substr(separator + 2);
  assertion.diff = std::string{trimmed(all.substr(at + 1))};
  assertion.message = std::string{trimmed(all.substr(0, at))};
  const auto head = all.substr(0, at + 1);
  const bool left_right = first == "left" && second == "right";
  if (!left_right && !(first == "expected" && second == "actual") &&
      !(first == "actual" && second == "expected"))
    return true;
  assertion.values = left_right ? value_names::left_right : value_names::actual_expected;
  assertion.actual = named_value(head, left_right ? first : "actual");
  assertion.expected = named_value(head, left_right ? second : "expected");
  if (assertion.actual && assertion.expected) {
    assertion.message = std::string{head.substr(0, head.find('\n'))};
    if (assertion.message.ends_with("'")) assertion.message.pop_back();
  }
  return true;
}

}  // namespace

std::string line_diff(std::string_view before, std::string_view after) {
  auto from = lines_of(before), to = lines_of(after);
  if (from.size() < 2 && to.size() < 2) return {};
  std::vector<std::string_view> tail;
  std::string out;
  std::size_t head = 0;
  while (head < from.size() && head < to.size() && from[head] == to[head])
    out += " " + std::string{from[head++]} + "\n";
  while (from.size() > head && to.size() > head && from.back() == to.back()) {
    tail.push_back(from.back());
    from.pop_back();
    to.pop_back();
  }
  for (auto i = head; i < from.size(); ++i) out += "-" + std::string{from[i]} + "\n";
  for (auto i = head; i < to.size(); ++i) out += "+" + std::string{to[i]} + "\n";
  std::for_each(tail.rbegin(), tail.rend(), [&](auto line) { out += " " + std::string{line} + "\n"; });
  out.pop_back();
  return out;
}

bool is_assertion_macro(std::string_view source) {
  const auto end = source.find('!');
  if (end == std::string_view::npos) return false;
  auto name = source.substr(0, end);
  if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:") !=
      std::string_view::npos)
    return false;
  if (const auto path = name.rfind("::"); path != std::string_view::npos) name.remove_prefix(path + 2);
  for (const std::string_view asserting : {"assert", "debug_assert", "prop_assert", "expect_", "verify_"})
    if (name.starts_with(asserting)) return true;
  return false;
}

void compare(failure& assertion) {
  if (!read_similar(assertion) && !read_values(assertion)) read_pretty(assertion);
}

std::optional<std::string> undebugged(std::string_view literal) {
  if (literal.size() < 2 || literal.front() != '"' || literal.back() != '"') return std::nullopt;
  literal = literal.substr(1, literal.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] == '"') return std::nullopt;  // not one literal
    if (literal[i] != '\\' || i + 1 == literal.size()) {
      out += literal[i];
      continue;
    }
    const char c = literal[++i];
    if (c == 'n')
      out += '\n';
    else if (c == 't')
      out += '\t';
    else if (c == 'r')
      out += '\r';
    else if (c == 'u' || c == '0')
      out += std::string{'\\', c};  // control characters stay as they were written
    else
      out += c;
  }
  return out;
}

}  // namespace covey::parsers::languages::rust
