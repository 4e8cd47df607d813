#include "parsers/localization/mentions.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <cctype>
#include <cstring>
#include <iterator>

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

constexpr std::size_t beginning = sizeof(std::uint64_t), min_bytes = 12;

std::uint64_t key_of(std::string_view text) {
  std::uint64_t out = 0;
  std::memcpy(&out, text.data(), beginning);
  return out;
}

// How many bytes at the front of `rest` are replaced when the text is made: "%-4d", "{0:x}", "${name}", "\\n"; 0: none.
std::size_t placeholder_at(std::string_view rest, bool raw) {
  if (rest.front() == '\\' && !raw) return std::min<std::size_t>(rest.size(), 2);
  if (rest.front() == '{' || rest.starts_with("${")) {
    const auto end = rest.find('}');
    return end == std::string_view::npos ? 0 : end + 1;
  }
  if (rest.front() != '%') return 0;
  const auto verb = rest.find_first_not_of("0123456789.+-# *[]()", 1);
  return verb == std::string_view::npos ? rest.size() : verb + 1;
}

std::vector<std::string> parts_of(std::string_view quoted, bool raw) {
  std::vector<std::string> out(1);
  while (!quoted.empty()) {
    const bool is_escaped = !raw && quoted.size() > 1 && quoted[0] == '\\' &&
                            std::string_view{"\\\"'"}.find(quoted[1]) != std::string_view::npos;
    if (is_escaped) quoted.remove_prefix(1);
    const auto put_in = is_escaped ? 0 : placeholder_at(quoted, raw);
    if (put_in > 0)
      out.emplace_back();
    else
      out.back() += quoted.front();
    quoted.remove_prefix(std::max<std::size_t>(put_in, 1));
  }
  return out;
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

void sayings::add(std::string_view file, std::string_view source) {
  std::string_view line;
  for (std::uint32_t number = 1; next_line(source, line); ++number)
    for (auto at = line.find_first_of("\"'`"); at != std::string_view::npos;
         at = line.find_first_of("\"'`", at + 1)) {
      const auto end = end_of_quoted(line, at);
      if (end == std::string_view::npos) continue;
      const auto quoted = line.substr(at + 1, end - at - 1);
      auto parts = parts_of(quoted, false);
      if (quoted.find('\\') != std::string_view::npos)
        std::ranges::move(parts_of(quoted, true), std::back_inserter(parts));
      for (const auto& part : parts) {
        const auto text = trimmed(part);
        if (text.size() >= min_bytes && text.find(' ') != std::string_view::npos)
          by_beginning_[key_of(text)].push_back({std::string{text}, {std::string{file}, number}});
      }
      at = end;
    }
}

std::vector<location> sayings::places_of(std::string_view message) const {
  message = message.substr(0, max_text);
  std::vector<location> out;
  std::size_t longest = 0;
  for (; message.size() >= min_bytes; message.remove_prefix(1)) {
    const auto found = by_beginning_.find(key_of(message));
    if (found == by_beginning_.end()) continue;
    for (const auto& one : found->second) {
      if (one.text.size() < longest || !message.starts_with(one.text)) continue;
      if (one.text.size() > longest) out.clear();
      longest = one.text.size();
      if (std::find(out.begin(), out.end(), one.where) == out.end()) out.push_back(one.where);
    }
  }
  return out.size() > max_places ? std::vector<location>{} : out;
}

}  // namespace covey::parsers
