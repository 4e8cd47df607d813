#include "protocol/render/failures/views.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace covey::protocol {
namespace {

constexpr std::size_t name_bytes = 120;
constexpr std::size_t source_bytes = 160;

std::string_view units_of(const parsers::suspect_list& from) {
  static constexpr std::array<std::string_view, 5> in_order{"", " test files", " packages", " test binaries", " runs"};
  return in_order.at(static_cast<std::size_t>(from.unit));
}

std::string counted(std::uint32_t ran, std::uint32_t all, std::string_view what) {
  return std::to_string(ran) + " of " + std::to_string(all) + " " + std::string{what};
}

std::string place_of(const parsers::suspect& one) {
  return one_line(clipped(one.file, name_bytes)) + ":" + std::to_string(one.lines.first);
}

// Where to look first in the function.
std::string worst_of(const parsers::suspect& one) {
  const auto& worst = one.worst;
  const bool says_more = worst.first > 0 && (worst.first != one.lines.first || worst.last != one.lines.last);
  if (!says_more || one.function.empty()) return "";
  if (worst.first == worst.last) return ", most of all line " + std::to_string(worst.first);
  return ", most of all lines " + std::to_string(worst.first) + "-" + std::to_string(worst.last);
}

// By whom it was run. Nothing, where all ran it that could and it is edited, which says more.
std::string counts_of(const parsers::suspect_list& all, const parsers::suspect& one) {
  if (one.edited && all.all.passing == 0 && one.ran.failing == all.all.failing) return "";
  auto out = one.ran.failing == 0
                 ? std::string{"in the stack"}
                 : "run by " + counted(one.ran.failing, all.all.failing, "failing") + ", " +
                       counted(one.ran.passing, all.all.passing, "passing") + std::string{units_of(all)};
  if (one.ran.failing > 0 && !one.edited) out += worst_of(one);
  return out;
}

using places = std::vector<parsers::location>;

void add_lines(places& to, const parsers::suspect& of, const parsers::line_range& lines, std::size_t most) {
  for (auto line = lines.first; line > 0 && line <= lines.last && to.size() < most; ++line)
    to.push_back({of.file, line});
}

places path_of(const parsers::suspect& one) {
  places out;
  for (const auto& range : one.path) add_lines(out, one, range, parsers::max_path_lines + 2);
  if (out.empty()) add_lines(out, one, one.worst, parsers::max_path_lines / 2);
  std::erase_if(out, [&](const auto& place) { return std::ranges::binary_search(one.comments, place.line); });
  return out;
}

// Lines of a function that is shown whole, but for comments: what is wrong in it may be what nobody ran.
constexpr std::uint32_t whole_first = 80, whole_near = 20, whole_other = 8;
constexpr double is_near = 0.9;  // its score, beside the first one's

bool is_whole(const parsers::suspect& one, const parsers::suspect& first) {
  const auto most = &one == &first                         ? whole_first
                    : one.score >= is_near * first.score ? whole_near
                                                           : whole_other;
  return !one.function.empty() && !one.by_line && one.lines.first > 0 &&
         one.lines.last - one.lines.first < most + one.comments.size();
}

// Without comments.
places lines_in(const parsers::suspect& one, const parsers::line_range& lines) {
  places out;
  add_lines(out, one, lines, whole_first + one.comments.size());
  std::erase_if(out, [&](const auto& place) { return std::ranges::binary_search(one.comments, place.line); });
  return out;
}

// Of a long first suspect what stands around its most suspect line, in one piece: the fault is often a few lines from what it
// leads to.
parsers::line_range window_of(const parsers::suspect& one) {
  constexpr std::uint32_t above = 9, behind = 20;
  return {std::max(one.lines.first, one.worst.first - std::min(one.worst.first, above)),
          std::min(one.lines.last, one.worst.first + behind)};
}

// Of a suspect behind the first.
places short_path_of(const parsers::suspect& one) {
  constexpr std::size_t short_path = 4;
  auto out = path_of(one);
  if (out.size() <= short_path && !one.path.empty()) return out;
  out = lines_in(one, one.worst);
  out.resize(std::min(out.size(), short_path));
  return out;
}

struct shown_lines_of {
  places at;
  bool as_is = false;  // else statements with their conditions
};

shown_lines_of shown_of(const parsers::suspect& one, const parsers::suspect& first) {
  if (is_whole(one, first)) return {lines_in(one, one.lines), true};
  const bool is_first = &one == &first;
  if (is_first && !one.by_line && !one.function.empty() && one.worst.first > 0) return {lines_in(one, window_of(one)), true};
  return {is_first ? path_of(one) : short_path_of(one)};
}

// Brackets, comments of most languages, and among other lines "} else {".
bool says_nothing(std::string_view line, bool whole = false) {
  for (const std::string_view comment : {"//", "/*", "* "})
    if (line.starts_with(comment)) return true;
  constexpr std::string_view otherwise = "else", marks = "{}()[];:, ";
  if (whole) return line.find_first_not_of(marks) == std::string_view::npos;
  if (const auto at = line.find(otherwise); at != std::string_view::npos)
    return line.substr(0, at).find_first_not_of(marks) == std::string_view::npos &&
           line.substr(at + otherwise.size()).find_first_not_of(marks) == std::string_view::npos;
  return line.find_first_not_of(marks) == std::string_view::npos;
}

std::vector<std::string> texts_at(const places& all, const source_lines& sources) {
  std::vector<std::string> out;
  std::string_view above;  // a statement of several lines is read as one
  std::uint32_t last = 0;  // the line before, as far as it is shown
  for (const auto& place : all) {
    auto text = sources.at(place);
    const auto guarded = sources.at(place, parsers::line_form::guarded);  // of a wrong branch the condition decides
    const bool is_guarded = !guarded.empty() && (last == 0 || last + 1 < place.line);
    if (is_guarded) text = guarded;
    last = place.line;
    if (says_nothing(text) || above.find(text) != std::string_view::npos) continue;
    out.push_back(std::to_string(place.line) + " " + one_line(clipped(text, source_bytes)));
    above = text;
  }
  return out;
}

// Indented as in the function, a tab by two blanks.
std::vector<std::string> whole_texts_at(const places& all, const source_lines& sources) {
  std::vector<std::string> out;
  std::size_t outer = std::string::npos;
  for (const auto& place : all) {
    const auto text = sources.at(place, parsers::line_form::plain);
    const auto indented = std::min(text.find_first_not_of(" \t"), text.size());
    if (says_nothing(text.substr(indented), true)) continue;
    outer = std::min(outer, indented);
    std::string blanks;
    for (const char one : text.substr(outer, indented - outer)) blanks += one == '\t' ? "  " : " ";
    out.push_back(std::to_string(place.line) + " " + blanks + one_line(clipped(text.substr(indented), source_bytes)));
  }
  return out;
}

}  // namespace

std::string why_none(const parsers::suspect_list& all) {
  if (!all.unexplained.empty()) return std::string{all.unexplained};
  if (all.all.failing == 0) return "the lines of these tests are not known";
  if (all.found.empty()) return "they ran no line of the product that was measured";
  auto out = std::to_string(all.equal) + " functions are equally suspect";
  if (all.equal > all.found.size()) return out;
  std::string_view file;  // named once for its functions
  for (std::size_t i = 0; i < all.equal; ++i) {
    const auto& one = all.found[i];
    const auto is_same = std::exchange(file, one.file) == one.file;
    out += (i == 0 ? ": " : is_same ? ", " : "; ") + (is_same ? std::to_string(one.lines.first) : place_of(one)) + " " +
           one_line(clipped(one.function, name_bytes));
  }
  return out;
}

// Of several that nothing tells apart: whether all of them are shorter than one long function.
bool are_short(const parsers::suspect_list& all) {
  constexpr std::size_t max_functions = 8;
  if (all.equal > std::min(max_functions, all.found.size()) || !all.unexplained.empty()) return false;
  std::size_t lines = 0;
  for (std::size_t i = 0; i < all.equal; ++i) {
    const auto& one = all.found[i];
    if (!is_whole(one, all.found.front())) return false;
    lines += one.lines.last + 1 - one.lines.first - one.comments.size();
  }
  return lines <= whole_first;
}

parsers::suspect_list first_of(const parsers::suspect_list& all, std::size_t most) {
  auto out = all;
  out.found.resize(tells_apart(all) || are_short(all) ? std::min(most, all.found.size()) : 0);
  return out;
}

parsers::suspect_list worth_showing(const parsers::suspect_list& all) {
  auto out = first_of(all, tells_apart(all) ? first_suspects : all.equal);
  if (out.found.empty()) return out;
  const auto least = out.found.front().score / 2;
  const bool single = all.unit == parsers::attribution::test;
  std::erase_if(out.found, [&](const auto& one) {
    const bool is_run = one.ran.failing > 0 || (one.edited && one.in_stack);
    return one.score < least || !is_run || (!single && !one.edited);
  });
  return out;
}

std::string suspect_line(const parsers::suspect_list& all, const parsers::suspect& one) {
  auto out = place_of(one);
  if (!one.function.empty()) out += " " + one_line(clipped(one.function, name_bytes));
  std::string why = counts_of(all, one);
  if (one.edited)
    why +=
        (why.empty() ? "" : "; ") +
        (all.edited_since > 0 ? "edited since run " + std::to_string(all.edited_since) : "edited since HEAD");
  const bool is_first = !all.found.empty() && one == all.found.front();
  if (is_first && !one.edited && !tells_apart(all)) why += "; " + std::to_string(all.equal) + " are equally suspect";
  return out + " — " + why + (all.shared && is_first ? "; measured together with other tests" : "");
}

std::vector<std::pair<parsers::location, parsers::line_form>> shown_lines(const parsers::suspect_list& all) {
  using form = parsers::line_form;
  std::vector<std::pair<parsers::location, form>> out;
  const auto shown = worth_showing(all).found;
  for (const auto& one : shown) {
    const auto lines = shown_of(one, shown.front());
    if (lines.as_is)
      for (const auto& place : lines.at) out.emplace_back(place, form::plain);
    else
      for (const auto& place : lines.at)
        for (const auto as : {form::statement, form::guarded}) out.emplace_back(place, as);
  }
  return out;
}

suspects_view suspects_view_of(const parsers::suspect_list& all, const source_lines& sources) {
  suspects_view out{worth_showing(all)};
  const bool is_counted = all.unit == parsers::attribution::test && all.all.failing > 0;
  if (out.of.found.empty() && !tells_apart(all) && (is_counted || !all.unexplained.empty()))
    out.none = "none: " + why_none(all);
  for (const auto& one : out.of.found) {
    const auto lines = shown_of(one, out.of.found.front());
    out.lines.push_back(lines.as_is ? whole_texts_at(lines.at, sources) : texts_at(lines.at, sources));
  }
  return out;
}

void leave_out_told(suspects_view& from, told_functions& told) {
  for (std::size_t i = 0; i < from.lines.size(); ++i)
    if (!told.emplace(from.of.found[i].file, from.lines[i]).second) from.lines[i].clear();
}

std::string lines_of(const suspects_view& from) {
  std::string out = from.none.empty() ? "" : "   suspects: " + from.none + "\n";
  for (std::size_t i = 0; i < from.of.found.size(); ++i) {
    out += (i == 0 ? "   suspects: " : "             ") + suspect_line(from.of, from.of.found[i]) + "\n";
    for (const auto& line : from.lines[i]) out += "               " + line + "\n";
  }
  return out;
}

json::array texts_of(const suspects_view& from) {
  json::array out;
  if (!from.none.empty()) out.emplace_back(from.none);
  for (std::size_t i = 0; i < from.of.found.size(); ++i) {
    auto text = suspect_line(from.of, from.of.found[i]);
    for (const auto& line : from.lines[i]) text += "\n" + line;
    out.emplace_back(std::move(text));
  }
  return out;
}

json::array array_of(const parsers::suspect_list& from) {
  json::array out;
  for (const auto& one : from.found) {
    json::object object{{"file", clipped(one.file, name_bytes)}, {"line", one.lines.first}};
    if (one.lines.last > one.lines.first) object["last"] = one.lines.last;
    if (!one.function.empty()) object["function"] = clipped(one.function, name_bytes);
    object["failing"] = one.ran.failing;
    object["passing"] = one.ran.passing;
    if (!worst_of(one).empty()) object["worst"] = {one.worst.first, one.worst.last};
    if (one.edited) object["edited"] = true;
    out.emplace_back(std::move(object));
  }
  return out;
}

}  // namespace covey::protocol
