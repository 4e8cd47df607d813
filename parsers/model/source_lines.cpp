#include "parsers/model/source_lines.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <cctype>
#include <functional>

namespace covey::parsers {
namespace {

// Tabs reach to the next eighth column.
std::uint32_t indentation_of(std::string_view line) {
  std::uint32_t out = 0;
  for (const char c : line) {
    if (c != ' ' && c != '\t') break;
    out += c == '\t' ? 8 - out % 8 : 1;
  }
  return out;
}

bool is_closing(std::string_view line) {
  return std::string_view{"}])"}.find(line.front()) != std::string_view::npos ||
         (line.starts_with("end") &&
          (line.size() == 3 || std::isalnum(static_cast<unsigned char>(line[3])) == 0));
}

}  // namespace

line_hashes hashes_of_lines(std::string_view text) {
  line_hashes out;
  out.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  std::vector<std::uint32_t> open;  // indentations of the lines that the next one may be inside
  std::string_view whole;
  while (next_line(text, whole)) {
    const auto line = trimmed(whole);
    if (line.empty()) {
      out.emplace_back();
      continue;
    }
    const auto indentation = indentation_of(whole), least = indentation + (is_closing(line) ? 1 : 0);
    while (!open.empty() && open.back() >= least) open.pop_back();
    const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>{}(line));
    out.push_back({std::max(hash, 1u), static_cast<std::uint32_t>(open.size())});
    open.push_back(indentation);
  }
  return out;
}

const function_extent* function_at(const std::vector<function_extent>& all, std::uint32_t line) {
  const auto behind = std::upper_bound(all.begin(), all.end(), line,
                                       [](std::uint32_t at, const auto& one) { return at < one.first; });
  // Of those that begin before the line, the last one that has not ended is the innermost.
  const auto found = std::find_if(std::make_reverse_iterator(behind), all.rend(),
                                  [&](const auto& one) { return line <= one.last; });
  return found == all.rend() ? nullptr : &*found;
}

}  // namespace covey::parsers
