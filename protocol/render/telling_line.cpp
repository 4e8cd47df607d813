#include "protocol/render/telling_line.hpp"
#include "parsers/model/causes.hpp"
#include "parsers/text/slices.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>
#include <utility>

namespace covey::protocol {
namespace {

constexpr std::size_t line_bytes = 100;  // for the text, and for its values

// The names of the two sides in a legend ("- want, + got").
std::pair<std::string, std::string> sides_of(std::string_view legend) {
  constexpr std::string_view minus = "- ", plus = ", + ";
  const auto middle = legend.find(plus);
  if (!legend.starts_with(minus) || middle == std::string_view::npos) return {"-", "+"};
  return {std::string{legend.substr(minus.size(), middle - minus.size())} + ": ",
          std::string{legend.substr(middle + plus.size())} + ": "};
}

// The first change of a difference displayed by lines: "want: apple; got: apple·". Both sides come from the
// same group of changed lines.
std::string first_change(const parsers::difference& differs) {
  constexpr std::size_t side_bytes = 100;
  const auto [first_side, second_side] = sides_of(differs.legend);
  std::string first, second;
  std::string_view rest = differs.text, line;
  while (parsers::next_line(rest, line)) {
    const char sign = line.empty() ? ' ' : line.front();
    const bool changed = std::string_view{"-<+>"}.find(sign) != std::string_view::npos;
    if (line.starts_with("--- ") || line.starts_with("+++ ")) continue;  // a file header
    if (!changed && !(first + second).empty()) break;
    auto& side = sign == '-' || sign == '<' ? first : second;
    const auto& name = &side == &first ? first_side : second_side;
    if (changed && side.empty())
      side = name + one_line(clipped(parsers::trimmed(line.substr(1)), side_bytes));
  }
  return first + (first.empty() || second.empty() ? "" : "; ") + second;
}

// "left: …; right: …" of two values that are a line each.
std::string named_sides(const parsers::difference& differs) {
  constexpr std::size_t side_bytes = 105;
  std::string out;
  std::string_view rest = differs.text, line;
  while (parsers::next_line(rest, line))
    out += (out.empty() ? "" : "; ") + one_line(clipped(line, side_bytes));
  return out;
}

constexpr std::size_t says_little = 20;

// The first line, followed by the next ones while it says little or announces them: "assert False", "Error:".
std::string beginning_of(std::string_view message) {
  constexpr std::size_t max_lines = 4;
  std::string out;
  std::string_view line;
  for (std::size_t i = 0; i < max_lines && parsers::next_line(message, line);) {
    line = parsers::trimmed(line);
    if (line.empty()) continue;
    out += (i++ == 0 ? "" : " ") + one_line(line);
    if (out.size() >= says_little && !line.ends_with(':')) break;
  }
  return out;
}

// Of a longer value: its difference from the other one tells more.
bool quotes_value(std::string_view message, const parsers::failure& of) {
  constexpr std::size_t head_bytes = 24;
  return of.actual && of.actual->size() >= head_bytes &&
         message.find(std::string_view{*of.actual}.substr(0, head_bytes)) != std::string_view::npos;
}

}  // namespace

std::string telling_line(const parsers::failure& of, const source_lines& sources) {
  constexpr std::size_t searched_bytes = 1000;  // of a difference, to find the first line of each side
  const auto differs = parsers::difference_of(of, searched_bytes);
  const auto beside = parsers::message_beside(of, {"", "values"});
  auto first = beginning_of(beside);
  for (const auto* where : {&of.where, &parsers::innermost_place(of)})
    if (first.starts_with(place_text(*where) + ": ")) first.erase(0, place_text(*where).size() + 2);
  const bool generic = first.empty() || (first.size() < says_little && first.ends_with(':'));
  const auto source = std::string{sources.at(of.where)};
  const auto out = clipped(generic && !source.empty() ? source : first, line_bytes);
  if (differs.text.empty()) return out;
  if (parsers::is_shown_by_lines(of)) {
    const auto words = parsers::words_of(of.values, {"got", "want"});
    const bool is_named = differs.text.starts_with(std::string{words.actual} + ": ");
    const auto change = is_named ? named_sides(differs) : first_change(differs);
    if (!change.empty() && quotes_value(first, of)) return change;
    return change.empty() ? out : out + " (" + change + ")";
  }
  auto values = differs.text;
  std::replace(values.begin(), values.end(), '\n', ' ');
  return out + " (" + one_line(clipped(values.substr(0, values.find_last_not_of(' ') + 1), line_bytes)) + ")";
}

}  // namespace covey::protocol
