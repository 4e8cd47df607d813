#include "parsers/languages/node/output/junit_cases.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

constexpr std::string_view separator = " > ";

std::vector<std::string_view> split_titles(std::string_view name) {
  std::vector<std::string_view> out;
  for (auto at = name.find(separator); at != std::string_view::npos; at = name.find(separator)) {
    out.push_back(name.substr(0, at));
    name.remove_prefix(at + separator.size());
  }
  out.push_back(name);
  return out;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::string_view line; next_line(text, line);) out.push_back(line);
  return out;
}

std::optional<std::string> value_after(std::string_view line, std::string_view label) {
  if (!line.starts_with(label)) return std::nullopt;
  return std::string{trimmed(line.substr(label.size()))};
}

// bun: "Expected: 2" and "Received: 3", or a diff with its legend below it.
void read_bun(const std::vector<std::string_view>& lines, compared_values& out) {
  std::string diff;
  bool legend = false;
  for (const auto line : lines) {
    if (auto expected = value_after(line, "Expected: ")) out.expected = std::move(expected);
    if (auto actual = value_after(line, "Received: ")) out.actual = std::move(actual);
    legend = legend || line.starts_with("- Expected ");
    if (legend || line.empty()) continue;
    // The sign is followed by a blank.
    diff += line.front() + std::string{line.substr(std::min<std::size_t>(2, line.size()))} + "\n";
  }
  if (legend) out.diff = trimmed(diff);
}

// deno: "[Diff] Actual / Expected", `-` actual, `+` expected.
void read_deno(const std::vector<std::string_view>& lines, compared_values& out) {
  std::vector<std::string> expected;
  std::vector<std::string> actual;
  for (const auto line : lines) {
    if (line.empty()) continue;
    const char sign = line.front() == '-' ? '+' : line.front() == '+' ? '-' : ' ';
    out.diff += sign + std::string{line.substr(1)} + "\n";
    if (sign == ' ') continue;
    (sign == '-' ? expected : actual).emplace_back(trimmed(line.substr(1)));
  }
  if (!out.diff.empty()) out.diff.pop_back();
  if (expected.size() != 1 || actual.size() != 1) return;
  out.expected = expected.front();
  out.actual = actual.front();
}

}  // namespace

titled_case titled(const junit_report& report, const junit_case& one) {
  if (one.file.empty()) return {.is = &one, .file = one.classname, .titles = split_titles(one.name)};
  titled_case out{.is = &one, .file = one.file, .titles = {one.name}};
  for (auto at = one.suite; at != junit_suite::none && report.suites[at].parent != junit_suite::none;
       at = report.suites[at].parent)
    out.titles.push_back(report.suites[at].name);
  std::reverse(out.titles.begin(), out.titles.end());
  return out;
}

compared_values read_comparison(std::string_view message) {
  compared_values out;
  auto text = trimmed(message);
  if (text.starts_with("Uncaught ")) text.remove_prefix(9);
  const auto lines = lines_of(text);
  const auto gap = std::find(lines.begin(), lines.end(), std::string_view{});
  const std::vector<std::string_view> rest{gap, lines.end()};
  const auto header = std::find_if(rest.begin(), rest.end(), [](auto line) {
    return trimmed(line).starts_with("[Diff] Actual / Expected");
  });
  if (header != rest.end())
    read_deno({header + 1, rest.end()}, out);
  else
    read_bun(rest, out);
  const bool apart = out.expected || out.actual || !out.diff.empty();
  out.message = apart ? std::string{text.substr(0, text.find("\n\n"))} : std::string{text};
  for (const std::string_view name : {"AssertionError: ", "Error: "})
    if (out.message.starts_with(name)) out.message.erase(0, name.size());
  return out;
}

}  // namespace covey::parsers::languages::node
