#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <optional>

namespace covey::parsers {

bool next_line(std::string_view& rest, std::string_view& line) {
  if (rest.empty()) return false;
  const auto end = rest.find('\n');
  line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return true;
}

std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> out;
  for (std::size_t at; (at = text.find(by)) != std::string_view::npos;) {
    out.push_back(text.substr(0, at));
    text.remove_prefix(at + 1);
  }
  out.push_back(text);
  return out;
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  for (auto i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == text[at])
      return i;
  }
  return std::string_view::npos;
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t max) {
  const auto kept = first_bytes(text, max);
  return std::string{kept} + (kept.size() < text.size() ? "…" : "");
}

namespace {

// How many brackets a line leaves open. Braces do not count, because they open blocks. Comments are not
// recognised: a wrong count costs one line too many or too few.
int opened(std::string_view line) {
  int depth = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const auto end = c == '"' || c == '\'' || c == '`' ? end_of_quoted(line, i) : std::string_view::npos;
    if (end != std::string_view::npos) i = end;  // else it is an apostrophe, or a lifetime
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
  }
  return depth;
}

// Takes all up to a line, which it gives as it stands; nothing: there is none.
std::optional<std::string_view> take_line(std::string_view& text, std::uint32_t line) {
  std::string_view current;
  for (std::uint32_t at = 0; at < line; ++at)
    if (!next_line(text, current)) return std::nullopt;
  return line == 0 ? std::nullopt : std::optional{current};
}

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

// "} else if (x) {", "if x:"; not "def f():".
bool is_condition(std::string_view line) {
  constexpr std::string_view words[] = {"if",    "elif",   "else",   "elseif", "case", "when",
                                        "match", "switch", "except", "catch",  "while"};
  if (!line.ends_with(':') && !line.ends_with('{')) return false;
  if (line.starts_with('}')) line = trimmed(line.substr(1));
  const auto word = line.substr(0, line.find_first_of(" \t(:{"));
  return std::ranges::find(words, word) != std::end(words);
}

// The last ones up to this line, which is the last of them.
std::vector<std::string_view> lines_until(std::string_view text, std::uint32_t line) {
  constexpr std::size_t most = 40;
  std::vector<std::string_view> out;
  std::string_view current;
  for (std::uint32_t at = 0; at < line; ++at) {
    if (!next_line(text, current)) return {};
    if (at + most >= line) out.push_back(current);
  }
  return out;
}

bool is_blank_or_comment(std::string_view line) {
  return line.empty() || line.starts_with("//") || line.starts_with('#');
}

// The condition under which the last of these lines stands, with a few lines before it at most; of an "else" what it is the
// other of.
std::string guard_of(const std::vector<std::string_view>& lines) {
  constexpr int max_beside = 6;
  std::string otherwise;  // of which the condition is looked for
  int beside = 0;
  for (std::size_t i = lines.size(), below = i - 1; i-- > 0;) {
    const auto guard = trimmed(lines[i]);
    if (i == below || is_blank_or_comment(guard) || indentation(lines[i]) > indentation(lines[below]))
      continue;
    const bool stands_above = indentation(lines[i]) < indentation(lines[below]);
    if (!stands_above && otherwise.empty() && ++beside < max_beside) continue;
    if (!stands_above && guard == "}") continue;
    if (stands_above != otherwise.empty() || !is_condition(guard)) return {};
    if (guard.find("else") > 2 || guard.find("if") != std::string_view::npos)
      return otherwise + plain_text(guard);
    otherwise = "else of: ";
    below = i;
  }
  return {};
}

// The line ends with the beginning of a block, such as a function's body, and not with that of a value.
bool opens_block(std::string_view line) {
  line = trimmed(line);
  if (!line.ends_with('{')) return false;
  line.remove_suffix(1);
  return line.ends_with(' ') &&
         std::string_view{"([{,:="}.find(trimmed(line).back()) == std::string_view::npos;
}

// "" if the brackets do not close.
std::string rest_of_statement(std::string_view first, std::string_view text, std::size_t max) {
  constexpr int max_lines = 8;
  std::string out{trimmed(first)};
  auto open = opened(first);
  auto current = first;
  for (int more = 0; open > 0 && out.size() < max; ++more) {
    if (more == max_lines || opens_block(current) || !next_line(text, current)) return "";
    open += opened(current);
    const auto part = trimmed(current);
    const bool glued =
        out.ends_with('(') || out.ends_with('[') || part.starts_with(')') || part.starts_with(']');
    if (!part.empty()) out.append(glued ? "" : " ").append(part);
  }
  return out;
}

}  // namespace

std::string guarded_line(std::string_view text, std::uint32_t line, std::size_t max) {
  auto out = source_line(text, line, max);
  const auto guard = out.empty() ? std::string{} : guard_of(lines_until(text, line));
  if (guard.empty()) return out;
  const auto whole = out + " (under: " + guard + ")";
  return whole.size() <= max ? whole : out;
}

std::string displayed_line(std::string_view text, std::uint32_t line, line_form form, std::size_t max) {
  if (form == line_form::statement) return source_line(text, line, max);
  if (form == line_form::guarded) return guarded_line(text, line, max);
  return plain_text(first_bytes(take_line(text, line).value_or(""), max));
}

std::string source_line(std::string_view text, std::uint32_t line, std::size_t max) {
  const auto first = take_line(text, line);
  if (!first) return "";
  auto out = rest_of_statement(*first, text, max);
  out = plain_text(out.empty() ? trimmed(*first) : out);
  return shortened(out, max);
}

}  // namespace covey::parsers
