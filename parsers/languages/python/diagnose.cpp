#include "parsers/languages/python/diagnose.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>

namespace covey::parsers::languages::python {
namespace {

constexpr int no_tests_found = 5;  // pytest's exit code, and unittest's since Python 3.12

using lines_view = std::span<const std::string_view>;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const auto end = text.find('\n');
    auto line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    out.push_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
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
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), out.line);
  if (error == std::errc{}) rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  while (!rest.empty() && (rest.front() == ':' || rest.front() == ' ')) rest.remove_prefix(1);
  if (rest.empty()) return std::nullopt;
  text = rest;
  return out;
}

// Whether argparse names a program so: "pytest", "python3 -m pytest", "python -m unittest discover".
bool is_program(std::string_view text) {
  return text.find(' ') == std::string_view::npos ||
         (starts_with(text, "python") && starts_with(text.substr(text.find(' ')), " -m "));
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
    if (constexpr std::string_view file = "  inifile: "; out && starts_with(line, file))
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
    if (starts_with(line, "Traceback (most recent call last)")) {
      out.emplace();
    } else if (out && starts_with(line, frame)) {
      const auto name = line.substr(frame.size(), line.find('"', frame.size()) - frame.size());
      const auto at = line.find(number);
      const auto inside = path_below(root, normal_path(name));
      if (!inside || at == std::string_view::npos || inside->find("site-packages/") != std::string::npos)
        continue;
      out->where.file = *inside;
      std::from_chars(line.data() + at + number.size(), line.data() + line.size(), out->where.line);
    } else if (out && !line.empty() && line.front() != ' ' && out->message.empty()) {
      out->message = line;
    }
  }
  return out && !out->message.empty() ? out : std::nullopt;
}

std::string first_filled(lines_view lines) {
  const auto at = std::find_if(lines.begin(), lines.end(), [](auto line) { return !line.empty(); });
  return at == lines.end() ? "" : " " + std::string{at->substr(std::min(at->find_first_not_of(' '), at->size()))};
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
    if (!starts_with(lines[at], mark)) continue;
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

}  // namespace covey::parsers::languages::python
