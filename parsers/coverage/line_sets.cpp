#include "parsers/coverage/line_sets.hpp"
#include "parsers/coverage/merge.hpp"
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
  put_in_order(merged);
  return merged;
}

std::vector<line_range> ranges_hit(const std::vector<line_hits>& lines) {
  std::vector<line_range> out;
  for (const auto& line : lines) {
    if (line.hits == 0) continue;
    const std::uint32_t at = line.line;
    if (!out.empty() && out.back().last + 1 == at)
      out.back().last = at;
    else
      out.push_back({at, at});
  }
  return out;
}

std::vector<line_range> ranges_missed(const std::vector<line_hits>& lines) {
  std::vector<line_range> out;
  bool ran = true;
  for (const auto& line : lines) {
    const std::uint32_t at = line.line;
    if (line.hits == 0 && ran)
      out.push_back({at, at});
    else if (line.hits == 0)
      out.back().last = at;
    ran = line.hits > 0;
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
