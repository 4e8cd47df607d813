#include "parsers/languages/go/output/text.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace covey::parsers::languages::go {

namespace {

constexpr std::string_view indent = "    ";

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Rejects what only looks like a place, such as "127.0.0.1:80:". Go refuses files whose names are not UTF-8.
bool is_file_name(std::string_view path) {
  const auto dot = path.rfind('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < path.size() && is_letter(path[dot + 1]) &&
         path.find('/', dot) == std::string_view::npos && is_utf8(path);
}

// ".go:12: " anywhere in the line: the offset after ".go", and the line number.
struct log_mark {
  std::size_t file_end;
  std::uint32_t line;
  std::string_view text;
};

std::optional<log_mark> find_log_mark(std::string_view line) {
  constexpr std::string_view suffix = ".go:";
  for (auto at = line.find(suffix); at != std::string_view::npos; at = line.find(suffix, at + 1)) {
    auto rest = line.substr(at + suffix.size());
    std::uint32_t number = 0;
    if (!take_number(rest, number) || number == 0) continue;
    if (rest.starts_with(": ")) return log_mark{at + 3, number, rest.substr(2)};
    if (rest == ":") return log_mark{at + 3, number, {}};
  }
  return std::nullopt;
}

std::optional<logged_message> log_line(std::string_view line) {
  const auto error = line.find(error_mark);
  if (error != std::string_view::npos) line.remove_prefix(error + 1);
  const auto mark = find_log_mark(line);
  if (!mark) return std::nullopt;
  // Text printed without a line end stands before the indentation, which is then in the middle of the line.
  const auto before = line.substr(0, mark->file_end);
  const auto gap = before.starts_with(indent) ? 0 : before.rfind(indent);
  if (gap == std::string_view::npos) return std::nullopt;
  const auto file = before.substr(gap + indent.size());
  // Only an absolute path may hold blanks; else "    words before x.go:1: …" would be a place.
  if (file.empty() || (file.front() != '/' && file.find_first_of(" \t") != std::string_view::npos))
    return std::nullopt;
  return logged_message{
      {std::string{file}, mark->line}, std::string{mark->text}, error != std::string_view::npos};
}

bool is_framing(std::string_view line, std::string_view test) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  if (!line.starts_with('=') && !line.starts_with('-')) return false;
  constexpr std::array<std::string_view, 8> marks{"=== RUN   ", "=== PAUSE ", "=== CONT  ", "=== NAME  ",
                                                  "--- PASS: ", "--- FAIL: ", "--- SKIP: ", "=== ATTR  "};
  for (const auto mark : marks) {
    if (!line.starts_with(mark)) continue;
    const auto name = line.substr(mark.size());
    if (!name.starts_with(test)) return false;
    const auto rest = name.substr(test.size());
    return mark[0] == '-' ? rest.starts_with(" (") : rest.empty() || rest.front() == ' ';
  }
  return false;
}

// Where "--- FAIL: test (" stands in a line; npos: nowhere.
std::size_t find_glued_result(std::string_view line, std::string_view test) {
  if (line.find("--- ") == std::string_view::npos) return std::string_view::npos;
  for (const std::string_view mark : {"--- PASS: ", "--- FAIL: ", "--- SKIP: "}) {
    const auto at = line.find(std::string{mark}.append(test).append(" ("));
    if (at != std::string_view::npos) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::string_view without_cover_prefix(std::string_view line) {
  constexpr std::string_view stamp = "2006/01/02 15:04:05";
  constexpr std::string_view tool = " cover: ";
  if (line.size() < stamp.size() || !line.substr(stamp.size()).starts_with(tool)) return line;
  const auto said = line.substr(stamp.size() + tool.size());
  const auto file_end = said.find(": ");
  return file_end == std::string_view::npos ? said : said.substr(file_end + 2);
}

std::optional<source_position> compiler_position(std::string_view line) {
  line = without_cover_prefix(line);
  for (const std::string_view prefix : {"go: ", "vet: "})
    if (line.starts_with(prefix)) line.remove_prefix(prefix.size());
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto file = line.substr(0, colon);
  auto rest = line.substr(colon + 1);
  std::uint32_t number = 0, column = 0;
  take_number(rest, number);
  if (number == 0 || !is_file_name(file) || (!rest.empty() && rest.front() != ':')) return std::nullopt;
  if (!rest.empty()) rest.remove_prefix(1);
  auto after_column = rest;
  take_number(after_column, column);
  if (column > 0 && after_column.starts_with(":")) rest = after_column.substr(1);
  return source_position{{std::string{file}, number}, trimmed(rest)};
}

std::string without_error_marks(std::string_view output) {
  std::string out(output);
  std::erase(out, error_mark);
  return out;
}

std::vector<logged_message> logged_messages(std::string_view output) {
  std::vector<logged_message> messages;
  bool in_message = false;
  for (std::string_view line; next_line(output, line);) {
    const bool continues = line.starts_with("        ");
    if (in_message && continues) {
      messages.back().text += '\n';
      messages.back().text += line.substr(2 * indent.size());
    } else if (auto message = log_line(line)) {
      messages.push_back(std::move(*message));
      in_message = true;
    } else {
      in_message = false;
    }
  }
  return messages;
}

std::string without_framing(std::string_view output, std::string_view test) {
  std::string kept;
  kept.reserve(output.size() + 1);
  for (std::string_view line; next_line(output, line);) {
    if (is_framing(line, test)) continue;
    kept += line.substr(0, find_glued_result(line, test));
    kept += '\n';
  }
  return kept;
}

std::optional<outcome> glued_result(std::string_view output, std::string_view test) {
  for (std::string_view line; next_line(output, line);) {
    const auto at = find_glued_result(line, test);
    if (at == std::string_view::npos) continue;
    const auto mark = line.substr(at);
    if (mark.starts_with("--- PASS")) return outcome::passed;
    return mark.starts_with("--- SKIP") ? outcome::skipped : outcome::failed;
  }
  return std::nullopt;
}

std::string without_flag_usage(std::string_view printed) {
  std::string kept;
  std::string_view line;
  bool in_usage = false;
  while (next_line(printed, line)) {
    const bool is_listed = line.starts_with("  -") || line.starts_with("    \t");
    in_usage = line.starts_with("Usage of ") || (in_usage && is_listed);
    if (!in_usage) kept.append(line) += '\n';
  }
  return kept;
}

bool is_package_noise(std::string_view line, std::string_view package) {
  if (line == "PASS" || line == "FAIL" || line.starts_with("coverage: ") || line.starts_with("exit status "))
    return true;
  for (const std::string_view verdict : {"ok  \t", "FAIL\t", "?   \t", "\t"})
    if (line.starts_with(verdict) && line.substr(verdict.size()).starts_with(package)) return true;
  return line == "testing: warning: no tests to run";
}

}  // namespace covey::parsers::languages::go
