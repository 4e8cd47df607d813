#include "parsers/coverage/formats/llvm_cov/segments.hpp"
#include <algorithm>
#include <optional>

namespace covey::parsers {
namespace {

bool counted_entry(const llvm_segment& segment) {
  return segment.region_entry && segment.has_count;
}

// What a line ran; nothing where it holds no code. `before`: the last segment of the lines above.
std::optional<std::uint64_t> count_of(std::span<const llvm_segment> of_line, const llvm_segment* before) {
  const bool any_entry = std::any_of(of_line.begin(), of_line.end(), counted_entry);
  const bool begins_skipped = !of_line.empty() && !of_line.front().has_count && of_line.front().region_entry;
  const bool goes_on = before != nullptr && before->has_count && !begins_skipped;
  if (!any_entry && !goes_on) return std::nullopt;
  std::uint64_t out = before != nullptr ? before->count : 0;
  for (const auto& segment : of_line)
    if (counted_entry(segment) && !segment.gap) out = std::max(out, segment.count);
  return out;
}

// Calls `found` with each line that has code, from the first segment to the last. A run of lines without a
// segment is one call.
template <class Found>
void walk(std::span<const llvm_segment> segments, Found&& found) {
  const llvm_segment* before = nullptr;
  for (std::size_t i = 0; i < segments.size();) {
    const auto line = segments[i].at.line;
    auto end = i;
    while (end < segments.size() && segments[end].at.line == line) ++end;
    if (before != nullptr && before->has_count && before->at.line + 1 < line)
      found(before->at.line + 1, line - 1, before->count);
    if (const auto count = count_of(segments.subspan(i, end - i), before)) found(line, line, *count);
    before = &segments[end - 1];
    i = end;
  }
}

}  // namespace

std::uint64_t number_of_lines(std::span<const llvm_segment> segments) {
  std::uint64_t out = 0;
  walk(segments, [&](std::uint32_t first, std::uint32_t last, std::uint64_t) { out += last - first + 1; });
  return out;
}

line_list lines_of(std::span<const llvm_segment> segments) {
  line_list out;
  walk(segments, [&](std::uint32_t first, std::uint32_t last, std::uint64_t count) {
    for (auto line = first; line <= last; ++line) out.emplace_back(line, count);
  });
  out.shrink_to_fit();
  return out;
}

std::uint64_t count_at(std::span<const llvm_segment> segments, llvm_place place) {
  const auto after = std::upper_bound(segments.begin(), segments.end(), place,
                                      [](llvm_place a, const llvm_segment& b) { return a < b.at; });
  if (after == segments.begin()) return 0;
  const auto& covering = *std::prev(after);
  return covering.has_count ? covering.count : 0;
}

}  // namespace covey::parsers
