#include "parsers/model/line_hashes.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <cctype>
#include <functional>
#include <unordered_set>

namespace covey::parsers {
namespace {

std::uint64_t pair_of(std::uint32_t first, std::uint32_t second) {
  return std::uint64_t{first} << 32u | second;
}

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

std::vector<std::uint32_t> changed_lines(const line_hashes& then, const line_hashes& now) {
  std::unordered_set<std::uint64_t> known;  // its lines, and each with the one before it
  std::uint32_t before = 0;
  for (const auto& [line, depth] : then) {
    if (line == 0) continue;
    known.insert({pair_of(0, line), pair_of(before, line)});
    before = line;
  }
  std::vector<std::uint32_t> out;
  const auto add = [&](std::uint32_t number) {
    if (out.empty() || out.back() != number) out.push_back(number);
  };
  std::uint32_t last = 0;  // the number of the line before
  before = 0;
  for (std::uint32_t number = 1; number <= now.size(); ++number) {
    const auto line = now[number - 1].text;
    if (line == 0) continue;
    if (!known.contains(pair_of(0, line))) {
      add(number);
    } else if (before != 0 && known.contains(pair_of(0, before)) && !known.contains(pair_of(before, line))) {
      add(last);
      add(number);
    }
    before = line;
    last = number;
  }
  return out;
}

}  // namespace covey::parsers
