#include "protocol/render/failure_view.hpp"
#include "parsers/text/slices.hpp"
#include "protocol/render/suspects.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>
#include <deque>
#include <set>

namespace covey::protocol {
namespace {

using parsers::failure;

constexpr std::size_t name_bytes = 512;
constexpr std::size_t least_difference = 400;  // even if the message takes more than its share
constexpr std::size_t first_line_bytes = 160;
constexpr std::size_t printed_lines = 10;  // of a failed assertion
constexpr std::size_t printed_bytes = 200;  // of each

// Whether a printed line is one of those that are told anyway: as it is, or behind a path that is told shorter.
bool is_told(std::string_view printed, const std::set<std::string_view>& told) {
  return printed.empty() || std::any_of(told.begin(), told.end(), [&](std::string_view line) {
           const auto before = printed.size() - std::min(printed.size(), line.size());
           return printed.ends_with(line) && (before == 0 || printed[before - 1] == '/');
         });
}

// What the test printed, or the runner said of it: of an assertion that has a message, the last lines of what is not told.
std::string worth_showing(const failure& from, std::string_view differs) {
  std::string_view output = from.output;
  while (!output.empty() && output.back() == '\n') output.remove_suffix(1);
  if (from.message.find(output) != std::string::npos) return {};
  if (from.kind != parsers::failure_kind::assertion || from.message.empty()) return std::string{output};
  const auto place = place_text(from.where) + ":";
  std::set<std::string_view> told{place};
  for (std::string_view text : {std::string_view{from.message}, std::string_view{from.diff}, differs})
    for (std::string_view line; parsers::next_line(text, line);)
      if (const auto words = parsers::trimmed(line); !words.empty()) told.insert(words);
  std::deque<std::string_view> last;
  for (std::string_view line; parsers::next_line(output, line);) {
    if (is_told(parsers::trimmed(line), told)) continue;
    last.push_back(line);
    if (last.size() > printed_lines) last.pop_front();
  }
  std::string out;
  for (const auto line : last) out += (out.empty() ? "" : "\n") + clipped(line, printed_bytes);
  return out;
}

bool is_a_place_of(const failure& from, const parsers::location& where) {
  return where == from.where || where == from.raised_at;
}

std::vector<std::string> stack_lines(const failure& from, std::size_t most) {
  const auto& [own, others] = from.stack;
  std::vector<std::string> out;
  const auto is_told = [&](const auto& one) { return one.of_test || is_a_place_of(from, one.where); };
  if (std::all_of(own.begin(), own.end(), is_told)) return out;
  for (const auto& frame : own) {
    auto line =
        one_line(frame.function.empty() ? "?" : frame.function) + " " + one_line(place_text(frame.where));
    if (frame.times > 1) line += " (" + std::to_string(frame.times) + " times)";
    if (out.size() < most) out.push_back(std::move(line));
  }
  const auto left_out = own.size() - out.size();
  const auto outside = std::to_string(others) + (left_out > 0 ? "" : " frames") + " outside the project";
  if (left_out > 0)
    out.push_back("… " + std::to_string(left_out) + " more of the project" +
                  (others > 0 ? ", " + outside : ""));
  else if (others > 0)
    out.push_back("… " + outside);
  return out;
}

// Cut at the last blank before the limit, if there is one near.
std::string clipped_at_word(std::string_view text, std::size_t limit) {
  constexpr std::size_t near = 60;
  if (text.size() <= limit) return std::string{text};
  const auto blank = text.substr(0, limit).find_last_of(" \n");
  return clipped(text, blank == std::string_view::npos || blank + near < limit ? limit : blank);
}

// Its first and its last lines, or words: an assertion may print its input before the error, and what it got at the end.
std::string cut_within(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string{text};
  auto tail = text.find(' ', text.size() - limit / 3);
  if (tail == std::string_view::npos || text.find('\n', tail) != std::string_view::npos) tail = text.size();
  for (auto at = text.rfind('\n'); at != std::string_view::npos && text.size() - at <= limit / 3;
       at = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1))
    tail = at;
  return clipped_at_word(text.substr(0, tail), limit - (text.size() - tail)).append(text.substr(tail));
}

// The first line that the other text has not at this place; empty if there is none.
std::string_view first_line_beside(std::string_view text, std::string_view other) {
  std::string_view line, its;
  while (parsers::next_line(text, line))
    if (!parsers::next_line(other, its) || line != its) return line;
  return {};
}

std::size_t bytes_of(const std::vector<std::string>& texts) {
  std::size_t out = 0;
  for (const auto& text : texts) out += text.size() + 2;
  return out;
}

}  // namespace

std::string place_text(const parsers::location& where) {
  return where.line == 0 ? where.file.string() : where.file + ":" + std::to_string(where.line);
}

failure_view named_view(const found_failure& found, const failure_style& style) {
  failure_view out;
  out.of = found;
  out.is_from_earlier = found.run_id != style.latest;
  const auto name = parsers::full_name(found.what->id);
  out.name = clipped(name, name_bytes);
  out.short_name = name.starts_with(style.prefix)
                       ? clipped(std::string_view{name}.substr(style.prefix.size()), name_bytes)
                       : out.name;
  out.source = style.sources.at(found.what->where);
  out.raised_source = style.sources.at(found.what->raised_at, parsers::line_form::guarded);
  return out;
}

namespace {

// "assert 3 == 4", "got 3": the first thing that differs. Empty: nothing that one line shows.
std::string said_before(const failure& then, const failure& now) {
  const auto first_line = [](std::string_view text) { return text.substr(0, text.find('\n')); };
  if (first_line(then.message) != first_line(now.message)) return clipped(first_line(then.message), first_line_bytes);
  return then.actual && then.actual != now.actual ? clipped("got " + *then.actual, first_line_bytes) : std::string{};
}

}  // namespace

failure_view view_of(const found_failure& found, const failure_style& style, std::size_t bytes) {
  const auto& from = *found.what;
  auto out = named_view(found, style);
  const auto places = lines_of(out).size();
  text_budget others{std::max(bytes / 4, std::size_t{1})};
  out.also_failed = bounded_list(from.also_failed, others);
  out.stack = stack_lines(from, style.frames);
  if (found.before != nullptr) out.before = said_before(*found.before, from);
  if (found.suspects != nullptr) out.suspects = suspects_view_of(*found.suspects, style.sources);
  auto left = bytes - std::min(bytes, places + bytes_of(out.also_failed));
  out.differs = parsers::difference_of(from, std::max(left / 2, least_difference));
  left -= std::min(left, out.differs.text.size());
  const auto message = parsers::message_beside(from, out.differs);
  const auto output = worth_showing(from, out.differs.text);
  const auto share = output.empty() ? left : std::max(left * 2 / 3, left - std::min(left, output.size()));
  out.message = cut_within(message, std::max(share, first_line_bytes));
  left -= std::min(left, out.message.size());
  if (!output.empty()) out.output = cut_within(output, left);
  return out;
}

failure_view view_beside(const found_failure& found, const failure_view& example, std::size_t place,
                         const failure_style& style) {
  auto out = named_view(found, style);
  out.like = place;
  out.example = example.of.what;
  out.shares_source = out.source == example.source;
  out.shares_raised_source = out.raised_source == example.raised_source;
  const auto& from = *found.what;
  out.message = clipped(first_line_beside(from.message, example.of.what->message), first_line_bytes);
  if (!parsers::is_shown_by_lines(from)) out.differs = parsers::difference_of(from, 0);
  return out;
}

}  // namespace covey::protocol
