#include "parsers/model/line_hashes.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <functional>
#include <unordered_set>

namespace covey::parsers {
namespace {

std::uint64_t pair_of(std::uint32_t first, std::uint32_t second) {
  return std::uint64_t{first} << 32u | second;
}

}  // namespace

line_hashes hashes_of_lines(std::string_view text) {
  line_hashes out;
  out.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  std::string_view line;
  while (next_line(text, line)) {
    line = trimmed(line);
    const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>{}(line));
    out.push_back(line.empty() ? 0 : std::max(hash, 1u));
  }
  return out;
}

std::vector<std::uint32_t> changed_lines(const line_hashes& then, const line_hashes& now) {
  std::unordered_set<std::uint64_t> known;  // its lines, and each with the one before it
  std::uint32_t before = 0;
  for (const auto line : then) {
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
    const auto line = now[number - 1];
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
