#include "parsers/languages/rust/output/failure.hpp"
#include "parsers/languages/rust/output/panic.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/algorithm/string/split.hpp>
#include <algorithm>
#include <vector>

namespace covey::parsers::languages::rust {

bool is_of_project(const test_context& context, std::string_view file) {
  for (const std::string_view fetched : {"/registry/src/", "/git/checkouts/"})
    if (file.find(fetched) != std::string_view::npos) return false;
  return path_below(context.root, file).has_value() || path_below(context.folder, file).has_value();
}

const panic_frame* innermost_frame(const test_context& context, const panic_report_of_test& panic) {
  for (const auto& frame : panic.frames)
    if (!frame.where.file.empty() &&
        is_of_project(context, absolute_source(context.folder, frame.where.file)))
      return &frame;
  return nullptr;
}

namespace {

// --- The places of a test's panic: the place in the test, and the place in the project that raised it ---

struct panic_places {
  location where;      // in the test, else where the test is defined, else the panic's own
  location raised_at;  // the innermost of the project; no file if it equals `where`
};

// "a::tests::x::{{closure}}" belongs to the test "tests::x"; the crate's name precedes it. A case
// ("tests::x::case_1") is the macro's own function, which calls the user's function ("tests::x").
bool is_of_test(std::string_view function, std::string_view test) {
  const auto crate = function.find("::");
  if (crate == std::string_view::npos || test.empty()) return false;
  function.remove_prefix(crate + 2);
  const auto within = [&](std::string_view name) {
    return function.starts_with(name) &&
           (function.size() == name.size() || function.substr(name.size()).starts_with("::"));
  };
  if (within(test)) return true;
  const auto cases = test.rfind("::");
  if (cases == std::string_view::npos) return false;
  const auto body = test.substr(0, cases);
  return function == body || (within(body) && function.substr(body.size()).starts_with("::{"));
}

// "a::tests::helper" is beside the test "tests::x": a module of tests has no product code. Tests at the root of a crate, or
// in a module that is not called after tests, stand beside anything.
bool is_beside_test(std::string_view function, std::string_view test) {
  const auto crate = function.find("::");
  const auto module = test.rfind("::");
  if (crate == std::string_view::npos || module == std::string_view::npos) return false;
  if (test.substr(0, module).find("test") == std::string_view::npos) return false;
  return function.substr(crate + 2).starts_with(test.substr(0, module + 2));
}

struct project_frame {
  location where;
  bool of_test = false;
};

std::vector<project_frame> project_frames(const test_context& context, const panic_report_of_test& panic) {
  std::vector<project_frame> out;
  for (const auto& frame : panic.frames) {
    if (frame.where.file.empty()) continue;
    auto where = absolute_place(context.folder, frame.where);
    if (is_of_project(context, where.file))
      out.push_back({std::move(where), is_of_test(frame.function, context.name)});
  }
  return out;
}

std::uint32_t distance(std::uint32_t a, std::uint32_t b) {
  return a < b ? b - a : a - b;
}

// The innermost frame of the test, else of the test's file if its line is unknown.
const project_frame* frame_of_test(const test_context& context, const std::vector<project_frame>& frames) {
  auto it = std::ranges::find_if(frames, [](const auto& frame) { return frame.of_test; });
  if (it == frames.end() && context.defined.line == 0)
    it = std::ranges::find_if(frames,
                              [&](const auto& frame) { return frame.where.file == context.defined.file; });
  return it == frames.end() ? nullptr : &*it;
}

// Whether the panic's own place is in the test: if no inner frame in the same file is nearer to it. The lines
// need not match: a statement may span several, and a #[track_caller] function reports its caller's place.
bool is_in(const location& own, const project_frame& test, const std::vector<project_frame>& frames) {
  if (own.file != test.where.file) return false;
  const auto far = distance(own.line, test.where.line);
  for (const auto* frame = frames.data(); frame != &test; ++frame)
    if (frame->where.file == own.file && distance(own.line, frame->where.line) < far) return false;
  return true;
}

location place_in_test(const test_context& context, const location& own,
                       const std::vector<project_frame>& frames) {
  if (const auto* test = frame_of_test(context, frames)) return is_in(own, *test, frames) ? own : test->where;
  const auto& defined = context.defined;
  const bool below = own.file == defined.file && own.line >= defined.line;
  if (frames.empty() && below) return own;
  if (defined.line > 0) return defined;
  if (own.file == defined.file || is_of_project(context, own.file)) return own;
  return frames.empty() ? own : frames.front().where;
}

location raised_in_project(const test_context& context, const location& own,
                           const std::vector<project_frame>& frames) {
  if (is_of_project(context, own.file)) return own;
  return frames.empty() ? location{} : frames.front().where;
}

// The panic's frames in sources of the project; other frames are only counted.
failure_stack own_stack(const test_context& context, const panic_report_of_test& panic) {
  failure_stack out;
  for (const auto& frame : panic.frames) {
    auto where = absolute_place(context.folder, frame.where);
    if (!frame.where.file.empty() && is_of_project(context, where.file))
      out.add(frame.function, std::move(where),
              is_of_test(frame.function, context.name) || is_beside_test(frame.function, context.name));
    else
      ++out.others;
  }
  return out;
}

// `cause`: the panic that `panic` only reports; may be null.
panic_places places_of(const test_context& context, const panic_report_of_test& panic,
                       const panic_report_of_test* cause = nullptr) {
  auto own = absolute_place(context.root, panic.where);
  auto frames = project_frames(context, panic);
  panic_places out{place_in_test(context, own, frames), raised_in_project(context, own, frames)};
  if (cause != nullptr) {
    own = absolute_place(context.root, cause->where);
    frames = project_frames(context, *cause);
    if (frame_of_test(context, frames) != nullptr) out.where = place_in_test(context, own, frames);
    if (auto raised = raised_in_project(context, own, frames); !raised.file.empty())
      out.raised_at = std::move(raised);
  }
  if (out.raised_at == out.where) out.raised_at = {};
  return out;
}

// --- The two values in the message of an assertion: assert_eq!'s "left:" and "right:" in the forms before and after Rust
// 1.73, and the diffs of the pretty_assertions and similar-asserts crates ---

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  boost::algorithm::split(out, text, [](char c) { return c == '\n'; });
  return out;
}

// Old form: "left: `1`,\n right: `2`: text". The text is added to the message.
void unquote_old(std::string_view& left, std::string_view& right, std::string& message) {
  if (left.starts_with("`") && left.ends_with("`,")) left = left.substr(1, left.size() - 3);
  if (!right.starts_with("`")) return;
  if (const auto end = right.rfind("`: "); end != std::string_view::npos && end > 0) {
    message += ": " + std::string{right.substr(end + 3)};
    right = right.substr(1, end - 1);
  } else if (right.size() > 1 && right.ends_with("`")) {
    right = right.substr(1, right.size() - 2);
  }
}

std::string shown(std::string_view value) {
  return undebugged(value).value_or(std::string{value});
}

bool read_values(failure& assertion) {
  const std::string text = assertion.message;
  constexpr std::string_view left_mark = "\n  left: ", right_mark = "\n right: ";
  const auto at_left = text.find(left_mark);
  const auto at_right = text.find(right_mark, at_left == std::string::npos ? 0 : at_left);
  if (at_left == std::string::npos || at_right == std::string::npos) return false;
  const std::string_view all{text};
  auto left = all.substr(at_left + left_mark.size(), at_right - at_left - left_mark.size());
  auto right = all.substr(at_right + right_mark.size());
  std::string message{stripped(all.substr(0, at_left))};
  unquote_old(left, right, message);
  if (message.find("left == right") == std::string::npos)
    return true;  // assert_ne!, assert_matches!: the message keeps the values
  assertion.message = std::move(message);
  assertion.values = value_names::left_right;
  assertion.actual = left;
  assertion.expected = right;
  if (auto diff = line_diff(shown(left), shown(right)); !diff.empty())
    assertion.diff = "--- left\n+++ right\n" + diff;
  return true;
}

// pretty_assertions: "Diff < left / right > :", and lines that begin with "<" or ">".
bool read_pretty(failure& assertion) {
  const auto at = assertion.message.find("\nDiff < left / right > :");
  if (at == std::string::npos) return false;
  assertion.diff = std::string{stripped(std::string_view{assertion.message}.substr(at + 1))};
  assertion.message = std::string{stripped(assertion.message.substr(0, at))};
  return true;
}

// "\n  left: `1`" of similar-asserts; `name`: the label that the caller gave to the value.
std::optional<std::string> named_value(std::string_view text, std::string_view name) {
  const auto mark = std::string{name} + ": `";
  for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
    const auto begin = text.substr(0, at).find_last_not_of(' ');
    if (begin != std::string_view::npos && text[begin] != '\n') continue;
    const auto value = text.substr(at + mark.size());
    return std::string{value.substr(0, value.find("`\n"))};
  }
  return std::nullopt;
}

// similar-asserts: "assertion failed: `(left == right)`'", the values, and "Differences (-left|+right):".
bool read_similar(failure& assertion) {
  constexpr std::string_view mark = "\nDifferences (-", end = "):";
  const std::string text = assertion.message;
  const std::string_view all{text};
  const auto at = all.find(mark);
  if (at == std::string_view::npos) return false;
  auto names = all.substr(at + mark.size());
  names = names.substr(0, names.find(end));
  const auto separator = names.find("|+");
  if (separator == std::string_view::npos || names.find('\n') != std::string_view::npos) return false;
  const auto first = names.substr(0, separator), second = names.substr(separator + 2);
  assertion.diff = std::string{stripped(all.substr(at + 1))};
  assertion.message = std::string{stripped(all.substr(0, at))};
  const auto head = all.substr(0, at + 1);
  const bool left_right = first == "left" && second == "right";
  if (!left_right && !(first == "expected" && second == "actual") &&
      !(first == "actual" && second == "expected"))
    return true;
  assertion.values = left_right ? value_names::left_right : value_names::actual_expected;
  assertion.actual = named_value(head, left_right ? first : "actual");
  assertion.expected = named_value(head, left_right ? second : "expected");
  if (assertion.actual && assertion.expected) {
    assertion.message = std::string{head.substr(0, head.find('\n'))};
    if (assertion.message.ends_with("'")) assertion.message.pop_back();
  }
  return true;
}

// Moves the values from the message into `actual` (the left one), `expected` and `diff`. Rust does not say
// which of the two was expected, and authors write them in either order. The values of assert_ne! stay in the
// message.
void compare(failure& assertion) {
  if (!read_similar(assertion) && !read_values(assertion)) read_pretty(assertion);
}

// The panic that ended the test: the last one of its own thread; the others were caught or belong to other
// threads. With a single test thread, that thread is named "main".
const panic_report_of_test* last_of_test(const std::vector<panic_report_of_test>& panics,
                                         std::string_view name) {
  for (auto it = panics.rbegin(); it != panics.rend(); ++it)
    if (it->thread == name || it->thread == "main") return &*it;
  return panics.empty() ? nullptr : &panics.back();
}

// The line from the column on; columns count characters.
std::string_view from_column(std::string_view line, std::uint32_t column) {
  for (std::uint32_t i = 1; i < column && !line.empty(); ++i) take_character(line);
  return line;
}

// Whether the source at a panic's place calls an assertion macro: "pretty_assertions::assert_eq!(…".
bool is_assertion_macro(std::string_view source) {
  const auto end = source.find('!');
  if (end == std::string_view::npos) return false;
  auto name = source.substr(0, end);
  if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:") !=
      std::string_view::npos)
    return false;
  if (const auto path = name.rfind("::"); path != std::string_view::npos) name.remove_prefix(path + 2);
  for (const std::string_view asserting : {"assert", "debug_assert", "prop_assert", "expect_", "verify_"})
    if (name.starts_with(asserting)) return true;
  return false;
}

bool calls_assertion(const test_context& context, const location& where, std::uint32_t column) {
  if (where.file.empty() || column == 0) return false;
  const auto text = context.source_line(where);
  return is_assertion_macro(from_column(text, column));
}

// assert!(x, "text") prints only the text: only the source distinguishes it from panic!("text"). The macro is
// at the project's innermost frame; the panic's own place may differ: another crate's macro panics in that
// crate, a #[track_caller] function reports its caller, and a macro_rules! of the project reports its call.
bool is_assertion(const test_context& context, const panic_report_of_test& panic) {
  for (const std::string_view known : {"assertion failed", "assertion `", "Test failed: assertion failed",
                                       "[quickcheck] TEST FAILED. Arguments"})
    if (panic.message.starts_with(known)) return true;
  if (!context.source_line) return false;
  if (calls_assertion(context, absolute_place(context.root, panic.where), panic.column)) return true;
  const auto* frame = innermost_frame(context, panic);
  return frame != nullptr &&
         calls_assertion(context, absolute_place(context.folder, frame->where), frame->column);
}

// The panic that a later one only reports: that of a joined thread or of a task, or one that a test crate
// caught and raised again (proptest, quickcheck).
const panic_report_of_test* cause_of(const std::vector<panic_report_of_test>& panics,
                                     const panic_report_of_test& last) {
  const auto& said = last.message;
  const bool joined = said.ends_with("Any { .. }") || said == "a scoped thread panicked";
  const bool repeated = said.starts_with("Test failed: ") || said.starts_with("[quickcheck] ") ||
                        said.find("JoinError::Panic(") != std::string::npos;
  for (auto one = panics.rbegin(); one != panics.rend(); ++one) {
    if (&*one == &last) continue;
    if (joined && one->thread != last.thread) return &*one;
    if (repeated && !one->message.empty() && said.find(one->message) != std::string::npos) return &*one;
  }
  return nullptr;
}

// Adds the reason of a thread that panicked: the thread that joins it reports only `Any { .. }`.
std::string with_cause(const panic_report_of_test& last, const panic_report_of_test* cause) {
  if (cause == nullptr || last.message.find(cause->message) != std::string::npos) return last.message;
  return last.message + "\nthread '" + cause->thread + "' panicked at " + cause->where.file + ":" +
         std::to_string(cause->where.line) + ": " + cause->message;
}

void set_places(failure& out, panic_places places) {
  out.where = std::move(places.where);
  out.raised_at = std::move(places.raised_at);
}

// A test that returns Err prints `Error: ` and the value as {:?} writes it.
std::string returned_error(std::string_view printed) {
  constexpr std::string_view mark = "Error: ";
  auto at = printed.starts_with(mark) ? std::size_t{0} : std::string_view::npos;
  if (const auto later = printed.rfind("\nError: "); later != std::string_view::npos) at = later + 1;
  if (at == std::string_view::npos) return {};
  auto value = printed.substr(at + mark.size());
  if (const auto panic = value.find("\nthread '"); panic != std::string_view::npos)
    value = value.substr(0, panic);
  const auto text = with_short_backtraces(value);
  return undebugged(text).value_or(text);
}

std::string quoted_after(std::string_view text, std::string_view mark) {
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return {};
  const auto from = text.substr(at + mark.size());
  const auto value = from.substr(0, from.find('\n'));
  return std::string{value};
}

// #[should_panic]: "test did not panic as expected at FILE:L:C", or a panic with the wrong text.
failure should_have_panicked(const test_context& context, std::string_view said,
                             const panic_report_of_test* panic) {
  failure out;
  out.kind = failure_kind::assertion;
  out.where = context.defined;
  if (panic != nullptr) set_places(out, places_of(context, *panic));
  out.message = said;
  if (auto expected = quoted_after(said, "expected substring: "); !expected.empty()) {
    out.expected = std::move(expected);
    out.actual = quoted_after(said, "panic message: ");
    if (out.actual->ends_with(",")) out.actual->pop_back();
    out.message = said.substr(0, said.find('\n'));
  } else if (const auto at = said.find(" at "); at != std::string_view::npos) {
    out.message = said.substr(0, at);
  }
  return out;
}

// googletest prints failed expectations; the error that the test returns only refers to them.
void read_googletest(const test_context& context, std::string_view text, failure& out) {
  auto messages = googletest_messages(text);
  if (messages.empty()) return;
  out.kind = failure_kind::assertion;
  if (const auto place = place_line(messages); !place.file.empty())
    out.where = absolute_place(context.root, place);
  out.message = std::move(messages);
}

// When a snapshot differs, expect-test ends the test without a panic message.
bool read_snapshot(const test_context& context, std::string_view text, failure& out) {
  auto snapshot = read_expect_test(text);
  if (!snapshot) return false;
  out.kind = failure_kind::assertion;
  out.message = "expect test failed";
  if (!snapshot->where.file.empty()) out.where = absolute_place(context.root, snapshot->where);
  out.expected = std::move(snapshot->expected);
  out.actual = std::move(snapshot->actual);
  return true;
}

// What std's handler says before it aborts: "thread 'tests::x' (22681) has overflowed its stack". A child of the
// test may have said it, so the ending must be that of an overflow, too.
bool overflowed(std::string_view said_last, std::string_view ending) {
  const auto at = said_last.rfind(" has overflowed its stack\n");
  if (at == std::string_view::npos) return false;
  const auto line = said_last.substr(0, at).rfind('\n') + 1;  // npos + 1 is 0
  return said_last.substr(line).starts_with("thread '") &&
         (ending.find("SIGABRT") != std::string_view::npos ||
          ending.find("SIGSEGV") != std::string_view::npos);
}

}  // namespace

std::string line_diff(std::string_view before, std::string_view after) {
  auto from = lines_of(before), to = lines_of(after);
  if (from.size() < 2 && to.size() < 2) return {};
  std::vector<std::string_view> tail;
  std::string out;
  std::size_t head = 0;
  while (head < from.size() && head < to.size() && from[head] == to[head])
    out += " " + std::string{from[head++]} + "\n";
  while (from.size() > head && to.size() > head && from.back() == to.back()) {
    tail.push_back(from.back());
    from.pop_back();
    to.pop_back();
  }
  for (auto i = head; i < from.size(); ++i) out += "-" + std::string{from[i]} + "\n";
  for (auto i = head; i < to.size(); ++i) out += "+" + std::string{to[i]} + "\n";
  std::for_each(tail.rbegin(), tail.rend(), [&](auto line) { out += " " + std::string{line} + "\n"; });
  out.pop_back();
  return out;
}

std::optional<std::string> undebugged(std::string_view literal) {
  if (literal.size() < 2 || literal.front() != '"' || literal.back() != '"') return std::nullopt;
  literal = literal.substr(1, literal.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] == '"') return std::nullopt;  // not one literal
    if (literal[i] != '\\' || i + 1 == literal.size()) {
      out += literal[i];
      continue;
    }
    const char c = literal[++i];
    if (c == 'n')
      out += '\n';
    else if (c == 't')
      out += '\t';
    else if (c == 'r')
      out += '\r';
    else if (c == 'u' || c == '0')
      out += std::string{'\\', c};  // control characters stay as they were written
    else
      out += c;
  }
  return out;
}

failure test_failure(const test_context& context, std::string_view printed, std::string_view said) {
  const auto text = plain_text(printed);
  const auto panics = find_panics(text);
  const auto* panic = last_of_test(panics, context.name);
  if (!said.empty()) return should_have_panicked(context, said, panic);
  failure out;
  out.kind = failure_kind::panic;
  out.where = context.defined;
  if (read_snapshot(context, text, out)) return out;  // its texts may hold anything
  // Before Rust 1.64, libtest itself panicked when a test returned an error, and wrote the error's value to
  // the process' stderr.
  constexpr std::string_view old_return = "the test returned a termination value";
  const bool returned = panic != nullptr && panic->message.find(old_return) != std::string::npos;
  const bool panicked = panic != nullptr && panic->thread == context.name && !returned;
  if (auto error = returned_error(text); !panicked && (returned || !error.empty())) {
    out.message = error.empty() ? "the test returned an error; stderr has its value" : std::move(error);
    read_googletest(context, text, out);
    return out;
  }
  constexpr std::string_view old_note = "note: test did not panic as expected";
  if (panic == nullptr) {
    const bool quiet = text.find(old_note) != std::string::npos;
    if (quiet) out.kind = failure_kind::assertion;
    out.message = quiet ? "test did not panic as expected" : "failed without a message";
    return out;
  }
  const auto* cause = cause_of(panics, *panic);
  set_places(out, places_of(context, *panic, cause));
  out.message = with_cause(*panic, cause);
  out.stack = own_stack(context, cause != nullptr ? *cause : *panic);
  if (const auto place = proptest_place(panic->message); !place.file.empty())
    set_places(out, {absolute_place(context.root, place), {}});
  if (is_assertion(context, *panic) || (cause != nullptr && is_assertion(context, *cause))) {
    out.kind = failure_kind::assertion;
    compare(out);
    out.stack = {};  // the failure's places are enough
    if (out.message.starts_with("snapshot assertion")) out.diff = insta_diff(text);
  }
  return out;
}

failure uncaptured_failure(const test_context& context, std::string_view said_so_far) {
  const auto text = plain_text(said_so_far);
  const auto panics = find_panics(text);
  const bool told =
      std::ranges::any_of(panics, [&](const auto& panic) { return panic.thread == context.name; });
  return test_failure(context, told ? std::string_view{text} : std::string_view{}, {});
}

failure crash_failure(const test_context& context, std::string_view ending, std::string_view said_last) {
  failure out;
  out.kind = failure_kind::crash;
  out.where = context.defined;
  out.message = "the test binary ended while this test was running (" + std::string{ending} + ")";
  const auto panics = find_panics(said_last);
  const auto last = std::find_if(panics.rbegin(), panics.rend(),
                                 [&](const auto& panic) { return panic.thread == context.name; });
  if (last == panics.rend()) {
    if (overflowed(said_last, ending)) out.message += ": stack overflow";
    return out;
  }
  set_places(out, places_of(context, *last));
  out.message += ": " + last->message;
  out.stack = own_stack(context, *last);
  return out;
}

}  // namespace covey::parsers::languages::rust
