#include "parsers/languages/julia/fault.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

namespace covey::parsers::languages::julia {
namespace {

constexpr std::size_t max_frames = 30;

std::string_view next_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// `signal (15): Terminated`, since 1.9 `[4711] signal 11 (1): Segmentation fault`: the part after the colon.
std::string_view signal_in(std::string_view line) {
  if (line.starts_with('[')) line.remove_prefix(std::min(line.size(), line.find("] ") + 2));
  constexpr std::string_view signal = "signal ";
  if (!line.starts_with(signal)) return {};
  line.remove_prefix(signal.size());
  const auto colon = line.find(": ");
  if (line.find_first_of("0123456789") > 1 || colon == std::string_view::npos) return {};
  return line.substr(colon + 2);
}

// `f at /w/src/a.jl:3 [inlined]`, `in expression starting at /w/a.jl:1`
std::optional<fault_frame> frame_in(std::string_view line) {
  constexpr std::string_view inlined = " [inlined]";
  constexpr std::string_view at = " at /";
  if (line.ends_with(inlined)) line.remove_suffix(inlined.size());
  const auto path = line.find(at);
  const auto colon = line.rfind(':');
  if (path == std::string_view::npos || colon == std::string_view::npos || colon < path) return std::nullopt;
  fault_frame out;
  out.function = line.substr(0, path);
  out.where.file = std::string{line.substr(path + at.size() - 1, colon - path - at.size() + 1)};
  const auto* const end = line.data() + line.size();
  const auto [stopped, error] = std::from_chars(line.data() + colon + 1, end, out.where.line);
  if (error != std::errc{} || stopped != end || out.where.line == 0) return std::nullopt;
  return out;
}

constexpr std::string_view started = "in expression starting";  // the statement of a file that runs
constexpr std::string_view top_level = "top-level scope";

bool is_of_body(const fault_frame& frame) {
  return frame.function == top_level || frame.function == "macro expansion";
}

std::string shown(const fault_report& fault) {
  std::string out = "signal: " + fault.what + "\n";
  for (const auto& frame : fault.frames)
    out += "  " + frame.where.file.string() + ":" + std::to_string(frame.where.line) +
           (is_of_body(frame) ? "" : " in " + frame.function) + "\n";
  return out;
}

}  // namespace

fault_report read_fault(const std::string& root, std::string_view text) {
  fault_report out;
  std::optional<fault_frame> statement;  // the innermost file's: code at its top may have no frames
  while (!text.empty() && out.frames.size() < max_frames) {
    const auto line = next_line(text);
    if (out.what.empty()) out.what = signal_in(line);
    auto frame = out.what.empty() ? std::nullopt : frame_in(line);
    if (!frame) continue;
    auto below = path_below(root, normal_path(frame->where.file));
    if (!below || below->empty()) continue;
    frame->where.file = std::move(*below);
    if (frame->function == started) {
      frame->function = top_level;
      statement = std::move(frame);
    } else {
      out.frames.push_back(std::move(*frame));
    }
  }
  const bool has_top = std::ranges::any_of(out.frames, [](const auto& frame) { return frame.function == top_level; });
  if (statement && !has_top) out.frames.push_back(std::move(*statement));
  return out;
}

void add_fault(const std::string& root, std::string_view text, failure& to) {
  const auto fault = read_fault(root, text);
  const bool hung = to.kind == failure_kind::timeout;
  // "Terminated" can diagnose a timeout only, any other signal a crash only.
  if (fault.what.empty() || (fault.what == "Terminated") != hung) return;
  if (!hung) {
    to.message += ": " + fault.what;
    to.output = shown(fault);
  }
  const auto& frames = fault.frames;
  if (frames.empty()) return;
  const auto& in = frames.front();
  // The top of a file that the test includes is the test's own code, too.
  const auto body = std::find_if(frames.begin(), frames.end(), [&](const auto& frame) {
    return frame.where.file == to.where.file ? is_of_body(frame) && frame.where.line >= to.where.line
                                             : frame.function == top_level;
  });
  const bool is_outer = std::any_of(frames.begin(), body, [&](const auto& frame) { return frame.where.file == to.where.file; });
  if (body != frames.end() && (!is_outer || body->where.file == to.where.file)) to.where = body->where;
  if (in.where == to.where) return;
  to.message += ", in " + (is_of_body(in) ? "" : in.function + " ") + "(" + in.where.file + ":" +
                std::to_string(in.where.line) + ")";
  to.raised_at = in.where;
}

}  // namespace covey::parsers::languages::julia
