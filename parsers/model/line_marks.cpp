#include "parsers/model/line_marks.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <functional>

namespace covey::parsers {
namespace {

struct marked_line {
  std::uint32_t number = 0;
  std::uint32_t mark = 0;
};

std::vector<marked_line> lines_of(std::string_view text) {
  std::vector<marked_line> out;
  std::string_view line;
  for (std::uint32_t number = 1; next_line(text, line); ++number) {
    line = trimmed(line);
    if (!line.empty())
      out.push_back({number, static_cast<std::uint32_t>(std::hash<std::string_view>{}(line))});
  }
  return out;
}

std::uint32_t mark_of_pair(std::uint32_t first, std::uint32_t second) {
  constexpr std::uint64_t mixing = 0x9e3779b97f4a7c15u;
  return static_cast<std::uint32_t>(((std::uint64_t{first} << 32u | second) * mixing) >> 32u);
}

}  // namespace

line_marks::line_marks(std::string_view text) {
  const auto lines = lines_of(text);
  marks_.reserve(2 * lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    marks_.push_back(lines[i].mark);
    if (i > 0) marks_.push_back(mark_of_pair(lines[i - 1].mark, lines[i].mark));
  }
  std::sort(marks_.begin(), marks_.end());
  marks_.erase(std::unique(marks_.begin(), marks_.end()), marks_.end());
  marks_.shrink_to_fit();
}

bool line_marks::knows(std::uint32_t mark) const {
  return std::binary_search(marks_.begin(), marks_.end(), mark);
}

std::vector<std::uint32_t> line_marks::changed_in(std::string_view text) const {
  std::vector<std::uint32_t> out;
  const auto add = [&](std::uint32_t number) {
    if (out.empty() || out.back() != number) out.push_back(number);
  };
  const marked_line* before = nullptr;
  const auto lines = lines_of(text);
  for (const auto& line : lines) {
    if (!knows(line.mark)) {
      add(line.number);
    } else if (before != nullptr && knows(before->mark) && !knows(mark_of_pair(before->mark, line.mark))) {
      add(before->number);
      add(line.number);
    }
    before = &line;
  }
  return out;
}

}  // namespace covey::parsers
