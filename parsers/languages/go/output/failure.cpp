#include "parsers/languages/go/output/failure.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/go/output/panic.hpp"
#include "parsers/languages/go/output/text.hpp"
#include "parsers/text/likeness.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {

namespace {

// The first place that Ginkgo prints, which runs all its specs in one test and prints the place of each
// failure by itself: "In [It] at: /w/a_test.go:19 @ 11/21/26 20:52:48.976".
std::optional<location> spec_place(const place_resolver& code, const test_id& id, std::string_view printed) {
  constexpr std::string_view mark = "] at: ";
  const auto text = plain_text(printed);
  std::string_view rest = text;
  for (std::string_view line; next_line(rest, line);) {
    line = trimmed(line);
    const auto at = line.find(mark);
    if (!line.starts_with("In [") || at == std::string_view::npos) continue;
    line.remove_prefix(at + mark.size());
    const auto position = compiler_position(line.substr(0, line.find(" @ ")));
    if (!position) continue;
    auto file = code.resolve(id, position->where.file.string());
    if (position->where.file != file && place_resolver::is_own(file))
      return location{std::move(file), position->where.line};
  }
  return std::nullopt;
}

// A failing example says "got:" and "want:" without a place, after everything else.
bool is_example(std::string_view test) {
  return test.starts_with("Example");
}

void describe(failure& made, const compared_text& comparison) {
  made.message = bounded_text(comparison.message, max_failure_message);
  keep_values(made, comparison.actual, comparison.expected);
  made.diff = bounded_text(comparison.diff, max_failure_output);
}

// For a test without logged messages: an example's values, or a suite's failed specs.
void describe_printed(const place_resolver& code, failure& made, std::string_view said) {
  describe(made, is_example(made.id.name) ? read_comparison(said) : compared_text{});
  if (made.message.empty())
    made.message = said.empty() ? std::string{no_message} : bounded_text(said, max_failure_message);
  made.where = spec_place(code, made.id, said).value_or(location{});
}

// The values are those of the first error; the message has them all, what was logged behind the errors.
void describe_all(failure& made, std::vector<printed_message> messages) {
  std::stable_partition(messages.begin(), messages.end(),
                        [](const auto& one) { return one.kind == line_kind::error; });
  describe(made, primary_of(messages).compared);
  made.diff.clear();
  if (std::any_of(messages.begin(), messages.end(),
                  [](const auto& one) { return has_long_values(one.compared); }))
    made.actual = made.expected = std::nullopt;
  made.message = bounded_text(text_of(messages, max_failure_output), max_failure_output);
}

// Code that was not called by a frame of the test is placed at its test.
void place(const place_resolver& code, failure& made, const panic_places& places) {
  made.where = places.where;
  made.raised_at = places.raised_at;
  if (made.where.line == 0) made.where = code.beginning(made.id);
  if (made.where.line == 0) made.where = std::exchange(made.raised_at, {});
}

// A suite that recovers from a panic logs its stack, from a place of its own.
bool place_by_logged_stack(const place_resolver& code, failure& made, std::string_view text) {
  const auto at = text.find("\ngoroutine ");
  if (at == std::string_view::npos) return false;
  const auto report = read_panic(text.substr(at + 1));
  const auto places = places_of_panic(code, made.id, report);
  if (!places) return false;
  const auto& frames = report.goroutines.front().frames;
  if (std::any_of(frames.begin(), frames.end(), [](const auto& frame) { return frame.function == "panic"; }))
    made.kind = failure_kind::panic;
  place(code, made, *places);
  made.stack = own_stack(code, made.id, report);
  if (!made.stack.own.empty())
    made.message.resize(std::min(made.message.size(), made.message.find("\ngoroutine ")));
  return true;
}

void place(const place_resolver& code, failure& made, const printed_message& primary) {
  made.where = primary.where;
  made.raised_at = primary.raised_at;
  const bool own = place_resolver::is_own(made.where.file.string());
  if (!own && place_by_logged_stack(code, made, primary.text)) return;
  if (primary.by_runner || !own) {
    const auto beginning = code.beginning(made.id);
    if (beginning.line > 0) made.where = beginning;
  } else if (primary.compared.trace.empty()) {
    code.place_in_test(made);
  }
}

// The accesses tell the place better than the race message; the test's own error takes precedence.
void add_race(const place_resolver& code, failure& made, const race_report& race, bool has_own_error) {
  made.message = bounded_text(made.message + "\n" + race.text, max_failure_output);
  if (!has_own_error && (race.places.where.line > 0 || race.places.raised_at.line > 0))
    place(code, made, race.places);
}

bool says_more(std::string_view printed, const std::vector<printed_message>& messages) {
  std::ptrdiff_t lines = 0;
  for (const auto& message : messages)
    lines += std::count(message.text.begin(), message.text.end(), '\n') + 1;
  return std::count(printed.begin(), printed.end(), '\n') > lines || !printed.starts_with("    ");
}

// With coverage on, the testing package prints this line before it dumps the stacks of a timeout.
std::string_view without_coverage_line(std::string_view printed) {
  const auto end = printed.find_last_not_of('\n');
  const auto line_end = printed.rfind('\n', end);
  const auto begin = line_end == std::string_view::npos ? 0 : line_end + 1;
  const auto last = printed.substr(begin);
  const bool coverage =
      last.starts_with("coverage: ") && (last.find("% of statements") != std::string_view::npos ||
                                         last.starts_with("coverage: [no statements]"));
  return coverage ? printed.substr(0, begin) : printed;
}

// The go command prints paths relative to its folder, which is the root, and not always by the shortest way.
location in_workspace(const package_list& packages, const test_id& id, location printed) {
  auto& file = printed.file;
  if (file.starts_with("./") || file.starts_with("../")) file = normal_path(packages.root() + "/" + file);
  if (file.starts_with('/')) file = packages.resolve(id.group, file);
  return printed;
}

// A compiler's line with the path from the root in place of the printed one.
std::string with_file(std::string_view line, std::string_view printed, std::string_view file) {
  line = without_cover_prefix(line);
  const auto at = line.find(printed);
  return std::string{line.substr(0, at)}.append(file).append(line.substr(at + printed.size()));
}

}  // namespace

failure assertion_failure(const place_resolver& code, test_id id, std::string_view output, bool marked) {
  failure made;
  made.id = std::move(id);
  const auto framed = without_framing(output, made.id.name);
  const auto messages = read_messages(code, made.id, framed, marked);
  const auto printed = without_error_marks(framed);
  if (messages.empty()) {
    describe_printed(code, made, trimmed(printed));
  } else if (messages.size() == 1) {
    describe(made, messages.front().compared);
    if (made.message.empty()) made.message = no_message;
  } else {
    describe_all(made, messages);
  }
  if (!messages.empty()) place(code, made, primary_of(messages));
  if (const auto race = read_races(code, made.id, printed))
    add_race(code, made, *race, !messages.empty() && primary_of(messages).kind == line_kind::error);
  if (made.where.line == 0) made.where = code.beginning(made.id);
  const auto in_test =
      code.sources.is_in_test(code.in_sources(made.where.file.string()), made.where.line, made.id.name);
  if (made.where.line > 0 && !in_test.value_or(true)) made.role = place_role::helper;
  // If the message is all that was printed, the output would only repeat it.
  if (!messages.empty() && says_more(printed, messages))
    made.output = bounded_text(printed, max_failure_output);
  return made;
}

failure panic_failure(const place_resolver& code, test_id id, std::string_view printed,
                      const panic_trace& report) {
  failure made;
  made.id = std::move(id);
  made.kind = report.test_timeout ? failure_kind::timeout : failure_kind::panic;
  made.message = bounded_text(report.message, max_failure_message);
  const auto places = places_of_panic(code, made.id, report);
  if (places) place(code, made, *places);
  if (made.where.line == 0) made.where = code.beginning(made.id);
  made.stack = own_stack(code, made.id, report);
  auto output = own_frames(code, made.id, report);
  const bool no_frames = output.empty() && made.stack.own.empty();
  if (!output.empty()) output += '\n';
  output += without_coverage_line(without_error_marks(without_framing(printed, made.id.name)));
  if (no_frames) output += report.text;
  made.output = bounded_text(output, max_failure_output);
  return made;
}

failure silent_failure(test_id id, failure_kind kind, std::string_view message, std::string_view printed) {
  failure made;
  made.output = bounded_text(without_error_marks(without_framing(printed, id.name)), max_failure_output);
  made.id = std::move(id);
  made.kind = kind;
  made.message = bounded_text(message, max_failure_message);
  return made;
}

failure compiler_failure(const package_list& packages, test_id id, std::string_view text) {
  failure made;
  made.id = std::move(id);
  made.kind = failure_kind::error;
  if (text.size() > max_failure_message) made.output = bounded_text(text, max_failure_output);
  std::string message;
  for (std::string_view line; next_line(text, line);) {
    const auto position = compiler_position(line);
    const auto place = position ? in_workspace(packages, made.id, position->where) : location{};
    if (message.size() <= max_failure_message)
      message += (position ? with_file(line, position->where.file, place.file)
                           : std::string{without_cover_prefix(line)}) +
                 "\n";
    if (made.where.line == 0) made.where = place;
  }
  if (made.where.line == 0)
    if (auto position = compiler_position(packages.place_of_setup_error(made.id.group, message)))
      made.where = in_workspace(packages, made.id, position->where);
  made.message = bounded_text(trimmed(message), max_failure_message);
  if (made.message.empty()) made.message = "it did not build, and nothing that can be shown says why";
  return made;
}

namespace {

// The testing package's own lines, such as "testing.go:1465: race detected during execution of test".
bool is_testing_source(std::string_view file) {
  return file == "testing.go" || file.ends_with("/testing/testing.go");
}

// An assertion library prints all frames, the assertion's first and the test's last.
void place_by_trace(const place_resolver& code, const test_id& id, printed_message& into) {
  std::vector<location> own;
  for (const auto& frame : into.compared.trace) {
    auto file = code.resolve(id, frame.file.string());
    if (place_resolver::is_own(file)) own.push_back({std::move(file), frame.line});
  }
  if (own.empty()) return;
  const auto in_test = std::find_if(own.begin(), own.end(), [&](const auto& frame) {
    return code.sources.is_in_test(code.in_sources(frame.file.string()), frame.line, id.name).value_or(false);
  });
  into.where = in_test == own.end() ? own.back() : *in_test;
  if (own.front() != into.where) into.raised_at = own.front();
}

// The message's own words, with the difference in place of long values.
std::string words_of(const printed_message& message) {
  constexpr std::size_t max_difference = 1500;
  const auto& compared = message.compared;
  // Only the words of a library's block are used, without its table.
  const bool block = !compared.trace.empty();
  if (!has_long_values(compared)) return block ? compared.whole : message.text;
  const auto differs = named_diff(*compared.expected, *compared.actual, "want", "got", max_difference);
  return differs.empty() ? message.text : compared.message + "\n" + differs;
}

std::string with_place(const printed_message& message) {
  const auto& at = message.raised_at.line > 0 ? message.raised_at : message.where;
  const auto text = words_of(message);
  return message.by_runner ? text + "\n" : at.file + ":" + std::to_string(at.line) + ": " + text + "\n";
}

}  // namespace

std::vector<printed_message> read_messages(const place_resolver& code, const test_id& id,
                                           std::string_view printed, bool marked) {
  std::vector<printed_message> out;
  for (auto& said : logged_messages(printed)) {
    printed_message message;
    message.by_runner = is_testing_source(said.where.file.string());
    message.where = {code.resolve(id, said.where.file.string()), said.where.line};
    message.text = std::move(said.text);
    message.compared = read_comparison(message.text);
    if (marked)
      message.kind = said.is_error ? line_kind::error : line_kind::log;
    else
      message.kind = code.sources.kind_of(code.in_sources(message.where.file.string()), message.where.line);
    if (!message.compared.trace.empty()) {
      message.kind = line_kind::error;
      place_by_trace(code, id, message);
    }
    out.push_back(std::move(message));
  }
  return out;
}

const printed_message& primary_of(const std::vector<printed_message>& messages) {
  const auto first = [&](auto is) { return std::find_if(messages.begin(), messages.end(), is); };
  const auto is_own = [](const auto& message) {
    return !message.by_runner && place_resolver::is_own(message.where.file.string());
  };
  auto it = first([&](const auto& each) { return each.kind != line_kind::log && is_own(each); });
  if (it == messages.end()) it = first([&](const auto& each) { return is_own(each); });
  if (it == messages.end()) it = first([](const auto& each) { return !each.by_runner; });
  return it == messages.end() ? messages.front() : *it;
}

bool has_long_values(const compared_text& compared) {
  constexpr std::size_t short_value = 120;
  const auto is_long = [](const std::string& value) {
    return value.size() > short_value || value.find('\n') != std::string::npos;
  };
  return compared.expected && compared.actual && (is_long(*compared.expected) || is_long(*compared.actual));
}

std::string text_of(const std::vector<printed_message>& messages, std::size_t limit) {
  std::string all, errors;
  std::size_t logs = 0;
  for (auto at = messages.begin(); at != messages.end();) {
    const auto& message = *at;
    auto line = with_place(message);
    const auto next =
        std::find_if(at, messages.end(), [&](const auto& one) { return with_place(one) != line; });
    const auto times = static_cast<std::size_t>(next - std::exchange(at, next));
    if (times > 1) line += "(" + std::to_string(times) + " times)\n";  // a table in a loop
    all += line;
    if (message.kind == line_kind::log)
      logs += times;
    else
      errors += line;
  }
  if (all.size() <= limit || logs == 0 || errors.empty()) return all;
  return errors + "(" + std::to_string(logs) + " logged lines are left out)\n";
}

}  // namespace covey::parsers::languages::go
