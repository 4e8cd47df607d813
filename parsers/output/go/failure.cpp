#include "parsers/output/go/failure.hpp"
#include "parsers/output/failure_text.hpp"
#include "parsers/output/go/comparison.hpp"
#include "parsers/output/go/text.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers {

namespace {

bool is_vendored(std::string_view file) {
  return file.starts_with("vendor/") || file.find("/vendor/") != std::string_view::npos;
}

// Where a stack frame's file lies in the workspace: the project's own code, not Go's or a dependency's.
std::optional<location> own_place(const go_packages& packages, const test_id& id, const stack_frame& frame) {
  const auto file = packages.resolve(id.group, frame.file);
  const bool found = file != frame.file && !file.starts_with('/') && !is_vendored(file);
  return found ? std::optional<location>{{file, frame.line}} : std::nullopt;
}

std::optional<location> own_place(const go_packages& packages, const test_id& id,
                                  const goroutine_stack& stack) {
  for (const auto& frame : stack.frames) {
    if (is_test_runner(frame.function)) return std::nullopt;
    if (auto place = own_place(packages, id, frame)) return place;
  }
  return std::nullopt;
}

// The testing package's own lines, such as "testing.go:1465: race detected during execution of test".
bool is_testing_source(std::string_view file) {
  return file == "testing.go" || file.ends_with("/testing/testing.go");
}

const logged_message* last_of_the_test(const std::vector<logged_message>& messages) {
  const auto it = std::find_if(messages.rbegin(), messages.rend(),
                               [](const auto& message) { return !is_testing_source(message.where.file); });
  if (it != messages.rend()) return &*it;
  return messages.empty() ? nullptr : &messages.back();
}

// The innermost frame in the workspace of the accesses that the race detector reports:
// "      /w/a.go:8 +0x7b".
std::optional<location> race_place(const go_packages& packages, const test_id& id, std::string_view printed) {
  const auto report = printed.find("WARNING: DATA RACE\n");
  if (report == std::string_view::npos) return std::nullopt;
  printed.remove_prefix(report);
  std::string_view line;
  while (next_line(printed, line)) {
    line = trimmed(line);
    if (!line.starts_with('/')) continue;
    const auto position = compiler_position(line.substr(0, line.rfind(" +0x")));
    if (!position) continue;
    if (auto place = own_place(packages, id, {{}, position->where.file, position->where.line})) return place;
  }
  return std::nullopt;
}

// Ginkgo runs all its specs in one test and prints the place of each failure by itself:
// "In [It] at: /w/a_test.go:19 @ 11/21/26 20:52:48.976". The first one.
std::optional<location> spec_place(const go_packages& packages, const test_id& id, std::string_view printed) {
  constexpr std::string_view mark = "] at: ";
  const auto text = plain_text(printed);
  std::string_view rest = text;
  std::string_view line;
  while (next_line(rest, line)) {
    line = trimmed(line);
    const auto at = line.find(mark);
    if (!line.starts_with("In [") || at == std::string_view::npos) continue;
    line.remove_prefix(at + mark.size());
    const auto position = compiler_position(line.substr(0, line.find(" @ ")));
    if (!position) continue;
    if (auto place = own_place(packages, id, {{}, position->where.file, position->where.line})) return place;
  }
  return std::nullopt;
}

// A failing example says "got:" and "want:" without a place, after everything else.
bool is_example(std::string_view test) {
  return test.starts_with("Example");
}

void describe(failure& made, const go_comparison& comparison) {
  made.message = bounded_text(comparison.message, max_failure_message);
  if (comparison.expected) made.expected = bounded_text(*comparison.expected, max_failure_message);
  if (comparison.actual) made.actual = bounded_text(*comparison.actual, max_failure_message);
  made.diff = bounded_text(comparison.diff, max_failure_output);
}

// The go command prints paths relative to its folder, which is the root, and not always by the shortest way.
location in_workspace(const go_packages& packages, const test_id& id, location printed) {
  auto& file = printed.file;
  if (file.starts_with("./") || file.starts_with("../")) file = normal_path(packages.root() + "/" + file);
  if (file.starts_with('/')) file = packages.resolve(id.group, file);
  return printed;
}

}  // namespace

failure assertion_failure(const go_packages& packages, test_id id, std::string_view output) {
  failure made;
  made.id = std::move(id);
  const auto printed = without_framing(output, made.id.name);
  const auto messages = logged_messages(printed);
  // Whether another message is a failure or a log nobody can tell; a reported race is one.
  const auto race = race_place(packages, made.id, printed);
  const auto* primary = race && !messages.empty() ? &messages.back() : last_of_the_test(messages);
  if (primary == nullptr) {
    const auto said = trimmed(printed);
    describe(made, is_example(made.id.name) ? read_comparison(said) : go_comparison{});
    if (made.message.empty())
      made.message = said.empty() ? std::string{no_message} : bounded_text(said, max_failure_message);
    made.where = spec_place(packages, made.id, said).value_or(location{});
    return made;
  }
  const auto comparison = read_comparison(primary->text);
  describe(made, comparison);
  if (made.message.empty()) made.message = no_message;
  made.where = primary->where;
  made.where.file = packages.resolve(made.id.group, made.where.file);
  if (comparison.caller) {
    auto caller = packages.resolve(made.id.group, comparison.caller->file);
    if (!caller.starts_with('/')) made.where = {std::move(caller), comparison.caller->line};
  }
  if (race && is_testing_source(primary->where.file)) made.where = *race;
  // Where the message is all that was printed, the output would only say it again.
  const auto message_lines = std::count(primary->text.begin(), primary->text.end(), '\n') + 1;
  const bool more =
      std::count(printed.begin(), printed.end(), '\n') > message_lines || !printed.starts_with("    ");
  if (more) made.output = bounded_text(printed, max_failure_output);
  return made;
}

failure panic_failure(const go_packages& packages, test_id id, std::string_view printed,
                      std::string_view dump) {
  const auto report = read_panic(dump);
  failure made;
  made.id = std::move(id);
  made.kind = report.test_timeout ? failure_kind::timeout : failure_kind::panic;
  made.message = bounded_text(report.message, max_failure_message);
  made.where = panic_place(packages, made.id, report).value_or(location{});
  made.output = bounded_text(without_framing(printed, made.id.name).append(dump), max_failure_output);
  return made;
}

failure silent_failure(test_id id, failure_kind kind, std::string_view message, std::string_view printed) {
  failure made;
  made.output = bounded_text(without_framing(printed, id.name), max_failure_output);
  made.id = std::move(id);
  made.kind = kind;
  made.message = bounded_text(message, max_failure_message);
  return made;
}

failure compiler_failure(const go_packages& packages, test_id id, std::string_view text) {
  failure made;
  made.id = std::move(id);
  made.kind = failure_kind::error;
  if (text.size() > max_failure_message) made.output = bounded_text(text, max_failure_output);
  std::string message;
  std::string_view line;
  while (next_line(text, line)) {
    if (message.size() <= max_failure_message) message.append(without_cover_prefix(line)) += '\n';
    if (made.where.line > 0) continue;
    if (auto position = compiler_position(line))
      made.where = in_workspace(packages, made.id, position->where);
  }
  if (made.where.line == 0)
    if (auto position = compiler_position(packages.place_of_setup_error(made.id.group, message)))
      made.where = in_workspace(packages, made.id, position->where);
  made.message = bounded_text(trimmed(message), max_failure_message);
  return made;
}

std::optional<location> panic_place(const go_packages& packages, const test_id& id,
                                    const panic_report& report) {
  const auto& stacks = report.goroutines;
  if (stacks.empty()) return std::nullopt;
  if (auto place = own_place(packages, id, stacks.front())) return place;

  // A time-out or a deadlock: which goroutine runs this test is only certain where its function has the
  // test's name, or where a single one runs a test.
  std::optional<location> only;
  bool several = false;
  for (const auto& stack : stacks) {
    const auto function = test_function(stack);
    if (function.empty() || waits_for_subtest(stack)) continue;
    auto place = own_place(packages, id, stack);
    if (!place) continue;
    if (function == id.name) return place;
    several = several || only.has_value();
    only = std::move(place);
  }
  return several ? std::nullopt : only;
}

}  // namespace covey::parsers
