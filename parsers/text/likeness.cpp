#include "parsers/text/likeness.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <cctype>
#include <cstdio>
#include <dtl/dtl.hpp>
#include <numeric>
#include <optional>
#include <utility>

namespace covey::parsers {
namespace {

constexpr std::size_t shape_bytes = 400;

const boost::regex& volatile_parts() {
  static const boost::regex parts{
      "(0x[0-9a-fA-F]{5,16}\\b)"
      "|(\\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\b)"
      "|(\\b\\d{4}[-/]\\d\\d[-/]\\d\\d[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[-+]\\d\\d:?\\d\\d)?"
      "|\\b\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?\\b)"
      "|(\\(len=\\d+ cap=)\\d+\\b"};
  return parts;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The first byte after the closing of the bracket that begins at `at`.
std::size_t end_of_bracket(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (auto i = at; i < text.size(); ++i) {
    if (std::string_view{"([{"}.find(text[i]) != std::string_view::npos) ++depth;
    if (std::string_view{")]}"}.find(text[i]) != std::string_view::npos && --depth == 0) return i + 1;
  }
  return text.size();  // it goes on in the next line
}

std::size_t end_of_number(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_word(text[at]) || text[at] == '.')) ++at;
  return text[at - 1] == '.' ? at - 1 : at;
}

// The first byte after "-x" or "--long-name" at `at`; `at` if there is none.
std::size_t end_of_option(std::string_view text, std::size_t at) {
  auto end = text.find_first_not_of('-', at);
  if (end == std::string_view::npos || end > at + 2 || !is_word(text[end]) || is_digit(text[end])) return at;
  while (end < text.size() && (is_word(text[end]) || text[end] == '-')) ++end;
  return end;
}

// Without "cart_test.go:12: " or "lib/cart.c:3:7: " before it.
std::string_view without_place(std::string_view line) {
  constexpr std::size_t longest = 200;
  while (true) {
    const auto end = line.substr(0, longest).find(": ");
    const auto place = line.substr(0, std::min(end, line.size()));
    const auto colon = place.find(':');
    if (end == std::string_view::npos && !(line.size() < longest && line.ends_with(':'))) return line;
    const bool is_place = colon != std::string_view::npos &&
                          place.substr(0, colon).find('.') != std::string_view::npos &&
                          place.find_first_of(" \t'\"(") == std::string_view::npos &&
                          place.find_first_not_of("0123456789:", colon) == std::string_view::npos;
    if (!is_place) return line;
    line = end == std::string_view::npos ? std::string_view{} : trimmed(line.substr(end + 2));
  }
}

using texts = std::vector<std::string>;

constexpr std::size_t max_lines = 2000;
constexpr std::size_t context = 2;
constexpr std::size_t shown_line = 160;
constexpr std::size_t beside_difference = 40;  // what a window shows of the equal parts around it

texts lines_in(std::string_view text) {
  const auto lines = split(text, '\n');
  return {lines.begin(), lines.end()};
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
  while (begin > 0 && continues_character(text[begin])) --begin;
  auto end = std::min({begin + shown_line, part.end + beside_difference, text.size()});
  while (end < text.size() && continues_character(text[end])) --end;
  std::string out = begin > 0 ? "…[" + std::to_string(begin) + " bytes]" : "";
  out += text.substr(begin, end - begin);
  if (end < text.size()) out += "…[" + std::to_string(text.size() - end) + " bytes]";
  return out;
}

std::string beginning(std::string_view text) {
  return window(text, {0, text.size()});
}

// Blanks as "·", tabs as "\t", a carriage return as "\r", and all other characters except printable ASCII
// like "\u00a0".
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
  return std::ranges::any_of(heads, [&](auto head) { return line.starts_with(head); });
}

constexpr std::size_t max_length = 200;
constexpr std::size_t max_searched = 20'000;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_separator(char c) {
  return c == ' ' || c == '/' || c == ':' || c == '>' || c == '.';
}

bool ends_with_part(std::string_view whole, std::string_view part) {
  return whole.size() > part.size() && !part.empty() && whole.ends_with(part) &&
         is_separator(whole[whole.size() - part.size() - 1]);
}

// Levenshtein's distance without regard to case; nullopt above `limit`.
std::optional<std::size_t> edits(std::string_view a, std::string_view b, std::size_t limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit) return std::nullopt;
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto diagonal = std::exchange(row[0], i + 1);
    auto least = row[0];
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto replaced = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
      least = std::min(least, row[j + 1]);
    }
    if (least > limit) return std::nullopt;
  }
  return row.back() <= limit ? std::optional{row.back()} : std::nullopt;
}

// The less, the nearer; nullopt: not near. `searched`: whether edits are looked for.
std::optional<std::size_t> distance(std::string_view wanted, std::string_view known, bool searched) {
  constexpr std::size_t same = 0, part = 1, edited = 1;
  if (std::equal(wanted.begin(), wanted.end(), known.begin(), known.end(),
                 [](char a, char b) { return lower(a) == lower(b); }))
    return same;
  if (ends_with_part(wanted, known) || ends_with_part(known, wanted)) return part;
  if (!searched || std::max(wanted.size(), known.size()) > max_length) return std::nullopt;
  const auto limit = std::max<std::size_t>(1, std::min(wanted.size(), known.size()) / 4);
  const auto count = edits(wanted, known, limit);
  return count ? std::optional{edited + *count} : std::nullopt;
}

}  // namespace

std::string without_volatile(std::string_view text) {
  // Nearly every text has nothing to mask.
  if (text.find("0x") == std::string_view::npos && text.find_first_of(":-=") == std::string_view::npos)
    return std::string{text};
  std::string out;
  const auto mask = [](const auto& match) -> std::string {
    if (match[4].matched) return match[4].str() + "…";
    return match[1].matched ? "0x…" : match[2].matched ? "‹uuid›" : "‹time›";
  };
  boost::regex_replace(std::back_inserter(out), text.begin(), text.end(), volatile_parts(), mask);
  return out;
}

std::string without_temporary(std::string_view text) {
  static const boost::regex paths{
      R"re((?<![\w.-])(?:/private)?/(?:tmp|var/tmp|var/folders/[^/\s]+/[^/\s]+/T)/[^\s"'`:,;()\[\]{}<>]+)re"};
  if (text.find("tmp/") == std::string_view::npos && text.find("/T/") == std::string_view::npos)
    return std::string{text};
  return boost::regex_replace(std::string{text}, paths, "‹temporary›");
}

std::string message_shape(std::string_view message) {
  constexpr std::size_t label_bytes = 20;
  std::string_view line, said;
  const auto is_label = [&] { return said.size() < label_bytes && (said.empty() || said.ends_with(':')); };
  while (is_label() && next_line(message, line))
    if (const auto words = without_place(trimmed(line)); !words.empty()) said = words;
  const auto kept = without_temporary(without_volatile(first_bytes(said, shape_bytes)));
  const std::string_view text{kept};
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool in_word = at > 0 && is_word(text[at - 1]);
    const bool quote = c == '"' || c == '`' || (c == '\'' && !in_word);  // "doesn't" quotes nothing
    const auto end = quote ? end_of_quoted(text, at) : std::string_view::npos;
    if (end != std::string_view::npos) {
      out += "'…'";
      at = end + 1;
    } else if (c == '(' || c == '[' || c == '{') {
      out += c;
      out += "…";
      at = end_of_bracket(text, at);
    } else if (c == '-' && !in_word && end_of_option(text, at) > at) {
      out += "-…";
      at = end_of_option(text, at);
    } else if ((c == '+' || c == '-') && !in_word && at + 1 < text.size() && is_digit(text[at + 1])) {
      ++at;  // a sign
    } else if (is_digit(c) && !in_word) {
      out += '#';
      at = end_of_number(text, at);
    } else {
      out += c;
      ++at;
    }
  }
  return out;
}

std::vector<diff_line> line_diff(std::string_view first, std::string_view second) {
  const auto left = lines_in(first), right = lines_in(second);
  const comparison by_meaning{left, right, true};
  return by_meaning.differ() ? by_meaning.lines() : comparison{left, right, false}.lines();
}

std::vector<diff_line> read_diff(std::string_view printed) {
  std::vector<diff_line> out;
  const bool angled = printed.find("Diff < ") != std::string_view::npos;
  for (auto& line : lines_in(printed)) {
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

std::vector<std::string> names_near(std::string_view wanted, const std::vector<std::string>& known,
                                    std::size_t max) {
  std::vector<std::pair<std::size_t, std::size_t>> found;  // distance, index
  for (std::size_t i = 0; i < known.size(); ++i)
    if (const auto far = distance(wanted, known[i], i < max_searched)) found.emplace_back(*far, i);
  std::ranges::sort(found);
  std::vector<std::string> out;
  for (const auto& [far, i] : found) {
    if (out.size() == max) break;
    if (std::find(out.begin(), out.end(), known[i]) == out.end()) out.push_back(known[i]);
  }
  return out;
}

}  // namespace covey::parsers
