#include "parsers/languages/go/discovery/functions.hpp"
#include "parsers/languages/go/discovery/declarations.hpp"
#include "parsers/languages/go/discovery/names.hpp"
#include <algorithm>
#include <vector>

namespace covey::parsers::languages::go {
namespace {

// One parameter of the type *T, whichever name its package was imported under.
bool takes_pointer_to(const syntax_node& function, std::string_view name) {
  const auto parameters = parameters_of(function);
  if (parameters.size() != 1 || function.field("result") || function.field("type_parameters")) return false;
  const auto type = parameters.front().second;
  if (!is_pointer(type)) return false;
  const auto pointed = parts_of(type);
  if (pointed.size() != 1 || !(pointed.front().is("qualified_type") || pointed.front().is("type_identifier")))
    return false;
  return type_name(type) == name;
}

bool takes_and_gives_nothing(const syntax_node& function) {
  return parameters_of(function).empty() && !function.field("result") && !function.field("type_parameters");
}

// Whether nothing but white space stands before the node in its line.
bool begins_its_line(const syntax_node& node, std::string_view source) {
  const auto before = source.substr(0, node.begin());
  const auto start = before.find_last_not_of(" \t");
  return start == std::string_view::npos || before[start] == '\n';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool take_word(std::string_view& text, std::string_view word) {
  if (text.size() < word.size() ||
      !std::equal(word.begin(), word.end(), text.begin(), [](char w, char t) { return w == lower(t); }))
    return false;
  text.remove_prefix(word.size());
  return true;
}

std::string_view comment_text(const syntax_node& comment) {
  auto text = comment.text();
  text.remove_prefix(std::min<std::size_t>(2, text.size()));
  if (comment.text().starts_with("/*") && text.ends_with("*/")) text.remove_suffix(2);
  const auto start = text.find_first_not_of(" \t\r\n\v\f");
  return start == std::string_view::npos ? std::string_view{} : text.substr(start);
}

// The last group of comments in its body begins with "Output:" or "Unordered output:".
bool says_its_output(const syntax_node& function, std::string_view source) {
  std::vector<syntax_node> comments;
  walk(function.field("body"), [&](const syntax_node& node) {
    if (node.is("comment")) comments.push_back(node);
    return true;
  });
  if (comments.empty()) return false;
  auto first = comments.size() - 1;
  while (first > 0 && comments[first - 1].last_line() + 1 == comments[first].line() &&
         begins_its_line(comments[first], source) && begins_its_line(comments[first - 1], source))
    --first;
  for (; first < comments.size(); ++first) {
    auto text = comment_text(comments[first]);
    if (text.empty()) continue;
    take_word(text, "unordered ");
    return take_word(text, "output:");
  }
  return false;
}

}  // namespace

std::optional<block_kind> kind_of(const syntax_node& function, std::string_view source) {
  const auto name = function.field("name").text();
  if (is_test_name(name, "Test"))
    return takes_pointer_to(function, "T") ? std::optional{block_kind::test} : std::nullopt;
  if (is_test_name(name, "Fuzz"))
    return takes_pointer_to(function, "F") ? std::optional{block_kind::fuzz} : std::nullopt;
  if (is_test_name(name, "Benchmark"))
    return takes_pointer_to(function, "B") ? std::optional{block_kind::benchmark} : std::nullopt;
  if (is_test_name(name, "Example") && takes_and_gives_nothing(function) && says_its_output(function, source))
    return block_kind::example;
  return std::nullopt;
}

bool is_suite_method(const syntax_node& method) {
  return is_test_name(method.field("name").text(), "Test") && takes_and_gives_nothing(method);
}

}  // namespace covey::parsers::languages::go
