#include "parsers/text/diff.hpp"
#include "parsers/text/masks.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <cstdio>
#include <dtl/dtl.hpp>

namespace covey::parsers {
namespace {

using texts = std::vector<std::string>;

constexpr std::size_t max_lines = 2000;
constexpr std::size_t context = 2;
constexpr std::size_t shown_line = 160;
constexpr std::size_t beside_difference = 40;  // what a window shows of the equal parts around it

texts split(std::string_view text) {
  texts out;
  for (std::size_t at = 0;;) {
    const auto end = text.find('\n', at);
    out.emplace_back(text.substr(at, end == std::string_view::npos ? end : end - at));
    if (end == std::string_view::npos) return out;
    at = end + 1;
  }
}

texts masked(const texts& lines) {
  texts out;
  out.reserve(lines.size());
  for (const auto& line : lines) out.push_back(without_volatile(line));
  return out;
}

// Two texts by lines, each line with the key that it is compared by.
class comparison {
 public:
  comparison(const texts& first, const texts& second, bool mask)
      : first_(first),
        second_(second),
        first_keys_(mask ? masked(first) : first),
        second_keys_(mask ? masked(second) : second) {
    while (head_ < std::min(first.size(), second.size()) && first_keys_[head_] == second_keys_[head_])
      ++head_;
    while (tail_ < std::min(first.size(), second.size()) - head_ &&
           first_keys_[first.size() - 1 - tail_] == second_keys_[second.size() - 1 - tail_])
      ++tail_;
  }

  bool differ() const { return head_ + tail_ < std::max(first_.size(), second_.size()); }

  std::vector<diff_line> lines() const {
    std::vector<diff_line> out;
    const auto add = [&](char sign, const texts& from, std::size_t begin, std::size_t end) {
      for (auto i = begin; i < end; ++i) out.push_back({sign, from[i]});
    };
    const auto first_end = first_.size() - tail_, second_end = second_.size() - tail_;
    add(' ', second_, 0, head_);
    if (std::max(first_end, second_end) - head_ <= max_lines) {
      add_edits(out);
    } else {
      add('-', first_, head_, first_end);
      add('+', second_, head_, second_end);
    }
    add(' ', second_, second_end, second_.size());
    return out;
  }

 private:
  texts between(const texts& keys) const {
    return {keys.begin() + static_cast<std::ptrdiff_t>(head_),
            keys.end() - static_cast<std::ptrdiff_t>(tail_)};
  }

  void add_edits(std::vector<diff_line>& out) const {
    dtl::Diff<std::string, texts> edits{between(first_keys_), between(second_keys_)};
    edits.onHuge();
    edits.compose();
    for (const auto& [key, about] : edits.getSes().getSequence()) {
      const auto from_first = head_ + static_cast<std::size_t>(std::max(about.beforeIdx, 1LL)) - 1;
      const auto from_second = head_ + static_cast<std::size_t>(std::max(about.afterIdx, 1LL)) - 1;
      if (about.type == dtl::SES_DELETE)
        out.push_back({'-', first_[from_first]});
      else
        out.push_back({about.type == dtl::SES_ADD ? '+' : ' ', second_[from_second]});
    }
  }

  const texts& first_;
  const texts& second_;
  texts first_keys_, second_keys_;
  std::size_t head_ = 0, tail_ = 0;  // lines that both have
};

bool is_first(const diff_line& line) {
  return line.sign == '-' || line.sign == '<';
}
bool is_second(const diff_line& line) {
  return line.sign == '+' || line.sign == '>';
}
bool is_change(const diff_line& line) {
  return is_first(line) || is_second(line);
}

bool continues_a_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

// The part of a line that differs from its partner.
struct bounds {
  std::size_t begin, end;
};

bounds differing_part(std::string_view mine, std::string_view other) {
  const auto max = std::min(mine.size(), other.size());
  std::size_t head = 0, tail = 0;
  while (head < max && mine[head] == other[head]) ++head;
  while (tail < max - head && mine[mine.size() - 1 - tail] == other[other.size() - 1 - tail]) ++tail;
  return {head, mine.size() - tail};
}

// A long line as a window around the part: from shortly before it to shortly behind it, or as far as it goes.
std::string window(std::string_view text, bounds part) {
  if (text.size() <= shown_line) return std::string{text};
  auto begin = part.begin > beside_difference ? part.begin - beside_difference : 0;
  begin = std::min(begin, text.size() - std::min(text.size(), beside_difference));
  while (begin > 0 && continues_a_character(text[begin])) --begin;
  auto end = std::min({begin + shown_line, part.end + beside_difference, text.size()});
  while (end < text.size() && continues_a_character(text[end])) --end;
  std::string out = begin > 0 ? "…[" + std::to_string(begin) + " bytes]" : "";
  out += text.substr(begin, end - begin);
  if (end < text.size()) out += "…[" + std::to_string(text.size() - end) + " bytes]";
  return out;
}

std::string beginning(std::string_view text) {
  return window(text, {0, text.size()});
}

std::string trailing_made_visible(std::string_view text) {
  const auto end = text.find_last_not_of(" \t\r") + 1;
  return std::string{text.substr(0, end)} + with_visible_blanks(text.substr(end));
}

// The lines of a run of changes, each beside the one of the other side at the same place.
void show_changes(std::vector<diff_line>& out, const std::vector<diff_line>& from, std::size_t begin,
                  std::size_t end) {
  std::vector<const diff_line*> first, second;
  for (auto i = begin; i < end; ++i) (is_first(from[i]) ? first : second).push_back(&from[i]);
  const auto shown = [](const diff_line& line, const diff_line* partner) {
    if (partner == nullptr) return diff_line{line.sign, beginning(trailing_made_visible(line.text))};
    const bool alike = look_alike(line.text, partner->text);
    const auto make = alike ? with_visible_blanks : trailing_made_visible;
    const auto mine = make(line.text), other = make(partner->text);
    return diff_line{line.sign, window(mine, differing_part(mine, other))};
  };
  for (std::size_t i = 0; i < first.size(); ++i)
    out.push_back(shown(*first[i], i < second.size() ? second[i] : nullptr));
  for (std::size_t i = 0; i < second.size(); ++i)
    out.push_back(shown(*second[i], i < first.size() ? first[i] : nullptr));
}

// For each line, whether it is near enough to a change to be displayed.
std::vector<bool> near_changes(const std::vector<diff_line>& lines) {
  std::vector<bool> out(lines.size(), false);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].sign == '\0' && !lines[i].text.empty()) out[i] = true;
    if (!is_change(lines[i])) continue;
    const auto begin = i > context ? i - context : 0;
    for (auto near = begin; near < std::min(lines.size(), i + context + 1); ++near) out[near] = true;
  }
  return out;
}

std::vector<diff_line> abridged(const std::vector<diff_line>& lines) {
  const auto wanted = near_changes(lines);
  std::vector<diff_line> out;
  for (std::size_t i = 0; i < lines.size();) {
    auto end = i + 1;
    if (is_change(lines[i])) {
      while (end < lines.size() && is_change(lines[end])) ++end;
      show_changes(out, lines, i, end);
    } else if (wanted[i]) {
      out.push_back({lines[i].sign, beginning(lines[i].text)});
    } else {
      while (end < lines.size() && !wanted[end]) ++end;
      out.push_back({'\0', "… " + std::to_string(end - i) + (end - i == 1 ? " equal line" : " equal lines")});
    }
    i = end;
  }
  return out;
}

// "--- Expected", "+++ Actual", "- Expected  - 1", "@@ -1 +1 @@", "Diff < left / right > :": says what the
// signs mean, or where the next lines stand.
bool is_head(std::string_view line) {
  constexpr std::array<std::string_view, 12> heads{
      "--- ",          "+++ ",         "- Expected",          "+ Received", "- Snapshot", "+ Actual",
      "-old snapshot", "+new results", "+ actual - expected", "Diff < ",    "@@ ",        "? "};
  return std::any_of(heads.begin(), heads.end(), [&](auto head) { return line.starts_with(head); });
}

}  // namespace

std::vector<diff_line> line_diff(std::string_view first, std::string_view second) {
  const auto left = split(first), right = split(second);
  const comparison by_meaning{left, right, true};
  return by_meaning.differ() ? by_meaning.lines() : comparison{left, right, false}.lines();
}

std::vector<diff_line> read_diff(std::string_view printed) {
  std::vector<diff_line> out;
  const bool angled = printed.find("Diff < ") != std::string_view::npos;
  for (auto& line : split(printed)) {
    const char sign = line.empty() ? ' ' : line.front();
    const bool signs = sign == '-' || sign == '+' || (angled && (sign == '<' || sign == '>'));
    if (is_head(line))
      out.push_back({'\0', std::move(line)});
    else if (signs || sign == ' ')
      out.push_back({sign, line.empty() ? std::string{} : line.substr(1)});
    else
      out.push_back({'\0', std::move(line)});
  }
  return out;
}

std::string show_diff(const std::vector<diff_line>& lines, std::size_t max_bytes) {
  constexpr std::size_t at_least = 2;  // changed lines, however little room there is
  const auto shown = abridged(lines);
  std::string out;
  std::size_t changes = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto& [sign, text] = shown[i];
    if (changes >= at_least && out.size() + text.size() + 2 > max_bytes)
      return out + "… " + std::to_string(shown.size() - i) + " more lines of the difference\n";
    if (is_change(shown[i])) ++changes;
    if (sign != '\0') out += sign;
    out.append(text).append("\n");
  }
  return changes == 0 ? "" : out;
}

std::string named_diff(std::string_view first, std::string_view second, std::string_view first_name,
                       std::string_view second_name, std::size_t max_bytes) {
  const auto lines = show_diff(line_diff(first, second), max_bytes);
  if (lines.empty()) return lines;
  return std::string{"(- "}.append(first_name).append(", + ").append(second_name).append(")\n").append(lines);
}

bool look_alike(std::string_view first, std::string_view second) {
  const auto seen = [](std::string_view text) {
    std::string out;
    while (!text.empty()) {
      const auto size = std::max<std::size_t>(valid_sequence(text), 1);
      const auto sequence = text.substr(0, size);
      auto rest = sequence;
      const auto character = take_character(rest);
      const bool blank = character <= 0x20 || (character >= 0x7f && character <= 0xa0) ||
                         (character >= 0x300 && character <= 0x36f) ||
                         (character >= 0x2000 && character <= 0x200f) || character == 0xfeff ||
                         character == 0x202f || character == 0x3000;
      if (!blank) out += sequence;
      text.remove_prefix(size);
    }
    return out;
  };
  return seen(first) == seen(second);
}

std::string with_visible_blanks(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto character = take_character(text);
    if (character == ' ') {
      out += "·";
    } else if (character == '\t' || character == '\r') {
      out += character == '\t' ? "\\t" : "\\r";
    } else if (character > 0x20 && character < 0x7f) {
      out += static_cast<char>(character);
    } else {
      std::array<char, 16> code{};
      const auto size = std::snprintf(code.data(), code.size(), character > 0xffff ? "\\U%08x" : "\\u%04x",
                                      static_cast<unsigned>(character));
      out.append(code.data(), static_cast<std::size_t>(size));
    }
  }
  return out;
}

}  // namespace covey::parsers
