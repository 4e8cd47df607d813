#include "parsers/languages/python/fault.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <charconv>
#include <optional>

namespace covey::parsers {
namespace {

constexpr std::string_view mark = "Fatal Python error: ";
constexpr std::size_t most_frames = 30;

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

bool is_library(std::string_view path) {
  return path.find("site-packages/") != std::string_view::npos ||
         path.find("dist-packages/") != std::string_view::npos;
}

void add_frame(const std::string& root, fault_frame&& frame, python_fault& to) {
  const auto path = normal_path(frame.where.file);
  const auto below = path.starts_with('/') ? path_below(root, path) : std::optional{path};
  if (!below || below->empty() || below->front() == '<' || is_library(*below)) {
    ++to.others;
  } else if (to.frames.size() < most_frames) {
    frame.where.file = *below;
    to.frames.push_back(std::move(frame));
  }
}

std::string shown(const python_fault& fault) {
  std::string out{mark};
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

}  // namespace

python_fault read_python_fault(const std::string& root, std::string_view text) {
  python_fault out;
  const auto at = text.rfind(mark);
  if (at == std::string_view::npos || (at > 0 && text[at - 1] != '\n')) return out;
  text.remove_prefix(at + mark.size());
  out.what = next_line(text);
  bool in_thread = false;  // only the one that it happened in, which comes as the current one
  while (!text.empty()) {
    const auto line = next_line(text);
    if (line.starts_with("Current thread ")) {
      in_thread = line.find("C stack") == std::string_view::npos;
    } else if (in_thread) {
      auto frame = frame_in(line);
      if (frame)
        add_frame(root, std::move(*frame), out);
      else if (!line.starts_with("  "))
        in_thread = false;
    }
  }
  return out;
}

void add_python_fault(const std::string& root, std::string_view text, failure& to) {
  const auto fault = read_python_fault(root, text);
  if (fault.what.empty()) return;
  to.message += ": " + fault.what;
  to.output = shown(fault);
  if (fault.frames.empty()) return;
  const auto& frames = fault.frames;
  const auto in_test = std::find_if(frames.rbegin(), frames.rend(), [&](const fault_frame& frame) {
    return frame.function == function_of(to.id.name);
  });
  if (in_test != frames.rend()) to.where = in_test->where;
  if (frames.front().where != to.where) to.raised_at = frames.front().where;
}

}  // namespace covey::parsers
