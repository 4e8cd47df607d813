#include "parsers/coverage/line_sets.hpp"
#include "parsers/coverage/merge.hpp"
#include <algorithm>
#include <iterator>
#include <limits>

namespace covey::parsers {
namespace {

bool begins_before(const line_range& a, const line_range& b) {
  return a.first < b.first;
}

bool ends_before(const line_range& range, std::uint32_t line) {
  return range.last < line;
}

}  // namespace

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  constexpr auto max = std::numeric_limits<std::uint64_t>::max();
  return a > max - b ? max : a + b;
}

line_list summed(const line_list& a, const line_list& b) {
  line_list merged;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(merged),
             [](const line_hits& x, const line_hits& y) { return x.line < y.line; });
  put_in_order(merged);
  merged.shrink_to_fit();
  return merged;
}

std::vector<line_range> ranges_hit(const line_list& lines) {
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

std::vector<line_range> ranges_missed(const line_list& lines) {
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

void put_in_order(std::vector<line_range>& ranges) {
  if (!std::is_sorted(ranges.begin(), ranges.end(), begins_before))
    std::sort(ranges.begin(), ranges.end(), begins_before);
  auto end = ranges.begin();
  for (const auto& range : ranges) {
    if (end != ranges.begin() && range.first <= std::prev(end)->last + 1)
      std::prev(end)->last = std::max(std::prev(end)->last, range.last);
    else
      *end++ = range;
  }
  ranges.erase(end, ranges.end());
}

std::vector<line_range> intersection(const std::vector<line_range>& a, const std::vector<line_range>& b) {
  std::vector<line_range> out;
  out.reserve(a.size());
  auto other = b.begin();
  for (const auto& range : a) {
    other = std::lower_bound(other, b.end(), range.first, ends_before);
    for (auto it = other; it != b.end() && it->first <= range.last; ++it)
      out.push_back({std::max(range.first, it->first), std::min(range.last, it->last)});
  }
  return out;
}

}  // namespace covey::parsers
