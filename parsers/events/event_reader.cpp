#include "parsers/events/event_reader.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <limits>

namespace covey::parsers {
namespace {

// In the order in which reporters mostly write them.
constexpr json_name of_event[] = {"e",      "group",   "name",     "key",    "outcome",    "ms",    "file",
                                  "line",   "failure", "failures", "output", "selections", "count", "text",
                                  "runner", "version", "groups",   "to_run", "replaces"};
constexpr json_name of_failure[] = {"kind",        "message",     "file",   "line",  "raised_file",
                                    "raised_line", "expected",    "actual", "left",  "right",
                                    "diff",        "also_failed", "role",   "stack", "others"};
constexpr json_name of_frame[] = {"function", "file", "line", "test"};

constexpr std::size_t max_name = 4 * 1024;
constexpr std::size_t max_selections = 100;  // that one test can belong to
constexpr std::size_t max_names = 500;       // of groups that one failure kept from running
constexpr std::size_t max_frames = 10'000;   // that are read: a recursion may have as many
constexpr std::size_t max_failures = 50;     // of one test; a loop may fail a thousand times

// Anything but a string reads as empty. `decoded` is written only if there are escapes.
std::string_view text_of(const json_value& value, std::string& decoded) {
  if (value.kind != json_kind::string) return {};
  if (!value.escaped) return value.raw;
  return decoded = json_text(value);
}

std::string bounded(const json_value& value, std::size_t limit) {
  std::string decoded;
  const auto text = text_of(value, decoded);
  return text.empty() ? std::string{} : bounded_text(text, limit);
}

// Rounded; 0 if it is below zero, or not a number.
std::uint64_t number_of(const json_value& value) {
  if (value.kind != json_kind::number) return 0;
  std::uint64_t whole = 0;
  if (read_number(value.raw, whole)) return whole;
  constexpr double max = 1e15;
  const auto number = json_number(value);
  return number > 0 && number < max ? static_cast<std::uint64_t>(std::llround(number)) : 0;
}

// `otherwise` if it is none of these.
template <class Value>
Value one_of(const json_value& named, std::initializer_list<Value> values, Value otherwise) {
  std::string decoded;
  const auto name = text_of(named, decoded);
  for (const auto value : values)
    if (to_string(value) == name) return value;
  return otherwise;
}

std::optional<outcome> replaced_of(const json_value& value) {
  if (value.kind != json_kind::string) return std::nullopt;
  return one_of(value, {outcome::passed, outcome::skipped}, outcome::failed);
}

std::optional<event_type> type_of(const json_value& named) {
  constexpr std::string_view names[] = {"begin",    "report",  "pause",      "wait",      "start",
                                        "total",    "group",   "known",      "done",      "failing",
                                        "problem",  "missing", "deselected", "threshold", "affected",
                                        "warnings", "note",    "cut",        "end"};
  static_assert(std::size(names) == static_cast<std::size_t>(event_type::end) + 1);
  std::string decoded;
  const auto found = std::find(std::begin(names), std::end(names), text_of(named, decoded));
  if (found == std::end(names)) return std::nullopt;
  return static_cast<event_type>(found - std::begin(names));
}

void read_selections(const json_value& value, std::vector<std::uint32_t>& into) {
  if (value.kind != json_kind::array) return;
  json_array all{value.raw};
  while (all.next() && into.size() < max_selections) {
    const auto& one = all.value();
    std::uint32_t selection = 0;
    if (one.kind == json_kind::number && read_number(one.raw, selection)) into.push_back(selection);
  }
}

std::vector<std::string> names_of(const json_value& value) {
  std::vector<std::string> out;
  if (value.kind != json_kind::array) return out;
  std::string made;
  json_array all{value.raw};
  while (all.next() && out.size() < max_names)
    if (all.value().kind == json_kind::string) out.emplace_back(event_name(all.value(), made));
  return out;
}

std::optional<std::string> value_of(const json_value& value) {
  if (value.kind != json_kind::string) return std::nullopt;
  std::string decoded;
  return std::string{text_of(value, decoded)};
}

std::string runner_of(const json_value& runner, const json_value& version) {
  std::string name, number;
  std::string text{text_of(runner, name)};
  return bounded_text(text.append(" ").append(text_of(version, number)), max_name);
}

}  // namespace

std::string_view event_name(const json_value& value, std::string& made) {
  const auto text = text_of(value, made);
  if (text.size() <= max_name) return is_printable_ascii(text) ? text : made = plain_text(text);
  return made = plain_text(text.substr(0, max_name)) + "…";
}

location event_reader::place_of(const json_value& file, const json_value& line) {
  if (file.kind != json_kind::string || file.raw.empty()) return {};
  const auto relative = [&](std::string_view) {
    std::string decoded;
    const auto path = normal_path(repair_utf8(text_of(file, decoded).substr(0, max_name)));
    return path_below(root_, path).value_or(path);
  };
  constexpr std::uint64_t max = std::numeric_limits<std::uint32_t>::max();
  return {files_.of(file.raw, relative), static_cast<std::uint32_t>(std::min(number_of(line), max))};
}

failure_stack event_reader::stack_of(const json_value& frames, const json_value& others) {
  failure_stack out;
  out.others = static_cast<std::uint32_t>(std::min<std::uint64_t>(number_of(others), max_frames));
  if (frames.kind != json_kind::array) return out;
  json_array all{frames.raw};
  for (std::size_t count = 0; count < max_frames && all.next(); ++count) {
    if (all.value().kind != json_kind::object) continue;
    json_record<of_frame> from;
    from.read(all.value().raw);
    std::string made;
    std::string function{event_name(from["function"], made)};
    out.add(std::move(function), place_of(from["file"], from["line"]), from["test"].raw == "true");
  }
  return out;
}

failure event_reader::failure_of(const json_value& object) {
  using enum failure_kind;
  json_record<of_failure> from;
  from.read(object.raw);
  failure out;
  out.kind = one_of(from["kind"], {assertion, panic, crash, timeout}, error);
  out.where = place_of(from["file"], from["line"]);
  out.message = bounded(from["message"], max_failure_message);
  out.raised_at = place_of(from["raised_file"], from["raised_line"]);
  if (out.raised_at == out.where) out.raised_at = {};
  if (from["left"].kind == json_kind::string || from["right"].kind == json_kind::string) {
    out.values = value_names::left_right;
    keep_values(out, value_of(from["left"]), value_of(from["right"]));
  } else {
    keep_values(out, value_of(from["actual"]), value_of(from["expected"]));
  }
  out.diff = bounded(from["diff"], max_failure_output);
  out.also_failed = names_of(from["also_failed"]);
  out.role = one_of(from["role"], {place_role::helper, place_role::doc_block}, place_role::test);
  out.stack = stack_of(from["stack"], from["others"]);
  return out;
}

void event_reader::read_failures(const json_value& one, const json_value& several,
                                 std::vector<failure>& into) {
  if (one.kind == json_kind::object) into.push_back(failure_of(one));
  if (several.kind != json_kind::array) return;
  json_array all{several.raw};
  while (into.size() < max_failures && all.next())
    if (all.value().kind == json_kind::object) into.push_back(failure_of(all.value()));
}

shared_text event_reader::group_of(const json_value& value) {
  if (value.kind != json_kind::string) return {};
  std::string made;
  return groups_.of(value.raw, [&](auto) { return std::string{event_name(value, made)}; });
}

bool event_reader::read(std::string_view line, reporter_event& into) {
  json_record<of_event> from;
  if (!from.read(line)) {
    if (is_utf8(line)) return false;
    repaired_ = repair_utf8(line);
    if (!from.read(repaired_)) return false;
  }
  const auto type = type_of(from["e"]);
  if (!type) return false;
  into.type = *type;
  into.group = group_of(from["group"]);
  into.name = event_name(from["name"], name_);
  into.key = text_of(from["key"], key_);
  into.place = place_of(from["file"], from["line"]);
  into.result = one_of(from["outcome"], {outcome::passed, outcome::skipped}, outcome::failed);
  into.replaces = replaced_of(from["replaces"]);
  into.duration = std::chrono::milliseconds{number_of(from["ms"])};
  into.count = number_of(from["count"]);
  into.to_run = number_of(from["to_run"]);
  into.groups = number_of(from["groups"]);
  into.selections.clear();
  read_selections(from["selections"], into.selections);
  into.failures.clear();
  read_failures(from["failure"], from["failures"], into.failures);
  into.output = bounded(from["output"], max_failure_output);
  into.text = *type == event_type::start ? runner_of(from["runner"], from["version"])
                                         : bounded(from["text"], max_failure_message);
  return true;
}

}  // namespace covey::parsers
