// One failure: its view, as lines, and as an object.
#include "protocol/render/failures/views.hpp"
#include "parsers/text/slices.hpp"
#include "protocol/text.hpp"
#include <boost/algorithm/string/join.hpp>
#include <algorithm>
#include <cstdint>
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
  const bool is_name = what.id.name.empty() && what.where.line == 0 && what.where.file == what.id.group && source.empty();
  if (!what.where.file.empty() && !is_name) indent(out, role_of(what, source) + place_with_source(what.where, source));
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
  if (from.of.is_new) out += " (new)";
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

using parsers::failure;

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

}  // namespace covey::protocol
