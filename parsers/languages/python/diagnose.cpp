#include "parsers/languages/python/diagnose.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

namespace covey::parsers::languages::python {
namespace {

constexpr int no_tests_found = 5;  // pytest's exit code, and unittest's since Python 3.12

using lines_view = std::span<const std::string_view>;

// The next line without its end; false: there is none left.
bool take_line(std::string_view& text, std::string_view& line) {
  const bool found = next_line(text, line);
  if (found && line.ends_with('\r')) line.remove_suffix(1);
  return found;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::string_view line; take_line(text, line);) out.push_back(line);
  return out;
}

std::string below(const std::string& root, std::string_view path) {
  const auto normal = normal_path(path);
  return path_below(root, normal).value_or(normal);
}

// "/w/pytest.ini:1: unexpected value continuation" -> the place, and the message without it.
std::optional<location> take_place(const std::string& root, std::string_view& text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || text.empty() || text.front() != '/') return std::nullopt;
  location out{below(root, text.substr(0, colon)), 0};
  auto rest = text.substr(colon + 1);
  take_number(rest, out.line);
  while (!rest.empty() && (rest.front() == ':' || rest.front() == ' ')) rest.remove_prefix(1);
  if (rest.empty()) return std::nullopt;
  text = rest;
  return out;
}

// Whether argparse names a program so: "pytest", "python3 -m pytest", "python -m unittest discover".
bool is_program(std::string_view text) {
  return text.find(' ') == std::string_view::npos ||
         (text.starts_with("python") && text.substr(text.find(' ')).starts_with(" -m "));
}

// "ERROR: usage: …", "prog: error: unrecognized arguments: --nope", "  inifile: /w/pytest.ini"
std::optional<failure> usage_error(const std::string& root, lines_view lines) {
  constexpr std::string_view mark = ": error: ";
  std::optional<failure> out;
  for (const auto line : lines) {
    const auto at = line.find(mark);
    if (!out && at != std::string_view::npos && is_program(line.substr(0, at))) {
      out.emplace();
      out->message = line.substr(at + mark.size());
    }
    if (constexpr std::string_view file = "  inifile: "; out && line.starts_with(file))
      if (const auto name = line.substr(file.size()); name != "None") out->where.file = below(root, name);
  }
  return out;
}

// The last line of a traceback, and its deepest frame in the project.
std::optional<failure> traceback(const std::string& root, lines_view lines) {
  constexpr std::string_view frame = "  File \"";
  constexpr std::string_view number = ", line ";
  std::optional<failure> out;
  for (const auto line : lines) {
    if (line.starts_with("Traceback (most recent call last)")) {
      out.emplace();
    } else if (out && line.starts_with(frame)) {
      const auto name = line.substr(frame.size(), line.find('"', frame.size()) - frame.size());
      const auto at = line.find(number);
      const auto inside = path_below(root, normal_path(name));
      if (!inside || at == std::string_view::npos || inside->find("site-packages/") != std::string::npos)
        continue;
      out->where.file = *inside;
      auto digits = line.substr(at + number.size());
      take_number(digits, out->where.line);
    } else if (out && !line.empty() && line.front() != ' ' && out->message.empty()) {
      out->message = line;
    }
  }
  return out && !out->message.empty() ? out : std::nullopt;
}

std::string first_filled(lines_view lines) {
  const auto at = std::find_if(lines.begin(), lines.end(), [](auto line) { return !line.empty(); });
  return at == lines.end() ? ""
                           : " " + std::string{at->substr(std::min(at->find_first_not_of(' '), at->size()))};
}

// What stands behind "ERROR: while parsing the following warning configuration:": the value, and below a line "This
// error occurred:" why it is refused, which may be a traceback.
std::string announced(const std::string& root, lines_view lines) {
  const auto why = std::find(lines.begin(), lines.end(), "This error occurred:");
  if (why == lines.end()) return first_filled(lines);
  const auto behind = lines.subspan(static_cast<std::size_t>(why - lines.begin()) + 1);
  const auto raised = traceback(root, behind);
  const auto value = first_filled(lines.first(lines.size() - behind.size() - 1));
  return value + ":" + (raised ? " " + raised->message : first_filled(behind));
}

std::optional<failure> plain_error(const std::string& root, lines_view lines) {
  constexpr std::string_view mark = "ERROR: ";
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (!lines[at].starts_with(mark)) continue;
    auto line = lines[at].substr(mark.size());
    failure out;
    out.where = take_place(root, line).value_or(location{});
    out.message = line;
    if (line.ends_with(':')) out.message += announced(root, lines.subspan(at + 1));
    return out;
  }
  return std::nullopt;
}

std::optional<failure> missing_module(lines_view lines) {
  constexpr std::string_view mark = ": No module named ";
  for (const auto line : lines) {
    const auto at = line.find(mark);
    if (at == std::string_view::npos || line.find(' ') < at) continue;
    failure out;
    out.message = line.substr(at + 2);
    return out;
  }
  return std::nullopt;
}

// "3" of "3 deselected in 0.02s"; empty: there is none.
std::string number_before(std::string_view text, std::string_view what) {
  const auto end = text.rfind(what);
  if (end == std::string_view::npos) return {};
  auto begin = end;
  while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
  return std::string{text.substr(begin, end - begin)};
}

}  // namespace

std::vector<failure> diagnose_ending(const std::string& root, const std::string& runner,
                                     const printed_text& said, const run_ending& ending) {
  const auto lines = lines_of(said.err);
  auto out = usage_error(root, lines);
  if (!out) out = plain_error(root, lines);
  if (!out) out = traceback(root, lines);
  if (!out) out = missing_module(lines);
  if (!out && ending.kind == run_ending::kind_type::exited && ending.value == no_tests_found) {
    out.emplace();
    const auto left_out = number_before(said.out, " deselected");
    out->message =
        !left_out.empty()
            ? runner + " ran no test: -k, -m or the like left out all " + left_out + " that it found"
            : runner + " found no tests: it looks for files " +
                  (runner == "pytest" ? "test_*.py and *_test.py, unless its configuration says otherwise"
                                      : "test*.py with classes of unittest.TestCase");
  }
  if (!out) return {};
  out->kind = failure_kind::error;
  out->id.group = runner;
  return {*std::move(out)};
}

namespace {

constexpr std::string_view mark = "Fatal Python error: ";
constexpr std::string_view stopped = "Stack (most recent call first):";
constexpr std::size_t max_faults = 100;
constexpr std::size_t max_frames = 30;

// `  File "/w/prod.py", line 3 in boom`
std::optional<fault_frame> frame_in(std::string_view line) {
  constexpr std::string_view file = "  File \"";
  constexpr std::string_view number = "\", line ";
  if (!line.starts_with(file)) return std::nullopt;
  const auto at = line.rfind(number);
  if (at == std::string_view::npos || at < file.size()) return std::nullopt;
  fault_frame out;
  out.where.file = std::string{line.substr(file.size(), at - file.size())};
  auto rest = line.substr(at + number.size());
  if (!take_number(rest, out.where.line)) return std::nullopt;
  constexpr std::string_view in = " in ";
  if (rest.starts_with(in)) out.function = rest.substr(in.size());
  return out;
}

// A line that no single process writes: two processes that were stopped at once wrote into one line.
bool is_mixed(std::string_view line, const std::optional<fault_frame>& frame) {
  if (!frame) return line != "  ...";
  return frame->function.empty() || frame->function.find(' ') != std::string::npos ||
         frame->where.file.string().find('"') != std::string::npos;
}

bool is_library(std::string_view path) {
  return path.find("site-packages/") != std::string_view::npos ||
         path.find("dist-packages/") != std::string_view::npos;
}

void add_frame(const std::string& root, fault_frame&& frame, fault_report& to) {
  const auto path = normal_path(frame.where.file);
  const auto below = path.starts_with('/') ? path_below(root, path) : std::optional{path};
  if (!below || below->empty() || below->front() == '<' || is_library(*below)) {
    ++to.others;
  } else if (to.frames.size() < max_frames) {
    frame.where.file = *below;
    to.frames.push_back(std::move(frame));
  }
}

std::string shown(const fault_report& fault) {
  std::string out{fault.what.empty() ? stopped : mark};
  out += fault.what;
  for (const auto& frame : fault.frames)
    out += "\n  " + frame.where.file.string() + ":" + std::to_string(frame.where.line) +
           (frame.function.empty() ? "" : " in " + frame.function);
  if (fault.others > 0) out += "\n  (" + std::to_string(fault.others) + " frames outside the project)";
  return out + "\n";
}

// "TestCart::test_total[2]" -> "test_total"
std::string_view function_of(std::string_view name) {
  name = name.substr(0, name.find('['));
  const auto at = name.rfind(':');
  return at == std::string_view::npos ? name : name.substr(at + 1);
}

auto frame_of_test(const fault_report& fault, const failure& of) {
  const auto function = function_of(of.id.name);
  return std::find_if(fault.frames.rbegin(), fault.frames.rend(),
                      [&](const fault_frame& frame) { return frame.function == function; });
}

// The last report that names the test; else, if it can belong to no other test (`only`), the last report.
const fault_report* fault_of(const std::vector<fault_report>& faults, const failure& of, bool only) {
  const bool hung = of.kind == failure_kind::timeout;
  const fault_report* named = nullptr;
  const fault_report* last = nullptr;
  for (const auto& one : faults) {
    if (one.what.empty() != hung) continue;
    last = &one;
    if (frame_of_test(one, of) != one.frames.rend()) named = &one;
  }
  return named != nullptr || !only ? named : last;
}

}  // namespace

std::vector<fault_report> read_faults(const std::string& root, std::string_view text) {
  std::vector<fault_report> out;
  bool mixed = false;
  bool in_thread = false;  // the faulting thread, printed as the current one; others are skipped
  for (std::string_view line; take_line(text, line);) {
    const bool fatal = line.starts_with(mark);
    if (fatal || line == stopped) {
      if (out.size() == max_faults) out.erase(out.begin());
      out.emplace_back();
      if (fatal) out.back().what = line.substr(mark.size());
      in_thread = !fatal;
    } else if (out.empty()) {
      continue;
    } else if (line.starts_with("Current thread ")) {
      in_thread = !out.back().what.empty() && line.find("C stack") == std::string_view::npos;
    } else if (in_thread) {
      auto frame = frame_in(line);
      if (line.starts_with("  ") && out.back().what.empty() && is_mixed(line, frame)) mixed = true;
      if (frame)
        add_frame(root, std::move(*frame), out.back());
      else if (!line.starts_with("  "))
        in_thread = false;
    }
  }
  const auto is_stop = [](const fault_report& one) { return one.what.empty(); };
  // A report without frames: they were printed below the next report's first line.
  mixed = mixed || std::any_of(out.begin(), out.end(), [&](const fault_report& one) {
            return is_stop(one) && one.frames.empty() && one.others == 0;
          });
  if (mixed) std::erase_if(out, is_stop);
  return out;
}

void add_fault(const std::string& root, std::string_view text, failure& to, bool only) {
  const auto faults = read_faults(root, text);
  const auto* fault = fault_of(faults, to, only);
  if (fault == nullptr) return;
  const auto& frames = fault->frames;
  if (!fault->what.empty()) {
    to.message += ": " + fault->what;
  } else if (!frames.empty()) {
    const auto& in = frames.front();
    to.message += ", in " + in.function + " (" + in.where.file + ":" + std::to_string(in.where.line) + ")";
  } else {
    return;
  }
  to.output = shown(*fault);
  if (frames.empty()) return;
  if (const auto in_test = frame_of_test(*fault, to); in_test != frames.rend()) to.where = in_test->where;
  if (frames.front().where != to.where) to.raised_at = frames.front().where;
}

}  // namespace covey::parsers::languages::python
