#include "parsers/languages/go/output/panic.hpp"
#include "parsers/languages/go/output/text.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

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
  into.file = line.substr(0, colon);
  line.remove_prefix(colon + 1);
  return take_number(line, into.line);
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
  for (std::string_view line; next_line(text, line);) {
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
  for (std::string_view line; next_line(rest, line);) {
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

namespace {

constexpr std::size_t max_frames = 12 * 1024;

struct own_frame {
  std::string_view function;
  std::string file;
  std::uint32_t line = 0;

  location where() const { return {file, line}; }
  friend bool operator==(const own_frame&, const own_frame&) = default;
};

void append_line(std::string& out, const own_frame& frame) {
  out.append("  ").append(frame.function).append(" ").append(frame.file).append(":");
  out.append(std::to_string(frame.line)).append("\n");
}

// "calc.y" of `//line calc.y:3` lies beside the Go file that was made of it. Empty: it is none, or of another project.
std::string written_source(const place_resolver& code, const goroutine_frame& frame) {
  const auto& function = frame.function;
  const auto name = within_package(function).size() + 1;
  if (frame.file.starts_with('/') || name >= function.size()) return {};
  const auto* package = code.packages.find(function.substr(0, function.size() - name));
  if (package == nullptr) return {};
  return package->dir.empty() ? std::string{frame.file} : package->dir + "/" + std::string{frame.file};
}

std::optional<own_frame> to_own(const place_resolver& code, const test_id& id, const goroutine_frame& frame) {
  if (auto source = written_source(code, frame); !source.empty())
    return own_frame{frame.function, std::move(source), frame.line};
  auto file = code.resolve(id, frame.file);
  if (file == frame.file || !place_resolver::is_own(file)) return std::nullopt;
  return own_frame{frame.function, std::move(file), frame.line};
}

// "TestX", "TestX.func1", "(*Suite).TestX.func1" of their test.
bool is_of_test(std::string_view function, std::string_view test) {
  auto name = within_package(function);
  const bool method = name.starts_with('(');
  if (method) {
    const auto end = name.find(").");
    name.remove_prefix(end == std::string_view::npos ? name.size() : end + 2);
  }
  name = name.substr(0, name.find('.'));
  const auto slash = test.find('/');
  if (!method) return name == test.substr(0, slash);
  return slash != std::string_view::npos &&
         (std::string{test} + "/").find("/" + std::string{name} + "/") != std::string::npos;
}

bool is_in_test_file(const own_frame& frame) {
  return frame.file.ends_with("_test.go");
}

// Innermost first.
std::optional<panic_places> choose(const std::vector<own_frame>& frames, std::string_view test) {
  if (frames.empty()) return std::nullopt;
  const own_frame* in_test = nullptr;
  for (const auto& frame : frames) {
    if (is_of_test(frame.function, test)) {
      in_test = &frame;
      break;
    }
    // Else the outermost frame in a test file: a helper that the test handed over.
    if (is_in_test_file(frame)) in_test = &frame;
  }
  if (test.empty()) return panic_places{frames.front().where(), {}};
  panic_places out{in_test == nullptr ? location{} : in_test->where(), frames.front().where()};
  if (out.raised_at == out.where) out.raised_at = {};
  return out;
}

std::vector<own_frame> own_frames(const place_resolver& code, const test_id& id,
                                  const goroutine_stack& stack) {
  std::vector<own_frame> out;
  for (const auto& frame : stack.frames) {
    if (is_test_runner(frame.function)) break;
    if (auto own = to_own(code, id, frame)) out.push_back(std::move(*own));
  }
  return out;
}

// A recursion is printed once.
std::string own_frame_lines(const place_resolver& code, const test_id& id, const goroutine_stack& stack) {
  std::string out;
  own_frame last;
  std::size_t repeated = 0;
  const auto end_repetition = [&] {
    if (repeated > 0) out += "  (" + std::to_string(repeated) + " times more)\n";
    repeated = 0;
  };
  for (const auto& frame : stack.frames) {
    auto own = to_own(code, id, frame);
    if (!own) continue;
    if (*own == last) {
      ++repeated;
      continue;
    }
    end_repetition();
    append_line(out, *own);
    last = std::move(*own);
  }
  end_repetition();
  return out;
}

// A line of a race report: "      /w/a.go:8 +0x7b".
std::optional<location> race_frame(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('/')) return std::nullopt;
  const auto position = compiler_position(line.substr(0, line.rfind(" +0x")));
  return position ? std::optional<location>{position->where} : std::nullopt;
}

// Of a deadlock in a bubble of testing/synctest the runtime raises the panic in the test's own goroutine.
bool is_bubble_deadlock(const panic_trace& report) {
  return report.message.starts_with("panic: deadlock: ");
}

// The only goroutine of the project that such a deadlock blocks; null: there are several, or none.
const goroutine_stack* blocked_in_bubble(const place_resolver& code, const test_id& id,
                                         const panic_trace& report) {
  const goroutine_stack* only = nullptr;
  for (const auto& stack : report.goroutines) {
    if (stack.title.find("synctest bubble") == std::string_view::npos || own_frames(code, id, stack).empty())
      continue;
    if (std::exchange(only, &stack) != nullptr) return nullptr;
  }
  return only;
}

}  // namespace

std::optional<panic_places> places_of_panic(const place_resolver& code, const test_id& id,
                                            const panic_trace& report) {
  const auto& stacks = report.goroutines;
  if (stacks.empty()) return std::nullopt;
  if (auto places = choose(own_frames(code, id, stacks.front()), id.name)) {
    const auto* blocked = is_bubble_deadlock(report) ? blocked_in_bubble(code, id, report) : nullptr;
    if (blocked != nullptr) places->raised_at = own_frames(code, id, *blocked).front().where();
    return places;
  }

  // A time-out or a deadlock: which goroutine runs this test is only certain where its function has the
  // test's name, or where a single one runs a test.
  std::optional<panic_places> only;
  bool several = false;
  for (const auto& stack : stacks) {
    const auto function = test_function(stack);
    if (function.empty() || waits_for_subtest(stack)) continue;
    auto places = choose(own_frames(code, id, stack), id.name);
    if (!places) continue;
    if (function == id.name) return places;
    several = several || only.has_value();
    only = std::move(places);
  }
  return several ? std::nullopt : only;
}

namespace {

// The goroutine whose stack tells what happened: the first, if it panicked; after a timeout or a deadlock,
// which dump all goroutines, the only one of the project. Null: there are several, or none.
const goroutine_stack* telling_one(const place_resolver& code, const test_id& id, const panic_trace& report) {
  const auto& all = report.goroutines;
  if (all.empty()) return nullptr;
  if (is_bubble_deadlock(report)) return blocked_in_bubble(code, id, report);
  const auto is_own = [&](const auto& stack) { return !own_frames(code, id, stack).empty(); };
  const bool panicked = report.message.starts_with("panic: ") && !report.test_timeout;
  if (panicked && is_own(all.front())) return &all.front();
  const auto only = std::find_if(all.begin(), all.end(), is_own);
  if (only == all.end() || std::any_of(only + 1, all.end(), is_own)) return nullptr;
  return &*only;
}

}  // namespace

failure_stack own_stack(const place_resolver& code, const test_id& id, const panic_trace& report) {
  failure_stack out;
  const auto* stack = telling_one(code, id, report);
  if (stack == nullptr) return out;
  for (const auto& frame : stack->frames) {
    if (auto own = to_own(code, id, frame))
      out.add(std::string{within_package(own->function)}, own->where());
    else
      ++out.others;
  }
  return out;
}

std::string own_frames(const place_resolver& code, const test_id& id, const panic_trace& report) {
  std::string out;
  if (telling_one(code, id, report) != nullptr) return out;
  for (const auto& stack : report.goroutines) {
    const auto frames = own_frame_lines(code, id, stack);
    if (frames.empty()) continue;
    out.append(stack.title).append("\n").append(frames);
    if (out.size() > max_frames) return out += "…\n";
  }
  return out;
}

std::optional<race_report> read_races(const place_resolver& code, const test_id& id,
                                      std::string_view printed) {
  constexpr std::string_view begin = "WARNING: DATA RACE", rule = "==================";
  if (printed.find(begin) == std::string_view::npos) return std::nullopt;
  race_report report;
  std::vector<own_frame> accesses;
  std::string heading;
  bool within = false, of_first = true;
  std::string_view function, line;
  while (next_line(printed, line)) {
    const auto said = trimmed(line);
    if (said == begin) within = true;
    if (said == rule) {
      of_first = of_first && !within;
      within = false;
    }
    if (!within || said.empty()) continue;
    const auto place = race_frame(line);
    if (!place && line.starts_with("  ")) {
      function = said;
    } else if (!place) {
      heading = std::string{said} + "\n";
      // A goroutine's creator matters only if it is in the project; an access to the memory always matters.
      if (said.find(" created at:") == std::string_view::npos && report.text.size() < max_frames)
        report.text += std::exchange(heading, {});
    } else if (auto own = to_own(code, id, {function, place->file.string(), place->line})) {
      if (report.text.size() < max_frames) {
        report.text += std::exchange(heading, {});
        append_line(report.text, *own);
      }
      if (of_first) accesses.push_back(std::move(*own));
    }
  }
  if (report.text.empty()) return std::nullopt;
  if (auto places = choose(accesses, id.name)) report.places = std::move(*places);
  return report;
}

}  // namespace covey::parsers::languages::go
