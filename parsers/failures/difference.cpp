#include "parsers/failures/difference.hpp"
#include "parsers/text/likeness.hpp"
#include "parsers/text/slices.hpp"
#include <boost/algorithm/string/case_conv.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace covey::parsers {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The words of a value over several lines, without those that name the kind of a list or a map ("Object {").
std::vector<std::string_view> words_in(std::string_view value) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < value.size();) {
    const auto begin = at;
    while (at < value.size() && is_word(value[at])) ++at;
    const auto after = value.substr(at, 2);
    if (at > begin && after != " {" && after != " [") out.push_back(value.substr(begin, at - begin));
    if (at == begin) ++at;
  }
  return out;
}

// In the order of the value, as messages have it in one line: "expected { a: 1 } to have property 'b'".
bool says_words_of(std::string_view message, std::string_view value) {
  const auto words = words_in(value);
  std::size_t at = 0;
  for (const auto word : words) {
    while ((at = message.find(word, at)) != std::string_view::npos) {
      const auto end = at + word.size();
      if ((at == 0 || !is_word(message[at - 1])) && (end == message.size() || !is_word(message[end]))) break;
      ++at;
    }
    if (at == std::string_view::npos) return false;
    at += word.size();
  }
  return !words.empty();
}

// As words of their own: "row 34" says neither 3 nor 4.
bool says(const failure& from, const std::optional<std::string>& value) {
  if (!value || value->empty()) return true;
  if (value->find('\n') != std::string::npos && says_words_of(from.message, *value)) return true;
  const auto& text = from.message;
  for (auto at = text.find(*value); at != std::string::npos; at = text.find(*value, at + 1)) {
    const auto end = at + value->size();
    const bool begins = at == 0 || !is_word(text[at - 1]) || !is_word(value->front());
    const bool ends = end == text.size() || !is_word(text[end]) || !is_word(value->back());
    if (begins && ends) return true;
  }
  return false;
}

// The values as they are, each in a line.
std::string in_lines(const failure& from) {
  const auto words = words_of(from.values, {"got", "want"});
  std::string out;
  const auto add = [&](std::string_view word, const std::optional<std::string>& value) {
    if (value) out.append(word).append(": ").append(*value).append("\n");
  };
  add(words.actual, from.actual);
  add(words.expected, from.expected);
  return out;
}

// Of two values that are a line each the signs would say less than the names that short values have: "left: …",
// "right: …". `shown`: a line of each, with its sign; empty: it is not that.
std::string with_names(const failure& from, std::string_view shown, bool actual_first) {
  std::string_view first, second;
  if (!next_line(shown, first) || !next_line(shown, second) || !shown.empty()) return {};
  if (!first.starts_with('-') || !second.starts_with('+')) return {};
  first.remove_prefix(1), second.remove_prefix(1);
  failure short_form;
  short_form.values = from.values;
  short_form.actual = std::string{actual_first ? first : second};
  short_form.expected = std::string{actual_first ? second : first};
  return in_lines(short_form);
}

bool is_one_line(std::string_view value) {
  return value.find('\n') == std::string_view::npos;
}

difference of_values(const failure& from, std::size_t max_bytes) {
  // Nothing of a list or a map is in a value of one line: as a difference it would be shown whole.
  const bool alike = is_one_line(*from.actual) == is_one_line(*from.expected);
  if (!alike && says(from, from.actual) && says(from, from.expected)) return {};
  const auto words = words_of(from.values, {"got", "want"});
  const bool left_first = from.values == value_names::left_right;
  const auto& first = left_first ? *from.actual : *from.expected;
  const auto& second = left_first ? *from.expected : *from.actual;
  difference out;
  out.text = show_diff(line_diff(first, second), max_bytes);
  if (is_one_line(first) && is_one_line(second))
    if (auto named = with_names(from, out.text, left_first); !named.empty()) return {"", std::move(named)};
  if (!out.text.empty())
    out.legend = "- " + std::string{left_first ? words.actual : words.expected} + ", + " +
                 std::string{left_first ? words.expected : words.actual};
  else if (!says(from, from.actual))
    out.text = in_lines(from);
  return out;
}

// A diff says what its signs mean in a head of its own ("--- Expected"), or the message before it does
// ("mismatch (-want +got)").
bool has_legend(const failure& from, const std::vector<diff_line>& lines) {
  const bool headed = std::ranges::any_of(lines, [](const auto& line) {
    return line.sign == '\0' && !line.text.empty() && !line.text.starts_with("@@");
  });
  return headed || from.message.find("(-") != std::string::npos;
}

// "--- Expected" and "+++ Actual" at the beginning become a legend. The "@@" line is dropped: it counts lines
// of two values that are never displayed whole.
std::string take_legend(std::vector<diff_line>& lines) {
  constexpr std::string_view first = "--- ", second = "+++ ";
  if (lines.size() < 3 || !lines[0].text.starts_with(first) || !lines[1].text.starts_with(second)) return "";
  auto out = "- " + lines[0].text.substr(first.size()) + ", + " + lines[1].text.substr(second.size());
  boost::to_lower(out, std::locale::classic());
  lines.erase(lines.begin(), lines.begin() + (lines[2].text.starts_with("@@") ? 3 : 2));
  return out;
}

// The two sides print alike: they differ in something invisible in the runner's output, such as line ends.
bool says_nothing(const std::vector<diff_line>& lines) {
  std::string first, second;
  for (const auto& line : lines) {
    if (line.sign == '-') first += line.text + "\n";
    if (line.sign == '+') second += line.text + "\n";
  }
  return first == second;
}

difference of_printed(const failure& from, std::size_t max_bytes) {
  difference out;
  auto lines = read_diff(from.diff);
  if (from.actual && from.expected && says_nothing(lines)) return of_values(from, max_bytes);
  out.legend = take_legend(lines);
  out.text = show_diff(lines, max_bytes);
  if (out.text.empty()) out.text = shortened(from.diff, max_bytes);
  if (out.legend.empty() && !has_legend(from, lines)) out.legend = "- expected, + actual";
  return out;
}

// The values, one below the other with their names: what Go tests print.
bool is_labelled(std::string_view diff) {
  const auto line = diff.substr(0, diff.find('\n'));
  const auto colon = line.find(':');
  return colon != std::string_view::npos && colon < 10 && line.front() != '-' && line.front() != '+';
}

}  // namespace

bool is_short_value(std::string_view value) {
  constexpr std::size_t max_bytes = 120;
  return value.size() <= max_bytes && value.find('\n') == std::string_view::npos;
}

value_words words_of(value_names names, value_words usual) {
  return names == value_names::left_right ? value_words{"left", "right"} : usual;
}

bool is_shown_by_lines(const failure& from) {
  const bool both = from.actual && from.expected;
  if (!from.diff.empty() && !(both && is_labelled(from.diff))) return true;
  if (!both) return false;
  return !is_short_value(*from.actual) || !is_short_value(*from.expected) ||
         look_alike(*from.actual, *from.expected);
}

difference difference_of(const failure& from, std::size_t max_bytes) {
  if (!is_shown_by_lines(from))
    return {"", says(from, from.actual) && says(from, from.expected) ? "" : in_lines(from)};
  const bool labelled = from.diff.empty() || (from.actual && from.expected && is_labelled(from.diff));
  return labelled ? of_values(from, max_bytes) : of_printed(from, max_bytes);
}

std::string_view message_beside(const failure& from, const difference& shown) {
  constexpr std::array<std::string_view, 8> empty_words{
      "assertion `left == right` failed",          "assertion failed: `(left == right)`",
      "assertion `left == right` failed:",         "assertion failed: `(left == right)`:",
      "Expected values to be strictly equal:",     "Expected values to be strictly deep-equal:",
      "Expected values to be loosely deep-equal:", "Expected values to be loosely deep-equal"};
  std::string_view message = from.message;
  if (shown.text.empty()) return message;
  // Node prints a difference of its own below the user's words, to the end of the message.
  if (const auto own = message.find("\n+ actual - expected\n"); own != std::string_view::npos)
    message = trimmed(message.substr(0, own));
  for (const auto words : empty_words) {
    if (!message.starts_with(words)) continue;
    const auto rest = message.substr(words.size());
    if (rest.empty()) return {};
    if (words.ends_with(':')) return trimmed(rest);
  }
  return message;
}

}  // namespace covey::parsers
