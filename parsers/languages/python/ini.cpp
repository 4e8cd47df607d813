#include "parsers/languages/python/ini.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <optional>

namespace covey::parsers::languages::python {
namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";

bool is_comment(std::string_view line) {
  const auto text = trimmed(line, blanks);
  return text.empty() || text.front() == '#' || text.front() == ';';
}

std::optional<std::string_view> section_in(std::string_view line) {
  if (line.front() != '[') return std::nullopt;
  const auto end = line.find(']');
  return end == std::string_view::npos ? std::nullopt : std::optional{line.substr(1, end - 1)};
}

}  // namespace

ini_sections read_ini(std::string_view text) {
  ini_sections out;
  ini_section* section = nullptr;
  std::string* value = nullptr;
  text = without_byte_order_mark(text);
  for (std::string_view line; next_line(text, line);) {
    if (is_comment(line)) continue;
    if (blanks.find(line.front()) != std::string_view::npos) {
      if (value != nullptr) value->append("\n").append(trimmed(line, blanks));
      continue;
    }
    value = nullptr;
    if (const auto name = section_in(line)) {
      section = &out[std::string{*name}];
      continue;
    }
    auto separator = line.find('=');
    if (const auto colon = line.find(':'); separator == std::string_view::npos || colon < separator)
      separator = colon;
    if (section == nullptr || separator == std::string_view::npos) continue;
    value = &(*section)[std::string{trimmed(line.substr(0, separator), blanks)}];
    *value = trimmed(line.substr(separator + 1), blanks);
  }
  return out;
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> out;
  bool inside = false;  // within a word
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && blanks.find(c) != std::string_view::npos) {
      inside = false;
      continue;
    }
    if (!inside) out.emplace_back();
    inside = true;
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size() &&
               (quote == 0 || text[i + 1] == '"' || text[i + 1] == '\\')) {
      out.back() += text[++i];
    } else {
      out.back() += c;
    }
  }
  return out;
}

}  // namespace covey::parsers::languages::python
