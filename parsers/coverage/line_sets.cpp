#include "parsers/coverage/line_sets.hpp"
#include <algorithm>
#include <iterator>
#include <limits>

namespace covey::parsers {

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  return a > most - b ? most : a + b;
}

std::vector<line_hits> summed(const std::vector<line_hits>& a, const std::vector<line_hits>& b) {
  std::vector<line_hits> merged;
  merged.reserve(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(merged),
             [](const line_hits& x, const line_hits& y) { return x.line < y.line; });
  std::vector<line_hits> out;
  out.reserve(std::max(a.size(), b.size()));
  for (const auto& line : merged) {
    if (!out.empty() && out.back().line == line.line)
      out.back().hits = saturating_sum(out.back().hits, line.hits);
    else
      out.push_back(line);
  }
  return out;
}

std::vector<line_range> ranges_hit(const std::vector<line_hits>& lines) {
  std::vector<line_range> out;
  for (const auto& line : lines) {
    if (line.hits == 0) continue;
    if (!out.empty() && out.back().last + 1 == line.line)
      out.back().last = line.line;
    else
      out.push_back({line.line, line.line});
  }
  return out;
}

std::vector<line_range> united(const std::vector<line_range>& a, const std::vector<line_range>& b) {
  std::vector<line_range> merged;
  merged.reserve(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(merged),
             [](const line_range& x, const line_range& y) { return x.first < y.first; });
  std::vector<line_range> out;
  for (const auto& range : merged) {
    if (!out.empty() && range.first <= out.back().last + 1)
      out.back().last = std::max(out.back().last, range.last);
    else
      out.push_back(range);
  }
  return out;
}

bool contains(const std::vector<line_range>& ranges, std::uint32_t line) {
  const auto it =
      std::lower_bound(ranges.begin(), ranges.end(), line,
                       [](const line_range& range, std::uint32_t value) { return range.last < value; });
  return it != ranges.end() && it->first <= line;
}

}  // namespace covey::parsers
