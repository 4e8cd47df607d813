#include "parsers/languages/go/output/failure.hpp"
#include "parsers/languages/go/output/text.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <array>
#include <boost/algorithm/string/case_conv.hpp>
#include <cstddef>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {
namespace {

// Gomega's messages: "Expected", the value, "to equal", the expected value; of any matcher that names both.
// Source: format.Message of Gomega 1.

using lines = std::vector<std::string_view>;

constexpr std::string_view indent = "    ";

// The lines from `at` on that are a value's; where they end.
std::size_t end_of_gomega_value(const lines& all, std::size_t at) {
  while (at < all.size() && all[at].starts_with(indent)) ++at;
  return at;
}

std::string join(const lines& all, std::size_t first, std::size_t last, std::size_t cut = 0) {
  std::string out;
  for (auto i = first; i < last; ++i) out.append(i > first ? "\n" : "").append(all[i].substr(cut));
  return out;
}

// "<int>: 4" -> "<int>: "; empty if the value is not written so.
std::string_view type_of(std::string_view value) {
  constexpr std::string_view end = ">: ";
  const auto at = value.starts_with('<') ? value.find(end) : std::string_view::npos;
  return at == std::string_view::npos ? std::string_view{} : value.substr(0, at + end.size());
}

// A type is said only where it may be the difference.
void drop_equal_types(std::string& a, std::string& b) {
  const std::string type{type_of(a)};
  if (type.empty() || type_of(b) != type) return;
  a.erase(0, type.size());
  b.erase(0, type.size());
}

// "to equal               |": of long strings a mark points to the first difference.
std::string_view without_mark(std::string_view relation) {
  relation = trimmed(relation);
  if (relation.ends_with('|')) relation.remove_suffix(1);
  return trimmed(relation);
}

// False, and `into` unchanged, if the lines are no such message or hold no second value.
bool read_gomega(const lines& all, compared_text& into) {
  const auto head =
      static_cast<std::size_t>(std::ranges::find(all, std::string_view{"Expected"}) - all.begin());
  if (head == all.size()) return false;
  const auto relation = end_of_gomega_value(all, head + 1);
  if (relation == head + 1 || relation == all.size() || !all[relation].starts_with("to ")) return false;
  const auto end = end_of_gomega_value(all, relation + 1);
  if (end == relation + 1) return false;
  auto actual = join(all, head + 1, relation, indent.size());
  auto expected = join(all, relation + 1, end, indent.size());
  drop_equal_types(actual, expected);
  into.message = join(all, 0, head);
  if (!into.message.empty()) into.message += '\n';
  into.message.append("Expected … ").append(without_mark(all[relation])).append(" …");
  if (end < all.size()) into.message += "\n" + join(all, end, all.size());
  into.actual = std::move(actual);
  into.expected = std::move(expected);
  return true;
}

lines split(std::string_view text) {
  lines all;
  for (std::string_view line; next_line(text, line);) all.push_back(line);
  return all;
}

enum class side { none, expected, actual };

struct labelled {
  side which = side::none;
  std::string_view value;
};

// "got: 5", "want:", "actual  : 5", "got = 5"; also "Expected[5]" and "want "a"", whose value says where it begins.
labelled label_of(std::string_view line) {
  line = trimmed(line);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto label = static_cast<std::size_t>(std::ranges::find_if_not(line, is_letter) - line.begin());
  if (label > std::string_view{"expected"}.size()) return {};
  auto value = trimmed(line.substr(label));
  const bool is_separated = value.starts_with(':') || (value.starts_with('=') && !value.starts_with("=="));
  if (!is_separated &&
      (value.empty() || std::string_view{"[{<\"`"}.find(value.front()) == std::string_view::npos))
    return {};
  if (is_separated) value = trimmed(value.substr(1));
  const auto name = boost::to_lower_copy(std::string{line.substr(0, label)});
  if (name == "got" || name == "have" || name == "actual") return {side::actual, value};
  if (name == "want" || name == "wanted" || name == "expected") return {side::expected, value};
  return {};
}

std::size_t find_label(const lines& all, side which) {
  const auto at =
      std::find_if(all.begin(), all.end(), [&](auto line) { return label_of(line).which == which; });
  return static_cast<std::size_t>(at - all.begin());
}

std::string labelled_value(const lines& all, std::size_t label, std::size_t end) {
  const auto own = label_of(all[label]).value;
  const auto more = join(all, label + 1, end);
  if (own.empty()) return more;
  return more.empty() ? std::string{own} : std::string{own} + "\n" + more;
}

// A value that is indented below its label ends before the next label; any other extends to the end.
std::size_t end_of_value(const lines& all, std::size_t label) {
  const auto is_indented = [](std::string_view line) {
    return line.starts_with(' ') || line.starts_with('\t');
  };
  if (!label_of(all[label]).value.empty() || is_indented(all[label]) || label + 1 == all.size() ||
      !is_indented(all[label + 1]))
    return all.size();
  auto end = label + 1;
  while (end < all.size() && (all[end].empty() || is_indented(all[end]))) ++end;
  return end;
}

// A value that ends with a line feed has an empty line before the next label, and none at the message's end:
// that is no difference of the values. If nothing else differs it may be one.
void drop_empty_ends(std::string& first, std::string& second) {
  const auto kept = [](const std::string& value) {
    return value.substr(0, value.find_last_not_of('\n') + 1);
  };
  auto a = kept(first), b = kept(second);
  if (a == b) return;
  first = std::move(a);
  second = std::move(b);
}

// Takes a "got:" and a "want:" line, in either order and with the lines that belong to them, out of the text.
bool take_labelled_lines(const lines& all, compared_text& into) {
  const auto actual = find_label(all, side::actual);
  const auto expected = find_label(all, side::expected);
  if (actual == all.size() || expected == all.size()) return false;
  const auto first = std::min(actual, expected);
  const auto second = std::max(actual, expected);
  // The second value extends to the end only if its label's line is empty, or if the first had several lines.
  const bool long_form = label_of(all[second]).value.empty() || second > first + 1;
  const auto end = long_form ? end_of_value(all, second) : second + 1;

  auto& first_value = actual < expected ? into.actual : into.expected;
  auto& second_value = actual < expected ? into.expected : into.actual;
  first_value = labelled_value(all, first, second);
  second_value = labelled_value(all, second, end);
  drop_empty_ends(*first_value, *second_value);
  const bool has_colon =
      all[first].find(':') < all[first].find_first_of("[{<\"`=");  // else the two values say it all
  for (auto i = first; has_colon && i < end; ++i) {
    if (i > first) into.diff += '\n';
    into.diff += i == first || i == second ? trimmed(all[i]) : all[i];
  }
  into.message = join(all, 0, first);
  if (end < all.size()) into.message += "\n" + join(all, end, all.size());
  return true;
}

bool is_diff_head(std::string_view line) {
  constexpr std::array<std::array<std::string_view, 2>, 4> signs{
      {{"-want", "+got"}, {"-got", "+want"}, {"-expected", "+actual"}, {"-actual", "+expected"}}};
  return std::any_of(signs.begin(), signs.end(), [&](const auto& pair) {
    return line.find(pair[0]) != std::string_view::npos && line.find(pair[1]) != std::string_view::npos;
  });
}

bool take_cmp_diff(const lines& all, compared_text& into) {
  const auto head = std::find_if(all.begin(), all.end(), is_diff_head);
  if (head == all.end()) return false;
  const bool changes = std::any_of(head + 1, all.end(),
                                   [](auto line) { return line.starts_with('-') || line.starts_with('+'); });
  if (!changes) return false;
  const auto first = static_cast<std::size_t>(head - all.begin()) + 1;
  into.diff = join(all, first, all.size());
  into.message = join(all, 0, first);
  return true;
}

struct inline_form {
  std::string_view before;
  std::string_view between;
  side first;
};

constexpr std::array<inline_form, 16> inline_forms{{{"got ", ", want ", side::actual},
                                                    {"have ", ", want ", side::actual},
                                                    {"got ", "; want ", side::actual},
                                                    {"got ", ", expected ", side::actual},
                                                    {"got: ", ", want: ", side::actual},
                                                    {"= ", ", want ", side::actual},
                                                    {"= ", "; want ", side::actual},
                                                    {"= ", ", expected ", side::actual},
                                                    {"want ", ", got ", side::expected},
                                                    {"want ", ", have ", side::expected},
                                                    {"want ", "; got ", side::expected},
                                                    {"want: ", ", got: ", side::expected},
                                                    {"expected ", ", got ", side::expected},
                                                    {"expected ", " but got ", side::expected},
                                                    {"expected: ", ", got: ", side::expected},
                                                    {"expected: ", ", actual: ", side::expected}}};

void read_inline(std::string_view line, compared_text& into) {
  const auto lower = boost::to_lower_copy(std::string{line});
  for (const auto& form : inline_forms) {
    const auto before = lower.find(form.before);
    if (before == std::string::npos) continue;
    const auto between = lower.rfind(form.between);
    if (between == std::string::npos || between < before + form.before.size()) continue;
    if (before > 0 && lower[before - 1] != ' ') continue;
    const auto start = before + form.before.size();
    std::string first(trimmed(line.substr(start, between - start)));
    std::string second(trimmed(line.substr(between + form.between.size())));
    into.actual = form.first == side::actual ? first : second;
    into.expected = form.first == side::actual ? std::move(second) : std::move(first);
    return;
  }
}

// "\tLabel:      \ttext", further lines "\t            \ttext".
struct testify_block {
  lines trace;
  lines error;
  lines messages;
};

bool read_testify(std::string_view text, const lines& all, testify_block& into) {
  if (text.find("Error Trace:") == std::string_view::npos) return false;
  lines other;
  auto* section = &other;
  for (auto line : all) {
    if (line.starts_with('\t')) line.remove_prefix(1);
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    const auto label = trimmed(line.substr(0, tab));
    if (label == "Error Trace:")
      section = &into.trace;
    else if (label == "Error:")
      section = &into.error;
    else if (label == "Messages:")
      section = &into.messages;
    else if (!label.empty())
      section = &other;
    section->push_back(line.substr(tab + 1));
  }
  return !into.error.empty() && !into.trace.empty();
}

compared_text from_testify(const testify_block& block) {
  compared_text result;
  const auto& error = block.error;
  const auto diff = static_cast<std::size_t>(
      std::find_if(error.begin(), error.end(), [](auto line) { return trimmed(line) == "Diff:"; }) -
      error.begin());
  lines values(error.begin(), error.begin() + static_cast<std::ptrdiff_t>(diff));
  while (!values.empty() && trimmed(values.back()).empty()) values.pop_back();
  if (!take_labelled_lines(values, result)) result.message = join(values, 0, values.size());
  if (diff < error.size()) result.diff = join(error, diff + 1, error.size());
  result.message = trimmed(result.message);
  if (result.message.ends_with(':')) result.message.pop_back();
  const auto messages = (block.messages.empty() ? "" : "\n") + join(block.messages, 0, block.messages.size());
  result.message += messages;
  for (const auto frame : block.trace)
    if (const auto place = compiler_position(trimmed(frame))) result.trace.push_back(place->where);
  result.whole = trimmed(join(error, 0, error.size()));
  result.whole += messages;
  return result;
}

}  // namespace

compared_text read_comparison(std::string_view text) {
  const auto all = split(text);
  testify_block block;
  if (read_testify(text, all, block)) return from_testify(block);

  compared_text result;
  if (read_gomega(all, result)) return result;
  if (!take_cmp_diff(all, result) && !take_labelled_lines(all, result)) {
    result.message = text;
    if (all.size() == 1) read_inline(all.front(), result);
  }
  result.message = trimmed(result.message);
  if (!result.diff.empty() && result.message.ends_with(':')) result.message.pop_back();
  if ((!result.diff.empty() || result.actual) && result.message.empty()) result.message = "mismatch";
  return result;
}

}  // namespace covey::parsers::languages::go
