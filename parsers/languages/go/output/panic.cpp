#include "parsers/languages/go/output/panic.hpp"
#include "parsers/languages/go/output/text.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <array>
#include <charconv>

namespace covey::parsers::languages::go {

namespace {

constexpr std::array<std::string_view, 4> beginnings{"panic: ", "fatal error: ", "SIGSEGV: ", "SIGABRT: "};
constexpr std::string_view timeout_message = "panic: test timed out after ";

std::string_view without_recovered(std::string_view line) {
  const auto note = line.find(" [recovered");
  return line.substr(0, note);
}

bool ends_message(std::string_view line) {
  return line.empty() || line.starts_with("goroutine ") || line.starts_with("[signal ") ||
         line == "\trunning tests:";
}

// Reads "\t/path/file.go:12 +0x1d".
bool read_place(std::string_view line, goroutine_frame& into) {
  if (!line.starts_with('\t')) return false;
  line.remove_prefix(1);
  const auto offset = line.rfind(" +0x");
  line = line.substr(0, offset);
  const auto colon = line.rfind(':');
  if (colon == std::string_view::npos) return false;
  const auto digits = line.substr(colon + 1);
  into.file = line.substr(0, colon);
  return std::from_chars(digits.data(), digits.data() + digits.size(), into.line).ec == std::errc{};
}

std::string_view without_arguments(std::string_view call) {
  return call.ends_with(')') ? call.substr(0, call.rfind('(')) : call;
}

std::string_view creator_of(std::string_view line) {
  constexpr std::string_view mark = "created by ";
  if (!line.starts_with(mark)) return {};
  line.remove_prefix(mark.size());
  return line.substr(0, line.find(" in goroutine "));
}

void read_goroutines(std::string_view text, std::vector<goroutine_stack>& into) {
  std::string_view call;
  std::string_view line;
  while (next_line(text, line)) {
    if (line.starts_with("goroutine ")) into.emplace_back().title = line;
    if (into.empty()) continue;
    auto& stack = into.back();
    goroutine_frame frame;
    if (!read_place(line, frame)) {
      call = line;
      continue;
    }
    const auto creator = creator_of(call);
    if (!creator.empty()) stack.created_by = creator;
    frame.function = creator.empty() ? without_arguments(call) : creator;
    stack.frames.push_back(frame);
  }
}

}  // namespace

std::size_t find_panic(std::string_view line) {
  for (const auto beginning : beginnings)
    if (line.starts_with(beginning)) return 0;
  // After text that the test printed without a line end. A panic within a panic is indented by a tab.
  const auto at = line.find(beginnings[0]);
  return at == std::string_view::npos || trimmed(line.substr(0, at)).empty() ? std::string_view::npos : at;
}

panic_trace read_panic(std::string_view text) {
  panic_trace report;
  report.text = text;
  std::string_view rest = text;
  std::string_view line;
  while (next_line(rest, line)) {
    if (ends_message(line)) break;
    if (line.starts_with('\t')) line.remove_prefix(1);
    const auto said = without_recovered(line);
    if (said == report.message) continue;  // raised again by the testing package
    if (!report.message.empty()) report.message += '\n';
    report.message += said;
  }
  report.test_timeout = report.message.starts_with(timeout_message);
  read_goroutines(text, report.goroutines);
  return report;
}

bool is_test_runner(std::string_view function) {
  return function == "testing.tRunner" || function == "testing.fRunner" || function == "testing.runExample";
}

std::string_view within_package(std::string_view function) {
  const auto slash = function.rfind('/');
  if (slash != std::string_view::npos) function.remove_prefix(slash + 1);
  const auto dot = function.find('.');
  return dot == std::string_view::npos ? function : function.substr(dot + 1);
}

bool waits_for_subtest(const goroutine_stack& stack) {
  const auto created = stack.created_by.empty() ? 0 : 1;  // the last frame is where the creator was
  return std::any_of(stack.frames.begin(),
                     stack.frames.end() - std::min<std::ptrdiff_t>(created, std::ssize(stack.frames)),
                     [](const auto& frame) { return frame.function == "testing.(*T).Run"; });
}

std::string_view test_function(const goroutine_stack& stack) {
  const auto& frames = stack.frames;
  const auto runner = std::find_if(frames.begin(), frames.end(),
                                   [](const auto& frame) { return is_test_runner(frame.function); });
  if (runner == frames.end() || runner == frames.begin()) return {};
  return within_package((runner - 1)->function);
}

}  // namespace covey::parsers::languages::go
