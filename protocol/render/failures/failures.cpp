// Failures, one or a list of them: their views, as lines, and as objects.
#include "protocol/render/failures/views.hpp"
#include "parsers/failures/causes.hpp"
#include "parsers/text/likeness.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "protocol/render/affected.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace covey::protocol {

namespace {

using parsers::failure;

constexpr std::size_t name_bytes = 512;
constexpr std::size_t least_difference = 400;  // even if the message takes more than its share
constexpr std::size_t first_line_bytes = 160;
constexpr std::size_t printed_lines = 10;   // of a failed assertion
constexpr std::size_t printed_bytes = 200;  // of each

// Whether a printed line is one of those that are told anyway: as it is, or behind a path that is told shorter.
bool is_told(std::string_view printed, const std::set<std::string_view>& told) {
  return printed.empty() || std::any_of(told.begin(), told.end(), [&](std::string_view line) {
           const auto before = printed.size() - std::min(printed.size(), line.size());
           return printed.ends_with(line) && (before == 0 || printed[before - 1] == '/');
         });
}

// What the test printed, or the runner said of it: of an assertion that has a message, the last lines of what is not told.
std::string output_worth_showing(const failure& from, std::string_view differs) {
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
  if (first_line(then.message) != first_line(now.message))
    return clipped(first_line(then.message), first_line_bytes);
  return then.actual && then.actual != now.actual ? clipped("got " + *then.actual, first_line_bytes)
                                                  : std::string{};
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
  const auto output = output_worth_showing(from, out.differs.text);
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

// --- as lines

namespace {

enum class blank_lines : std::uint8_t { stay, go };

// Indents every line by three spaces; empty lines stay empty.
void indent(std::string& out, std::string_view text, blank_lines blank = blank_lines::stay) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end);
    const bool says_nothing = line.find_first_not_of(" \t\r") == std::string_view::npos;
    if (!says_nothing || blank == blank_lines::stay) {
      if (!line.empty()) out.append("   ").append(line);
      out += '\n';
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

// "file:3: its source line", as far as known.
std::string place_with_source(const parsers::location& where, std::string_view source) {
  auto out = one_line(place_text(where));
  return source.empty() ? out : out.append(": ").append(source);
}

// The location's role, before its source line: "test ". An error outside tests has no role.
std::string role_of(const parsers::failure& from, std::string_view source) {
  if (from.kind == parsers::failure_kind::error || from.id.name.empty()) return "";
  const bool is_plain = from.role == parsers::place_role::test && source.empty();
  return is_plain ? "" : std::string{to_string(from.role)} + " ";
}

void add_places(std::string& out, const failure_view& from) {
  const auto& what = *from.of.what;
  const std::string_view source = from.repeats_place ? std::string_view{} : from.source;
  const std::string_view raised = from.repeats_place ? std::string_view{} : from.raised_source;
  const bool is_name =
      what.id.name.empty() && what.where.line == 0 && what.where.file == what.id.group && source.empty();
  if (!what.where.file.empty() && !is_name)
    indent(out, role_of(what, source) + place_with_source(what.where, source));
  if (!what.raised_at.file.empty()) indent(out, "raised at " + place_with_source(what.raised_at, raised));
}

void add_stack(std::string& out, const failure_view& from) {
  for (std::size_t i = 0; i < from.stack.size(); ++i)
    indent(out, (i == 0 ? "stack: " : "       ") + from.stack[i]);
}

std::string lines_beside(const failure_view& from) {
  std::string out;
  const auto& what = *from.of.what;
  if (what.where != from.example->where || what.raised_at != from.example->raised_at) add_places(out, from);
  indent(out, from.message, blank_lines::go);
  indent(out, from.differs.text);
  return out;
}

}  // namespace

std::string name_line(const failure_view& from) {
  auto out = one_line(from.short_name);
  if (from.is_from_earlier)
    out.append(" (")
        .append(from.of.language)
        .append(", run " + std::to_string(from.of.run_id) + ", not rerun since)");
  const auto& history = from.of.what->history;
  if (history)
    out += " (" + history_words(*history, !from.before.empty()) + ")";
  else if (from.of.is_new)
    out += " (new)";
  return from.of.is_stale ? out + " (its file has changed since)" : out;
}

std::string lines_of(const failure_view& from) {
  if (from.like) return lines_beside(from);
  std::string out;
  add_places(out, from);
  indent(out, from.message, blank_lines::go);
  if (!from.differs.text.empty()) {
    const auto& legend = from.differs.legend;
    indent(out, legend.empty() ? "--- diff ---" : "--- diff: " + legend + " ---");
    indent(out, from.differs.text);
  }
  if (!from.before.empty()) indent(out, "before: " + one_line(from.before));
  if (!from.also_failed.empty())
    indent(out, "also failed for this reason: " + one_line(boost::algorithm::join(from.also_failed, ", ")));
  add_stack(out, from);
  if (!from.output.empty()) {
    indent(out, "--- output ---");
    indent(out, from.output);
  }
  return out + lines_of(from.suspects);
}

// --- as an object

namespace {

struct object_style {
  bool short_names;
  bool detail;
};

// The failure's name and kind.
json::object named_object(const failure_view& from, const object_style& style) {
  const auto& what = *from.of.what;
  json::object out{{"name", style.short_names ? from.short_name : from.name}};
  if (style.detail) out["group"] = clipped(what.id.group.string(), name_bytes);
  if (style.detail && !what.id.name.empty()) out["test"] = clipped(what.id.name, name_bytes);
  if (style.detail || what.kind != parsers::failure_kind::assertion)
    out["kind"] = parsers::to_string(what.kind);
  return out;
}

void add_place(json::object& out, const parsers::location& where) {
  if (!where.file.empty()) out["file"] = clipped(where.file.string(), name_bytes);
  if (where.line > 0) out["line"] = where.line;
}

// What a failure that is like an example does not share with it.
void add_place_beside(json::object& out, const failure_view& from) {
  const auto& what = *from.of.what;
  if (what.role != from.example->role) out["role"] = to_string(what.role);
  if (what.where == from.example->where) return;
  if (what.where.file != from.example->where.file)
    out["file"] = clipped(what.where.file.string(), name_bytes);
  out["line"] = what.where.line;
  if (!from.shares_source) out["source"] = from.source;
}

// Values verbatim if they are short, and the difference if that says more. Unless in detail, what the message or
// the difference says is not said twice.
void add_values(json::object& out, const failure& from, const parsers::difference& differs, bool detail) {
  const bool by_lines = parsers::is_shown_by_lines(from);
  const auto words = parsers::words_of(from.values, {"actual", "expected"});
  const bool is_said = !detail && (by_lines || differs.text.empty());
  const auto add = [&](std::string_view word, const std::optional<std::string>& value) {
    if (value && !is_said && (!by_lines || parsers::is_short_value(*value))) out[word] = *value;
  };
  add(words.expected, from.expected);
  add(words.actual, from.actual);
  if (!by_lines) return;
  if (!differs.text.empty()) out["diff"] = differs.text;
  if (!differs.legend.empty()) out["legend"] = differs.legend;
}

void add_remarks(json::object& out, const failure_view& from) {
  if (from.is_from_earlier) out["found_in_run"] = from.of.run_id;
  if (from.of.is_new) out["new"] = true;
  if (from.of.what->history) add_history(out, *from.of.what->history, !from.before.empty());
  if (from.of.is_stale) out["stale"] = true;
}

json::object object_beside(const failure_view& from, const object_style& style) {
  const auto& what = *from.of.what;
  const auto& example = *from.example;
  auto out = named_object(from, style);
  style.detail ? add_place(out, what.where) : add_place_beside(out, from);
  // Empty: unlike the example it was raised nowhere else.
  const bool is_shared = what.raised_at == example.raised_at;
  if (style.detail ? !what.raised_at.file.empty() : !is_shared)
    out["raised_at"] = clipped(place_text(what.raised_at), name_bytes);
  if (!style.detail && !from.shares_raised_source) out["raised_source"] = from.raised_source;
  if (!from.message.empty()) out["message"] = from.message;
  const bool same_values = what.expected == example.expected && what.actual == example.actual;
  if (!parsers::is_shown_by_lines(what) && (style.detail || !same_values))
    add_values(out, what, style.detail ? parsers::difference{} : from.differs, style.detail);
  add_remarks(out, from);
  return out;
}

}  // namespace

json::object object_of(const failure_view& from, bool short_names, bool detail) {
  const object_style style{short_names && !detail, detail};
  if (from.like) return object_beside(from, style);
  const auto& what = *from.of.what;
  auto out = named_object(from, style);
  add_place(out, what.where);
  const bool says_source = detail || !from.repeats_place;
  if (what.role != parsers::place_role::test) out["role"] = to_string(what.role);
  if (says_source && !from.source.empty()) out["source"] = from.source;
  if (!what.raised_at.file.empty()) out["raised_at"] = clipped(place_text(what.raised_at), name_bytes);
  if (says_source && !from.raised_source.empty()) out["raised_source"] = from.raised_source;
  out["message"] = from.message;
  add_values(out, what, from.differs, detail);
  if (!from.before.empty()) out["before"] = from.before;
  if (!from.also_failed.empty()) out["also_failed"] = json_list(from.also_failed);
  if (!from.stack.empty()) out["stack"] = json_list(from.stack);
  if (!from.output.empty()) out["output"] = from.output;
  if (!from.suspects.empty()) out["suspects"] = texts_of(from.suspects);
  add_remarks(out, from);
  return out;
}

// --- what one says in a line

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

// --- several failures

namespace {

constexpr std::size_t max_bytes_each = 4096;   // of a failure in a list
constexpr std::size_t max_bytes_alone = 8192;  // of a single failure
constexpr std::size_t least_bytes_each = 600;  // of each failure; the list ends if that does not fit
constexpr std::size_t around = 200;            // titles and marks, not part of the shares
constexpr std::size_t worthwhile_prefix = 12;

found_span page_of(found_span all, const list_page& page) {
  const auto begin = std::min(page.offset, all.size());
  return all.subspan(begin, std::min(page.limit, all.size() - begin));
}

// Finds failures of a list that repeat an earlier one.
class repetitions {
 public:
  // The index of the earlier failure that it repeats; `at` if there is none.
  std::size_t first_like(const failure& one, std::size_t at) {
    const mark is{one.kind, parsers::message_shape(one.message), parsers::innermost_place(one)};
    return firsts_.emplace(is, at).first->second;
  }

  // The same, of those that are shown by exactly these lines.
  std::size_t first_same(std::string lines, std::size_t at) {
    return blocks_.emplace(std::move(lines), at).first->second;
  }

 private:
  using mark = std::tuple<parsers::failure_kind, std::string, parsers::location>;
  std::map<mark, std::size_t> firsts_;
  std::map<std::string, std::size_t> blocks_;
};

// What differs by run alone does not differ.
std::string plain(std::string_view text) {
  return parsers::without_temporary(parsers::without_volatile(text));
}

// The lines of the failures above: what several print, as a server does its configuration, is told once.
class told_lines {
 public:
  // Without its runs of lines that were told, each named by the number of its failure.
  std::string rest_of(const std::string& all, std::size_t number) {
    if (std::count(all.begin(), all.end(), '\n') + 1 < static_cast<std::ptrdiff_t>(least_lines)) return all;
    std::string_view text = all;
    std::vector<std::string_view> raw;
    std::vector<std::string> lines;
    for (std::string_view line; parsers::next_line(text, line);) {
      raw.push_back(line);
      lines.push_back(plain(line));
    }
    std::string out;
    for (std::size_t at = 0; at < lines.size();) {
      const auto known = places_.find(lines[at]);
      const auto same = known == places_.end() ? 0 : told_from(lines, at, known->second);
      if (same < least_lines) {
        out.append(raw[at++]) += '\n';
        continue;
      }
      out += "… " + std::to_string(same) + " lines as in failure " +
             std::to_string(texts_[known->second.first].second) + "\n";
      at += same;
    }
    for (std::size_t at = 0; at < lines.size(); ++at) places_.try_emplace(lines[at], texts_.size(), at);
    texts_.emplace_back(std::move(lines), number);
    if (!all.ends_with('\n')) out.pop_back();
    return out;
  }

 private:
  using place = std::pair<std::size_t, std::size_t>;  // text, line

  std::size_t told_from(const std::vector<std::string>& lines, std::size_t at, const place& known) const {
    const auto& told = texts_[known.first].first;
    const auto begin = told.begin() + static_cast<std::ptrdiff_t>(known.second);
    const auto end =
        std::mismatch(begin, told.end(), lines.begin() + static_cast<std::ptrdiff_t>(at), lines.end());
    return static_cast<std::size_t>(end.first - begin);
  }

  static constexpr std::size_t least_lines = 6;
  std::vector<std::pair<std::vector<std::string>, std::size_t>> texts_;
  std::unordered_map<std::string, place> places_;  // of the first time
};

std::pair<parsers::location, parsers::location> places_of(const failure& one) {
  return {one.where, one.raised_at};
}

// The share of failure `at` in the bytes left for it and those after it.
std::size_t share_of(std::size_t left, found_span wanted, std::size_t at, const list_page& page) {
  const bool takes_rest = page.last_takes_rest && at + 1 == wanted.size();
  const auto max = takes_rest ? left : wanted.size() == 1 ? max_bytes_alone : max_bytes_each;
  return std::clamp(left / (wanted.size() - at), least_bytes_each, std::max(max, least_bytes_each));
}

bool is_stale(const failure& one, const std::string& root, const parsers::fingerprint_ptr& saw,
              const run_freshness& freshness) {
  const auto changed = [&](const parsers::location& where) {
    const std::string& file = where.file;
    return !file.empty() &&
           parsers::differs_in(parsers::path_below(root, file).value_or(file), saw, freshness.now);
  };
  return changed(one.where) || changed(one.raised_at);
}

}  // namespace

std::vector<found_failure> own_failures(const parsers::finished_run& run, const run_freshness* freshness) {
  std::vector<found_failure> out;
  out.reserve(run.results.failures.size() + run.still_failing.size());
  for (const auto& own : run.results.failures)
    out.push_back({&own, run.language, run.id, false,
                   freshness && is_stale(own, run.root, freshness->saw, *freshness)});
  for (const auto place : run.changes.newly) out[place].is_new = true;
  for (const auto& [place, before] : run.changes.otherwise) out[place].before = before.get();
  for (const auto& cause : run.causes) out[cause.members.front()].suspects = &cause.suspects;
  return out;
}

std::vector<found_failure> all_failures(const parsers::finished_run& run, const run_freshness* freshness) {
  auto out = own_failures(run, freshness);
  for (const auto& earlier : run.still_failing)
    out.push_back({earlier.what.get(), earlier.language, earlier.run_id, false,
                   freshness && is_stale(*earlier.what, run.root, earlier.fingerprints.before, *freshness)});
  return out;
}

std::vector<const parsers::failure*> failures_in(found_span found) {
  std::vector<const parsers::failure*> out;
  out.reserve(found.size());
  for (const auto& one : found) out.push_back(one.what);
  return out;
}

std::string common_prefix(found_span failures) {
  constexpr std::size_t few = 3;
  if (failures.size() < few) return "";
  const auto& first = failures.front().what->id;
  std::string prefix = first.group.string();
  for (const auto& one : failures) {
    const auto& group = one.what->id.group.string();
    const auto differs = std::mismatch(prefix.begin(), prefix.end(), group.begin(), group.end()).first;
    prefix.erase(differs, prefix.end());
  }
  const bool one_group = std::all_of(failures.begin(), failures.end(), [&](const auto& one) {
    return one.what->id.group == first.group && !one.what->id.name.empty();
  });
  if (one_group)
    prefix += first.separator.string();
  else
    prefix.resize(prefix.rfind('/') + 1);  // npos + 1 is 0
  return prefix.size() < worthwhile_prefix ? "" : prefix;
}

std::string prefix_remark(std::string_view prefix) {
  return prefix.empty() ? "" : "; names begin with \"" + std::string{prefix} + "\"";
}

namespace {

// For each failure of a page the index of the one before it that it is like; its own if there is none. Those that the
// text would repeat because only their places differ are alike too.
std::vector<std::size_t> likes_of(found_span wanted, const list_page& page, const failure_style& style) {
  std::vector<std::size_t> out;
  repetitions said;
  const source_lines none;
  const failure_style unplaced{none, style.latest};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    auto like = page.in_full ? i : said.first_like(*wanted[i].what, i);
    const bool has_own = wanted[i].suspects != nullptr && !worth_showing(*wanted[i].suspects).found.empty();
    if (has_own) like = i;
    if (like == i && !style.detail && !has_own) {
      auto anywhere = *wanted[i].what;
      anywhere.where = anywhere.raised_at = {};
      const auto lines = lines_of(view_of({&anywhere, {}, style.latest}, unplaced, max_bytes_alone));
      like = said.first_same(std::string{parsers::to_string(anywhere.kind)} + "\n" + plain(lines), i);
    }
    out.push_back(like == i ? i : out[like]);
  }
  return out;
}

std::string block_of(const failure_view& one, std::size_t number, std::size_t offset) {
  return std::to_string(number) + ". " + name_line(one) +
         (one.like ? " (like " + std::to_string(offset + *one.like + 1) + ")" : "") + "\n" + lines_of(one);
}

json::object member_of(const failure_view& one, const failure_list& list) {
  auto out = object_of(one, list.short_names, list.detail);
  if (one.like) out["like"] = list.offset + *one.like;
  return out;
}

}  // namespace

failure_list list_failures(found_span all, const list_page& page, const failure_style& style,
                           std::size_t bytes) {
  const auto wanted = page_of(all, page);
  const auto likes = likes_of(wanted, page, style);
  failure_list out{
      .shown = {}, .offset = page.offset, .prefix = std::string{style.prefix}, .detail = style.detail};
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (likes[i] != i) out.short_names = !style.detail && !style.prefix.empty();
  told_lines told;
  told_functions functions;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i > 0 && bytes < least_bytes_each + around) break;
    const auto share = share_of(bytes, wanted, i, page);
    auto one = likes[i] == i ? view_of(wanted[i], style, share)
                             : view_beside(wanted[i], out.shown[likes[i]], likes[i], style);
    if (!page.in_full && !style.detail)
      for (auto* text : {&one.message, &one.output}) *text = told.rest_of(*text, page.offset + i + 1);
    leave_out_told(one.suspects, functions);
    // Source lines that the failure just above displays are not repeated.
    one.repeats_place = i > 0 && places_of(*wanted[i].what) == places_of(*wanted[i - 1].what);
    const auto size = std::max(block_of(one, out.offset + i + 1, out.offset).size() + 1,
                               to_text(member_of(one, out)).size());
    bytes -= std::min(bytes, size);
    out.shown.push_back(std::move(one));
  }
  return out;
}

std::string text_of(const failure_list& list) {
  std::string out;
  for (std::size_t i = 0; i < list.shown.size(); ++i)
    out += block_of(list.shown[i], list.offset + i + 1, list.offset) + "\n";
  return out;
}

void add_failures(json::object& out, const failure_list& list, std::string_view member) {
  json::array objects;
  for (const auto& one : list.shown) objects.emplace_back(member_of(one, list));
  if (list.short_names) out["names_begin_with"] = list.prefix;
  out[member] = std::move(objects);
}

}  // namespace covey::protocol
