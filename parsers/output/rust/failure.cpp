#include "parsers/output/rust/failure.hpp"
#include "parsers/output/rust/comparison.hpp"
#include "parsers/output/rust/panic.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <vector>

namespace covey::parsers {
namespace {

std::string absolute(std::string_view base, std::string_view path) {
  return path.starts_with("/") ? normal_path(path) : normal_path(std::string{base} + "/" + std::string{path});
}

bool in_project(const rust_test_context& context, std::string_view file) {
  return path_below(context.root, file).has_value() || path_below(context.folder, file).has_value();
}

// The panic that ended the test: the last of its own thread, for others were caught or belong to other
// threads. With one test thread that thread is called "main".
const rust_panic* last_of_test(const std::vector<rust_panic>& panics, std::string_view name) {
  for (auto it = panics.rbegin(); it != panics.rend(); ++it)
    if (it->thread == name || it->thread == "main") return &*it;
  return panics.empty() ? nullptr : &panics.back();
}

// The innermost place in the test's own file, else the panic's own if that is the project's, else the first
// frame of the project.
location place_of(const rust_test_context& context, const rust_panic& panic) {
  const location own{absolute(context.root, panic.where.file), panic.where.line};
  if (own.file == context.defined.file) return own;
  const location* first = nullptr;
  std::vector<location> frames;
  for (const auto& frame : panic.frames)
    if (!frame.where.file.empty())
      frames.push_back({absolute(context.folder, frame.where.file), frame.where.line});
  for (const auto& frame : frames) {
    if (frame.file == context.defined.file) return frame;
    if (first == nullptr && in_project(context, frame.file)) first = &frame;
  }
  if (in_project(context, own.file)) return own;
  if (first != nullptr) return *first;
  return context.defined.line > 0 ? context.defined : own;
}

// assert!(x, "text") prints nothing but the text: only the source tells it from panic!("text").
bool is_assertion(const rust_test_context& context, const rust_panic& panic) {
  if (panic.message.starts_with("assertion failed") || panic.message.starts_with("assertion `")) return true;
  if (!context.source_line || panic.column == 0) return false;
  std::string_view line;
  const auto text = context.source_line({absolute(context.root, panic.where.file), panic.where.line});
  line = text;
  line.remove_prefix(std::min<std::size_t>(panic.column - 1, line.size()));
  return std::any_of(std::begin(assertion_macros), std::end(assertion_macros),
                     [&](std::string_view macro) { return line.starts_with(macro); });
}

// A thread that panics takes its reason with it: what joins it says no more than `Any { .. }`.
std::string with_cause(const std::vector<rust_panic>& panics, const rust_panic& last) {
  if (!last.message.ends_with("Any { .. }")) return last.message;
  for (const auto& other : panics)
    if (&other != &last && other.thread != last.thread)
      return last.message + "\nthread '" + other.thread + "' panicked at " + other.where.file + ":" +
             std::to_string(other.where.line) + ": " + other.message;
  return last.message;
}

// A test that returns Err: `Error: ` and the value as {:?} writes it.
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

// #[should_panic]: "test did not panic as expected at FILE:L:C", or the wrong text.
failure should_have_panicked(const rust_test_context& context, std::string_view said,
                             const rust_panic* panic) {
  failure out;
  out.kind = failure_kind::assertion;
  out.where = panic != nullptr ? place_of(context, *panic) : context.defined;
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

}  // namespace

failure rust_test_failure(const rust_test_context& context, std::string_view printed, std::string_view said) {
  const auto text = plain_text(printed);
  const auto panics = find_rust_panics(text);
  const auto* panic = last_of_test(panics, context.name);
  if (!said.empty()) return should_have_panicked(context, said, panic);
  failure out;
  out.kind = failure_kind::panic;
  out.where = context.defined;
  // Before Rust 1.64 libtest itself panicked for a returned error, whose value it wrote to the process'
  // stderr.
  constexpr std::string_view old_return = "the test returned a termination value";
  const bool returned = panic != nullptr && panic->message.find(old_return) != std::string::npos;
  const bool panicked = panic != nullptr && panic->thread == context.name && !returned;
  if (auto error = returned_error(text); !panicked && (returned || !error.empty())) {
    out.message = error.empty() ? "the test returned an error; stderr has its value" : std::move(error);
    return out;
  }
  constexpr std::string_view old_note = "note: test did not panic as expected";
  if (panic == nullptr) {
    const bool quiet = text.find(old_note) != std::string::npos;
    if (quiet) out.kind = failure_kind::assertion;
    out.message = quiet ? "test did not panic as expected" : "failed without a message";
    return out;
  }
  out.where = place_of(context, *panic);
  out.message = with_cause(panics, *panic);
  if (is_assertion(context, *panic)) {
    out.kind = failure_kind::assertion;
    compare(out);
  }
  return out;
}

}  // namespace covey::parsers
