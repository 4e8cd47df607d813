#include "parsers/languages/rust/output/event.hpp"
#include "parsers/text/streams.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

namespace json = boost::json;

constexpr std::size_t max_text = 20'000;
constexpr std::size_t max_value = 200'000;  // two values may differ anywhere, even near the end

std::string bounded(std::string_view text, std::size_t max = max_text) {
  head_tail kept{max};
  kept.append(text);
  return repair_utf8(kept.text());
}

std::string line_of(const json::object& event) {
  return json::serialize(event) + "\n";
}

void put(json::object& into, std::string_view name, std::string_view text) {
  if (!text.empty()) into[name] = bounded(text);
}

void put_place(json::object& into, const location& place, std::string_view file = "file",
               std::string_view line = "line") {
  if (place.file.empty()) return;
  into[file] = repair_utf8(place.file);
  if (place.line > 0) into[line] = place.line;
}

json::array written(const std::vector<stack_frame>& frames) {
  json::array out;
  for (const auto& frame : frames) {
    json::object made{{"function", repair_utf8(frame.function)}};
    put_place(made, frame.where);
    if (frame.of_test) made["test"] = true;
    for (std::uint32_t i = 0; i < frame.times; ++i) out.push_back(made);
  }
  return out;
}

json::object written(const failure& why) {
  json::object out{{"kind", to_string(why.kind)}};
  if (why.role != place_role::test) out["role"] = to_string(why.role);
  if (!why.stack.own.empty()) {
    out["stack"] = written(why.stack.own);
    out["others"] = why.stack.others;
  }
  put(out, "message", why.message);
  put_place(out, why.where);
  put_place(out, why.raised_at, "raised_file", "raised_line");
  const bool sides = why.values == value_names::left_right;
  if (why.actual) out[sides ? "left" : "actual"] = bounded(*why.actual, max_value);
  if (why.expected) out[sides ? "right" : "expected"] = bounded(*why.expected, max_value);
  put(out, "diff", why.diff);
  if (!why.also_failed.empty()) {
    json::array others;
    for (const auto& group : why.also_failed) others.emplace_back(repair_utf8(group));
    out["also_failed"] = std::move(others);
  }
  return out;
}

json::object of_test(std::string_view event, std::string_view group, std::string_view name) {
  json::object out{{"e", event}, {"group", repair_utf8(group)}};
  if (!name.empty()) out["name"] = repair_utf8(name);
  return out;
}

}  // namespace

std::string start_event(std::string_view version) {
  return line_of({{"e", "start"}, {"runner", "cargo test"}, {"version", repair_utf8(version)}});
}

std::string total_event(std::uint64_t count) {
  return line_of({{"e", "total"}, {"count", count}});
}

std::string group_event(std::string_view group) {
  return line_of(of_test("group", group, {}));
}

std::string known_event(std::string_view group, std::uint64_t count) {
  auto out = of_test("known", group, {});
  if (count > 0) out["count"] = count;
  return line_of(out);
}

std::string deselected_event(std::uint64_t count, std::string_view by) {
  return line_of({{"e", "deselected"}, {"count", count}, {"text", repair_utf8(by)}});
}

std::string done_event(std::string_view group, std::uint64_t not_run) {
  auto out = of_test("done", group, {});
  if (not_run > 0) out["count"] = not_run;
  return line_of(out);
}

std::string begin_event(std::string_view group, std::string_view name, const location& defined) {
  auto out = of_test("begin", group, name);
  put_place(out, defined);
  return line_of(out);
}

std::string pause_event(std::string_view group, std::string_view name) {
  return line_of(of_test("pause", group, name));
}

std::string failing_event(std::string_view group, std::string_view name, const failure& why) {
  auto out = of_test("failing", group, name);
  out["failure"] = written(why);
  return line_of(out);
}

std::string report_event(const test_report& report) {
  auto out = of_test("report", report.group, report.name);
  out["outcome"] = to_string(report.result);
  if (report.replaces) out["replaces"] = to_string(*report.replaces);
  if (report.ms >= 0) out["ms"] = report.ms;
  if (!report.failures.empty()) {
    json::array failures;
    for (const auto& why : report.failures) failures.push_back(written(why));
    out["failures"] = std::move(failures);
  }
  put(out, "output", report.output);
  return line_of(out);
}

std::string problem_event(std::string_view group, std::string_view name, const failure& why,
                          std::string_view output) {
  auto out = of_test("problem", group, name);
  out["failure"] = written(why);
  put(out, "output", output);
  return line_of(out);
}

std::string note_event(std::string_view text) {
  return line_of({{"e", "note"}, {"text", bounded(text)}});
}

std::string note_event(std::string_view group, std::string_view text) {
  return line_of({{"e", "note"}, {"group", bounded(group)}, {"text", bounded(text)}});
}

std::string end_event() {
  return line_of({{"e", "end"}});
}

}  // namespace covey::parsers::languages::rust
