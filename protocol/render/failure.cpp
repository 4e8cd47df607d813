#include "protocol/render/failure.hpp"
#include "parsers/text/slices.hpp"
#include "protocol/visible.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

using parsers::difference;
using parsers::failure;

constexpr std::size_t name_bytes = 512;
constexpr std::size_t least_difference = 400;  // even if the message takes more than its share
constexpr std::size_t first_line_bytes = 160;
constexpr std::size_t shown_frames = 8;

// Indents every line by three spaces; empty lines stay empty.
void indent(std::string& out, std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end);
    if (!line.empty()) out.append("   ").append(line);
    out += '\n';
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

std::string_view worth_showing(const failure& from) {
  std::string_view output = from.output;
  while (!output.empty() && output.back() == '\n') output.remove_suffix(1);
  const bool message_says_it_all = from.kind == parsers::failure_kind::assertion && !from.message.empty();
  if (message_says_it_all || from.message.find(output) != std::string::npos) return {};
  return output;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
}

// "file:3: its source line", as far as known.
std::string place_with_source(const parsers::location& where, const source_lines& sources) {
  auto out = one_line(place_text(where));
  if (const auto source = sources.at(where); !source.empty()) out.append(": ").append(source);
  return out;
}

// The location's role, before its source line: "test ". An error outside tests has no role.
std::string role_of(const failure& from, const source_lines& sources) {
  if (from.kind == parsers::failure_kind::error || from.id.name.empty()) return "";
  const bool is_plain = from.role == parsers::place_role::test && sources.at(from.where).empty();
  return is_plain ? "" : std::string{to_string(from.role)} + " ";
}

void add_places(std::string& out, const failure& from, const source_lines& sources) {
  if (!from.where.file.empty()) indent(out, role_of(from, sources) + place_with_source(from.where, sources));
  if (!from.raised_at.file.empty()) indent(out, "raised at " + place_with_source(from.raised_at, sources));
}

bool is_a_place_of(const failure& from, const parsers::location& where) {
  return where == from.where || where == from.raised_at;
}

// The project's frames, if they say more than the failure's locations.
std::vector<std::string> stack_lines(const failure& from) {
  const auto& [own, others] = from.stack;
  std::vector<std::string> out;
  if (std::all_of(own.begin(), own.end(), [&](const auto& one) { return is_a_place_of(from, one.where); }))
    return out;
  for (const auto& frame : own) {
    auto line =
        one_line(frame.function.empty() ? "?" : frame.function) + " " + one_line(place_text(frame.where));
    if (frame.times > 1) line += " (" + std::to_string(frame.times) + " times)";
    if (out.size() < shown_frames) out.push_back(std::move(line));
  }
  const auto left_out = own.size() - out.size();
  if (left_out > 0) out.push_back("… " + std::to_string(left_out) + " more of the project");
  if (others > 0) out.push_back("… " + std::to_string(others) + " frames outside the project");
  return out;
}

void add_stack(std::string& out, const failure& from) {
  const auto lines = stack_lines(from);
  for (std::size_t i = 0; i < lines.size(); ++i) indent(out, (i == 0 ? "stack: " : "       ") + lines[i]);
}

// Cut at the last blank before the limit, if there is one near.
std::string clipped_at_word(std::string_view text, std::size_t limit) {
  constexpr std::size_t near = 60;
  if (text.size() <= limit) return std::string{text};
  const auto blank = text.substr(0, limit).find_last_of(" \n");
  return clipped(text, blank == std::string_view::npos || blank + near < limit ? limit : blank);
}

// The texts of a failure, each within its share of the bytes.
struct parts {
  std::string message;
  difference differs;
  std::string output;
};

parts parts_of(const failure& from, std::size_t bytes) {
  parts out;
  out.differs = parsers::difference_of(from, std::max(bytes / 2, least_difference));
  auto left = bytes - std::min(bytes, out.differs.text.size());
  const auto message = parsers::message_beside(from, out.differs);
  const auto output = worth_showing(from);
  const auto share = output.empty() ? left : std::max(left * 2 / 3, left - std::min(left, output.size()));
  out.message = clipped_at_word(message, std::max(share, first_line_bytes));
  left -= std::min(left, out.message.size());
  if (!output.empty()) out.output = clipped_at_word(output, left);
  return out;
}

std::string diff_title(const difference& differs) {
  return differs.legend.empty() ? "--- diff ---" : "--- diff: " + differs.legend + " ---";
}

// The first line that the other text has not at this place; empty if there is none.
std::string_view first_line_beside(std::string_view text, std::string_view other) {
  std::string_view line, its;
  while (parsers::next_line(text, line))
    if (!parsers::next_line(other, its) || line != its) return line;
  return {};
}

std::string shown_name(const failure& from, const failure_style& style) {
  auto name = parsers::full_name(from.id);
  if (!style.detail && name.starts_with(style.prefix)) name.erase(0, style.prefix.size());
  return clipped(name, name_bytes);
}

// The failure's name and location.
json::object named_object(const failure& from, const failure_style& style) {
  const bool detail = style.detail;
  json::object out{{"name", shown_name(from, style)}};
  if (detail) out["group"] = clipped(from.id.group.string(), name_bytes);
  if (detail && !from.id.name.empty()) out["test"] = clipped(from.id.name, name_bytes);
  if (detail || from.kind != parsers::failure_kind::assertion) out["kind"] = parsers::to_string(from.kind);
  if (!from.where.file.empty()) out["file"] = clipped(from.where.file.string(), name_bytes);
  if (from.where.line > 0) out["line"] = from.where.line;
  return out;
}

// What a failure that is like an example does not share with it.
json::object named_object_beside(const failure& from, const failure& example, const failure_style& style) {
  if (style.detail) return named_object(from, style);
  json::object out{{"name", shown_name(from, style)}};
  if (from.kind != parsers::failure_kind::assertion) out["kind"] = parsers::to_string(from.kind);
  if (from.role != example.role) out["role"] = to_string(from.role);
  if (from.where == example.where) return out;
  if (from.where.file != example.where.file) out["file"] = clipped(from.where.file.string(), name_bytes);
  out["line"] = from.where.line;
  const auto source = style.sources.at(from.where);
  if (source != style.sources.at(example.where)) out["source"] = source;
  return out;
}

// Values verbatim if they are short, and the difference if that says more. Unless in detail, what the message or
// the difference says is not said twice.
void add_values(json::object& out, const failure& from, const difference& differs, bool detail) {
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

bool is_from_earlier(const found_failure& from, const failure_style& style) {
  return from.run_id != style.latest;
}

}  // namespace

std::string place_text(const parsers::location& where) {
  return where.line == 0 ? where.file.string() : where.file + ":" + std::to_string(where.line);
}

std::string failure_lines(const failure& from, const failure_style& style, std::size_t bytes) {
  std::string out;
  add_places(out, from, style.sources);
  const auto others = from.also_failed.empty() ? std::string{}
                                               : "also failed for this reason: " +
                                                     clipped(one_line(joined(from.also_failed)), bytes / 4);
  const auto said = parts_of(from, bytes - std::min(bytes, out.size() + others.size()));
  indent(out, said.message);
  if (!said.differs.text.empty()) {
    indent(out, diff_title(said.differs));
    indent(out, said.differs.text);
  }
  indent(out, others);
  add_stack(out, from);
  if (!said.output.empty()) {
    indent(out, "--- output ---");
    indent(out, said.output);
  }
  return out;
}

std::string failure_lines_beside(const failure& from, const failure& example, const failure_style& style) {
  std::string out;
  if (from.where != example.where) add_places(out, from, style.sources);
  indent(out, clipped(first_line_beside(from.message, example.message), first_line_bytes));
  if (!parsers::is_shown_by_lines(from)) indent(out, parsers::difference_of(from, 0).text);
  return out;
}

std::string name_line(const found_failure& from, const failure_style& style) {
  auto name = parsers::full_name(from.what->id);
  if (name.starts_with(style.prefix)) name.erase(0, style.prefix.size());
  auto out = one_line(clipped(name, name_bytes));
  if (is_from_earlier(from, style))
    out.append(" (")
        .append(from.language)
        .append(", run " + std::to_string(from.run_id) + ", not rerun since)");
  if (from.is_new) out += " (new)";
  return from.is_stale ? out + " (its file has changed since)" : out;
}

json::object failure_object(const found_failure& found, const failure_style& style, std::size_t bytes) {
  const auto& from = *found.what;
  auto out = named_object(from, style);
  if (from.role != parsers::place_role::test) out["role"] = to_string(from.role);
  if (const auto source = style.sources.at(from.where); !source.empty()) out["source"] = source;
  if (!from.raised_at.file.empty()) out["raised_at"] = clipped(place_text(from.raised_at), name_bytes);
  if (const auto source = style.sources.at(from.raised_at); !source.empty()) out["raised_source"] = source;
  const auto said = parts_of(from, bytes);
  out["message"] = said.message;
  add_values(out, from, said.differs, style.detail);
  text_budget budget{std::max(bytes / 4, std::size_t{1})};
  if (!from.also_failed.empty()) out["also_failed"] = bounded_list(from.also_failed, budget);
  if (const auto stack = stack_lines(from); !stack.empty())
    out["stack"] = json::array(stack.begin(), stack.end());
  if (!said.output.empty()) out["output"] = said.output;
  if (is_from_earlier(found, style)) out["found_in_run"] = found.run_id;
  if (found.is_new) out["new"] = true;
  if (found.is_stale) out["stale"] = true;
  return out;
}

json::object failure_object_beside(const found_failure& found, const failure& example,
                                   const failure_style& style) {
  const auto& from = *found.what;
  auto out = named_object_beside(from, example, style);
  // Empty: unlike the example it was raised nowhere else.
  const bool is_shared = from.raised_at == example.raised_at;
  if (style.detail ? !from.raised_at.file.empty() : !is_shared)
    out["raised_at"] = clipped(place_text(from.raised_at), name_bytes);
  const auto source = style.sources.at(from.raised_at);
  if (!style.detail && source != style.sources.at(example.raised_at)) out["raised_source"] = source;
  if (const auto line = first_line_beside(from.message, example.message); !line.empty())
    out["message"] = clipped(line, first_line_bytes);
  const bool same_values = from.expected == example.expected && from.actual == example.actual;
  if (!parsers::is_shown_by_lines(from) && (style.detail || !same_values))
    add_values(out, from, style.detail ? difference{} : parsers::difference_of(from, 0), style.detail);
  if (is_from_earlier(found, style)) out["found_in_run"] = found.run_id;
  if (found.is_new) out["new"] = true;
  if (found.is_stale) out["stale"] = true;
  return out;
}

json::array bounded_list(const std::vector<std::string>& texts, text_budget& budget) {
  json::array out;
  for (const auto& text : texts) {
    if (budget.left() == 0) {
      out.emplace_back("… [" + std::to_string(texts.size() - out.size()) + " more]");
      break;
    }
    out.emplace_back(budget.take(text));
  }
  return out;
}

}  // namespace covey::protocol
