#include "parsers/text/source_line.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>

namespace covey::parsers {
namespace {

// The last byte of a text in quotes that begins at `at`; `at` itself if it does not end in this line: then it
// is an apostrophe, or a lifetime.
std::size_t end_of_text(std::string_view line, std::size_t at) {
  for (auto i = at + 1; i < line.size(); ++i) {
    if (line[i] == '\\')
      ++i;
    else if (line[i] == line[at])
      return i;
  }
  return at;
}

// How many brackets a line leaves open. Braces do not count, because they open blocks. Comments are not
// recognised: a wrong count costs one line too many or too few.
int opened(std::string_view line) {
  int depth = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' || c == '\'' || c == '`') i = end_of_text(line, i);
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
  }
  return depth;
}

}  // namespace

namespace {

// A line as it stands; empty where there is none.
std::string_view line_at(std::string_view text, std::uint32_t line) {
  std::string_view current;
  for (std::uint32_t at = 0; at < line; ++at)
    if (!next_line(text, current)) return {};
  return line == 0 ? std::string_view{} : current;
}

std::size_t indentation(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

}  // namespace

std::string guarded_line(std::string_view text, std::uint32_t line, std::size_t most) {
  auto out = source_line(text, line, most);
  const auto above = line > 1 ? line_at(text, line - 1) : std::string_view{};
  const auto guard = trimmed(above);
  const bool opens = guard.ends_with(':') || guard.ends_with('{');
  if (out.empty() || !opens || indentation(above) >= indentation(line_at(text, line))) return out;
  const auto whole = plain_text(guard) + " " + out;
  return whole.size() <= most ? whole : out;
}

std::string source_line(std::string_view text, std::uint32_t line, std::size_t most) {
  constexpr int most_lines = 8;
  std::string_view current;
  for (std::uint32_t at = 0; at < line; ++at)
    if (!next_line(text, current)) return "";
  if (line == 0) return "";
  std::string out{trimmed(current)};
  auto open = opened(current);
  for (int more = 0; open > 0 && more < most_lines && out.size() < most && next_line(text, current); ++more) {
    open += opened(current);
    const auto part = trimmed(current);
    const bool glued =
        out.ends_with('(') || out.ends_with('[') || part.starts_with(')') || part.starts_with(']');
    if (!part.empty()) out.append(glued ? "" : " ").append(part);
  }
  out = plain_text(out);
  if (out.size() <= most) return out;
  return std::string{first_bytes(out, most)} + "…";
}

}  // namespace covey::parsers
