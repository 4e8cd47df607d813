// A failure as an object.
#include "protocol/render/failure_view.hpp"
#include "protocol/render/suspects.hpp"
#include "protocol/text.hpp"

namespace covey::protocol {
namespace {

using parsers::failure;

constexpr std::size_t name_bytes = 512;

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
