#include "parsers/localization/mentions.hpp"
#include <algorithm>
#include <cctype>

namespace covey::parsers {
namespace {

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

bool is_upper(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}

bool is_lower(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0;
}

// "HTTPServer" has its second word at the S, which stands before a small letter.
bool begins_word(std::string_view text, std::size_t at) {
  if (at == 0 || !is_upper(text[at])) return false;
  return !is_upper(text[at - 1]) || (at + 1 < text.size() && is_lower(text[at + 1]));
}

// " camel case of it " of "camelCase of_it"
std::string words_in(std::string_view text) {
  std::string out = " ";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((!is_letter(text[i]) || begins_word(text, i)) && out.back() != ' ') out += ' ';
    if (is_letter(text[i])) out += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
  }
  if (out.back() != ' ') out += ' ';
  return out;
}

// The blank between two words is of both.
bool take_first(std::string_view& words, std::string_view word) {
  if (!words.substr(1).starts_with(word) || words.substr(1 + word.size()).substr(0, 1) != " ") return false;
  words.remove_prefix(1 + word.size());
  return true;
}

bool take_last(std::string_view& words, std::string_view word) {
  const auto rest = words.substr(0, words.size() - std::min(words.size(), 1 + word.size()));
  if (!rest.ends_with(' ') || words.substr(rest.size(), word.size()) != word) return false;
  words = rest;
  return true;
}

}  // namespace

std::string subject_of(std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  const auto all = words_in(name.substr(0, name.find('.')));
  std::string_view words = all;
  for (const std::string_view marker : {"test", "tests", "spec"}) {
    if (words.size() > 1 && take_first(words, marker)) break;
    if (words.size() > 1 && take_last(words, marker)) break;
  }
  for (const std::string_view none : {" ", " index ", " init ", " main ", " mod ", " lib ", " conftest "})
    if (words == none) return {};
  return std::string{words};
}

mentions::mentions(std::string_view text) {
  text = text.substr(0, max_text);
  words_ = words_in(text);
  const auto is_part = [](char c) { return is_letter(c) || c == '_' || c == '$'; };
  for (auto at = text.begin(); at != text.end();) {
    const auto begin = std::find_if(at, text.end(), is_part);
    at = std::find_if_not(begin, text.end(), is_part);
    if (begin != at) identifiers_.emplace(begin, at);
  }
}

bool mentions::name(std::string_view function) const {
  if (const auto end = function.find_last_of(".:"); end != std::string_view::npos)
    function.remove_prefix(end + 1);
  if (function.empty()) return false;
  if (identifiers_.contains(std::string{function})) return true;
  const auto words = words_in(function);
  const bool has_several = std::count(words.begin(), words.end(), ' ') > 2;
  return has_several && words_.find(words) != std::string::npos;
}

}  // namespace covey::parsers
