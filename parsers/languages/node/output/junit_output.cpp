#include "parsers/languages/node/output/junit_output.hpp"
#include "parsers/events/event_reader.hpp"
#include "parsers/languages/node/output/error_text.hpp"
#include "parsers/text/streams.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include "parsers/text/slices.hpp"
#include <boost/algorithm/string/finder.hpp>
#include <boost/algorithm/string/iter_find.hpp>
#include <boost/json.hpp>
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace covey::parsers::languages::node {
namespace {

constexpr std::string_view separator = " > ";

std::vector<std::string_view> split_titles(std::string_view name) {
  std::vector<std::string_view> out;
  boost::algorithm::iter_split(out, name, boost::algorithm::first_finder(separator));
  return out;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::string_view line; next_line(text, line);) out.push_back(line);
  return out;
}

std::optional<std::string> value_after(std::string_view line, std::string_view label) {
  if (!line.starts_with(label)) return std::nullopt;
  return std::string{trimmed(line.substr(label.size()))};
}

// bun: "Expected: 2" and "Received: 3", or a diff with its legend below it.
void read_bun(const std::vector<std::string_view>& lines, compared_values& out) {
  std::string diff;
  bool legend = false;
  for (const auto line : lines) {
    if (auto expected = value_after(line, "Expected: ")) out.expected = std::move(expected);
    if (auto actual = value_after(line, "Received: ")) out.actual = std::move(actual);
    legend = legend || line.starts_with("- Expected ");
    if (legend || line.empty()) continue;
    // The sign is followed by a blank.
    diff += line.front() + std::string{line.substr(std::min<std::size_t>(2, line.size()))} + "\n";
  }
  if (legend) out.diff = trimmed(diff);
}

// deno: "[Diff] Actual / Expected", `-` actual, `+` expected.
void read_deno(const std::vector<std::string_view>& lines, compared_values& out) {
  std::vector<std::string> expected;
  std::vector<std::string> actual;
  for (const auto line : lines) {
    if (line.empty()) continue;
    const char sign = line.front() == '-' ? '+' : line.front() == '+' ? '-' : ' ';
    out.diff += sign + std::string{line.substr(1)} + "\n";
    if (sign == ' ') continue;
    (sign == '-' ? expected : actual).emplace_back(trimmed(line.substr(1)));
  }
  if (!out.diff.empty()) out.diff.pop_back();
  if (expected.size() != 1 || actual.size() != 1) return;
  out.expected = expected.front();
  out.actual = actual.front();
}

namespace json = boost::json;

constexpr std::string_view bun_hook = "(unnamed)";
constexpr std::size_t max_line = std::size_t{4} * 1024 * 1024;
constexpr std::size_t max_said = std::size_t{256} * 1024;
constexpr std::size_t max_document = std::size_t{64} * 1024 * 1024;

// What a reporter in the tests' process has reported about one test.
struct observed_test {
  bool begun = false;
  bool ended = false;
  bool reported = false;
  bool has_to_fail = false;
  outcome result = outcome::passed;
  std::string group;
  std::string name;
};

class junit_output final : public output_parser {
 public:
  explicit junit_output(junit_output_options options)
      : options_(std::move(options)),
        inner_(make_event_output(options_.events)),
        reader_(options_.events.root) {
    for (const auto& wanted : options_.events.wanted) wanted_.insert(wanted.key);
  }

  void feed(stream from, std::string_view bytes) override {
    if (from == stream::out) out_.append(bytes);
    if (from == stream::err) err_.append(bytes);
    if (from != stream::events) return inner_->feed(from, bytes);
    lines_.feed(bytes, [this](auto line, bool cut) { on_line(line, cut); });
  }

  progress now() const override { return inner_->now(); }
  failures_so_far failures_since(std::size_t from, std::size_t max) const override {
    return inner_->failures_since(from, max);
  }

  run_results finish(const run_ending& ending) override {
    lines_.finish([this](auto line, bool cut) { on_line(line, cut); });
    if (in_document_) on_document();
    report_lost();
    const bool clean = ending.kind == run_ending::kind_type::exited && ending.value == 0;
    if (options_.unloaded && !clean) report_unloaded();
    return inner_->finish(ending);
  }

 private:
  void on_line(std::string_view line, bool cut);
  void on_document();
  void on_case(const titled_case& titled);
  void on_hook(const junit_case& one, const std::string& group, const std::string& block);
  void observe(std::string_view line);
  void report_lost();
  void report_unloaded();
  bool is_selected(const test_record& test) const;
  json::object failure_of(const junit_problem& why, location where, bool prevented) const;

  void send(const json::object& event) { inner_->feed(stream::events, json::serialize(event) + "\n"); }

  // The file's path relative to the workspace.
  std::string group_of(std::string_view file) const {
    const auto path = normal_path((file.starts_with('/') ? "" : options_.folder + "/").append(file));
    return path_below(options_.events.root, path).value_or(path);
  }

  junit_output_options options_;
  std::unique_ptr<output_parser> inner_;
  event_reader reader_;
  line_splitter lines_{max_line};
  std::string document_;
  bool in_document_ = false;
  std::map<std::string, observed_test> observed_;  // by key
  std::set<std::string> wanted_;                   // keys
  std::set<std::string> groups_;                   // the groups in the report
  std::set<std::string> hooked_;                   // those in which a hook threw
  head_tail out_{max_said};
  head_tail err_{max_said};
};

void junit_output::on_line(std::string_view line, bool cut) {
  if (line.starts_with("<?xml")) in_document_ = true;
  if (!in_document_) {
    observe(line);
    return;
  }
  if (!cut && document_.size() + line.size() < max_document) document_.append(line).push_back('\n');
  if (line.starts_with("</testsuites>")) on_document();
}

void junit_output::observe(std::string_view line) {
  reporter_event event;
  if (!reader_.read(line, event)) return;
  if (event.type == event_type::begin || event.type == event_type::pause) {
    auto& test = observed_[std::string{event.key}];
    test.group = event.group;
    test.name = event.name;
    test.begun = test.begun || event.type == event_type::begin;
    if (!test.begun && event.result == outcome::skipped) test.has_to_fail = true;
    if (event.type == event_type::pause && test.begun) {
      test.ended = true;
      test.result = event.result;
    }
  }
  inner_->feed(stream::events, std::string{line} + "\n");
}

void junit_output::on_document() {
  const auto report = read_junit(repair_utf8(document_));
  document_.clear();
  in_document_ = false;
  for (const auto& one : report.cases) on_case(titled(report, one));
  for (const auto& group : hooked_) {
    const auto left = std::ranges::count_if(observed_, [&](const auto& known) {
      return known.second.group == group && !known.second.begun && !known.second.reported;
    });
    send({{"e", "done"}, {"group", group}, {"count", left}});
  }
  if (report.complete) send({{"e", "end"}});
}

// The main problem of a failed case; empty if the report has none.
const junit_problem& problem_of(const junit_case& one) {
  static const junit_problem none;
  const auto* found = main_problem(one);
  return found != nullptr ? *found : none;
}

// A parent that failed only because of a step says so and no more.
bool is_symptom(const junit_problem& why) {
  return why.message.find(" test step failed") != std::string::npos ||
         why.message.find(" test steps failed") != std::string::npos;
}

// What a hook of a file or of a block throws bun tells as a test without a title and a place. A rerun runs the file.
void junit_output::on_hook(const junit_case& one, const std::string& group, const std::string& block) {
  send({{"e", "problem"},
        {"group", group},
        {"name", block + "beforeAll or afterAll"},
        {"key", json::serialize(json::array{json::value(group)})},
        {"failure", failure_of(problem_of(one), {group, 0}, true)}});
  hooked_.insert(group);
}

void junit_output::on_case(const titled_case& titled) {
  const auto& one = *titled.is;
  const auto group = group_of(titled.file);
  groups_.insert(group);
  json::array path{json::value(group)};
  std::string name;
  for (const auto& title : titled.titles) {
    path.emplace_back(title);
    if (!name.empty()) name += options_.events.separator;
    name += title.empty() ? "(no title)" : title;
  }
  if (one.line == 0 && one.result == outcome::failed && name.ends_with(bun_hook))
    return on_hook(one, group, name.substr(0, name.size() - bun_hook.size()));
  const auto key = json::serialize(path);
  auto& observed = observed_[key];
  observed.reported = true;
  if (one.result == outcome::failed && is_symptom(problem_of(one))) return;
  if (one.result == outcome::skipped && !wanted_.empty() && wanted_.count(key) == 0 &&
      !is_selected({.id = {.group = group, .name = plain_text(name), .separator = options_.events.separator},
                    .result = one.result,
                    .duration = {},
                    .defined = {.file = group, .line = one.line}}))
    return;
  const bool as_expected = observed.has_to_fail && one.result == outcome::passed;
  json::object event{{"e", "report"},
                     {"group", group},
                     {"name", name},
                     {"key", key},
                     {"outcome", to_string(as_expected ? outcome::skipped : one.result)},
                     {"file", group},
                     {"line", one.line},
                     {"ms", one.duration.count()}};
  const bool prevented = !observed.name.empty() && !observed.begun;
  if (one.result == outcome::failed)
    event["failures"] = json::array{failure_of(problem_of(one), {group, one.line}, prevented)};
  send(event);
}

bool junit_output::is_selected(const test_record& test) const {
  return std::ranges::any_of(options_.selected, [&](const auto& selector) { return selector.matches(test); });
}

failure_kind kind_of(const junit_problem& why, bool prevented) {
  if (prevented) return failure_kind::error;
  if (why.message.find("timed out after") != std::string::npos) return failure_kind::timeout;
  // Deno prevents a test from ending its process, and fails the test.
  if (why.message.find("Test case attempted to exit with exit code") != std::string::npos)
    return failure_kind::crash;
  const bool assertion = why.type.ends_with("AssertionError") || why.text.starts_with("AssertionError") ||
                         why.message.starts_with("Uncaught AssertionError");
  return assertion ? failure_kind::assertion : failure_kind::panic;
}

json::object junit_output::failure_of(const junit_problem& why, location where, bool prevented) const {
  const auto kind = kind_of(why, prevented);
  auto said =
      read_comparison(why.message.empty() ? why.text.substr(0, why.text.find("\n    at ")) : why.message);
  const auto places = stack_places(why.text, options_.folder);
  const auto is_own = [&](const location& place) { return own_file(place.file, options_.events.root); };
  const auto at =
      std::ranges::find_if(places, [&](const auto& place) { return is_own(place) == where.file; });
  if (at != places.end()) where.line = at->line;
  const auto raised =
      std::ranges::find_if(places, [&](const auto& place) { return is_own(place).has_value(); });
  json::object out{{"kind", to_string(kind)}, {"message", said.message}, {"file", where.file.string()}};
  if (where.line > 0) out["line"] = where.line;
  if (raised != places.end()) {
    out["raised_file"] = raised->file.string();
    out["raised_line"] = raised->line;
  }
  if (said.expected) out["expected"] = *said.expected;
  if (said.actual) out["actual"] = *said.actual;
  if (!said.diff.empty()) out["diff"] = said.diff;
  return out;
}

// The runner ended before it wrote its report: reports the tests that had ended until then.
void junit_output::report_lost() {
  for (const auto& [key, test] : observed_) {
    if (test.reported || !test.ended) continue;
    json::object event{{"e", "report"},
                       {"group", test.group},
                       {"name", test.name},
                       {"key", key},
                       {"outcome", to_string(test.result)}};
    if (test.result == outcome::failed)
      event["failures"] = json::array{json::object{{"kind", "panic"},
                                                   {"message", "failed; the runner ended before it said why"},
                                                   {"file", test.group}}};
    send(event);
  }
}

void junit_output::report_unloaded() {
  const auto out = out_.text();
  const auto err = err_.text();
  for (const auto& why : options_.unloaded({out, err})) {
    if (groups_.count(why.id.group) > 0) continue;
    json::object failure{
        {"kind", to_string(why.kind)}, {"message", why.message}, {"file", why.where.file.string()}};
    if (why.where.line > 0) failure["line"] = why.where.line;
    send({{"e", "problem"},
          {"group", why.id.group.string()},
          {"key", json::serialize(json::array{json::value(why.id.group.string())})},
          {"failure", std::move(failure)}});
  }
}

}  // namespace

titled_case titled(const junit_report& report, const junit_case& one) {
  if (one.file.empty()) return {.is = &one, .file = one.classname, .titles = split_titles(one.name)};
  titled_case out{.is = &one, .file = one.file, .titles = {one.name}};
  for (auto at = one.suite; at != junit_suite::none && report.suites[at].parent != junit_suite::none;
       at = report.suites[at].parent)
    out.titles.push_back(report.suites[at].name);
  std::ranges::reverse(out.titles);
  return out;
}

compared_values read_comparison(std::string_view message) {
  compared_values out;
  auto text = trimmed(message);
  if (text.starts_with("Uncaught ")) text.remove_prefix(9);
  const auto lines = lines_of(text);
  const auto gap = std::ranges::find(lines, std::string_view{});
  const std::vector<std::string_view> rest{gap, lines.end()};
  const auto header = std::ranges::find_if(
      rest, [](auto line) { return trimmed(line).starts_with("[Diff] Actual / Expected"); });
  if (header != rest.end())
    read_deno({header + 1, rest.end()}, out);
  else
    read_bun(rest, out);
  const bool apart = out.expected || out.actual || !out.diff.empty();
  out.message = apart ? std::string{text.substr(0, text.find("\n\n"))} : std::string{text};
  for (const std::string_view name : {"AssertionError: ", "Error: "})
    if (out.message.starts_with(name)) out.message.erase(0, name.size());
  return out;
}

std::unique_ptr<output_parser> make_junit_output(junit_output_options options) {
  return std::make_unique<junit_output>(std::move(options));
}

}  // namespace covey::parsers::languages::node
