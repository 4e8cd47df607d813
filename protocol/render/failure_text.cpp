// A failure as lines.
#include "parsers/text/slices.hpp"
#include "protocol/render/failure_view.hpp"
#include "protocol/render/suspects.hpp"
#include "protocol/visible.hpp"
#include <cstdint>

namespace covey::protocol {
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

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const auto& text : texts) out += (out.empty() ? "" : ", ") + text;
  return out;
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
    indent(out, "also failed for this reason: " + one_line(joined(from.also_failed)));
  add_stack(out, from);
  if (!from.output.empty()) {
    indent(out, "--- output ---");
    indent(out, from.output);
  }
  return out + lines_of(from.suspects);
}

}  // namespace covey::protocol
