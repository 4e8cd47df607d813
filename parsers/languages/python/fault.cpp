#include "parsers/languages/python/fault.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <charconv>
#include <optional>

namespace covey::parsers::languages::python {
namespace {

constexpr std::string_view mark = "Fatal Python error: ";
constexpr std::string_view stopped = "Stack (most recent call first):";
constexpr std::size_t max_faults = 100;
constexpr std::size_t max_frames = 30;

std::string_view next_line(std::string_view& text) {
  const auto end = text.find('\n');
  auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

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
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), out.where.line);
  if (error != std::errc{}) return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
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
  while (!text.empty()) {
    const auto line = next_line(text);
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
