#include "parsers/languages/rust/output/panic.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <optional>
#include <tuple>

namespace covey::parsers::languages::rust {
namespace {

constexpr std::string_view trace_head = "stack backtrace:";
constexpr std::string_view error_trace_head = "Stack backtrace:";  // of an error with a backtrace: anyhow
constexpr std::string_view trace_hint = "note: run with `RUST_BACKTRACE=";
constexpr std::string_view trace_end = "note: Some details are omitted";

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::string_view line; next_line(text, line);) out.push_back(line);
  return out;
}

struct header {
  std::string_view thread;
  std::string_view rest;  // what follows "panicked at "
};

// "thread 'tests::eq' (23917) panicked at …"; with the number since Rust 1.92. The line may begin with text
// that a test printed without a line end.
std::optional<header> read_header(std::string_view line) {
  constexpr std::string_view begin = "thread '", verb = "panicked at ";
  const auto at = line.rfind(verb);
  if (at == std::string_view::npos) return std::nullopt;
  auto before = line.substr(0, at);
  if (!before.ends_with(" ")) return std::nullopt;
  before.remove_suffix(1);
  if (before.ends_with(")")) {
    const auto open = before.rfind(" (");
    if (open == std::string_view::npos) return std::nullopt;
    before = before.substr(0, open);
  }
  const auto start = before.rfind(begin);
  if (start == std::string_view::npos || !before.ends_with("'")) return std::nullopt;
  const auto name = before.substr(start + begin.size());
  if (name.empty()) return std::nullopt;
  return header{name.substr(0, name.size() - 1), line.substr(at + verb.size())};
}

class reader {
 public:
  explicit reader(std::string_view text) : lines_(lines_of(text)) {}

  std::vector<panic_report_of_test> read() {
    std::vector<panic_report_of_test> out;
    while (at_ < lines_.size()) {
      const auto found = read_header(lines_[at_]);
      auto panic = found ? read_panic(*found) : std::nullopt;
      if (panic)
        out.push_back(std::move(*panic));
      else
        ++at_;
    }
    return out;
  }

 private:
  std::optional<panic_report_of_test> read_panic(const header& from) {
    panic_report_of_test out;
    out.thread = from.thread;
    const auto begin = at_;
    auto rest = from.rest;
    const bool colon = rest.ends_with(":");
    if (colon) rest.remove_suffix(1);
    if (const auto place = colon ? read_place(rest) : std::nullopt) {
      std::tie(out.where, out.column) = *place;
      ++at_;
      out.message = message();
    } else if (!old_form(from.rest, out)) {
      at_ = begin;
      return std::nullopt;
    }
    if (at_ < lines_.size() && lines_[at_] == trace_head) frames(out.frames);
    return out;
  }

  bool message_ends() const {
    const auto line = lines_[at_];
    if (line == trace_head || line.starts_with(trace_hint) || read_header(line)) return true;
    return line.empty() && at_ + 1 < lines_.size() && read_header(lines_[at_ + 1]);
  }

  std::string message() {
    std::string out;
    for (; at_ < lines_.size() && !message_ends(); ++at_) out += std::string{lines_[at_]} + "\n";
    return std::string{stripped(out)};
  }

  // Before Rust 1.73: 'message', src/lib.rs:24:5. The message may have many lines.
  bool old_form(std::string_view rest, panic_report_of_test& out) {
    if (!rest.starts_with("'")) return false;
    std::string text{rest.substr(1)};
    constexpr std::size_t max = 20'000;
    for (auto count = lines_.size(); ++at_ <= count;) {
      const auto end = text.rfind("', ");
      if (end != std::string::npos)
        if (const auto place = read_place(std::string_view{text}.substr(end + 3))) {
          std::tie(out.where, out.column) = *place;
          out.message = stripped(std::string_view{text}.substr(0, end));
          return true;
        }
      if (at_ == count || text.size() > max) return false;
      text += "\n" + std::string{lines_[at_]};
    }
    return false;
  }

  // An inlined function has no frame number of its own.
  static std::string_view without_number(std::string_view line) {
    const auto digits = line.find_first_not_of("0123456789");
    const bool numbered =
        digits != std::string_view::npos && digits > 0 && line.substr(digits).starts_with(": ");
    return numbered ? line.substr(digits + 2) : line;
  }

  // "   4: a::tests::eq" and below it "             at ./src/lib.rs:25:19".
  void frames(std::vector<panic_frame>& out) {
    for (++at_; at_ < lines_.size() && lines_[at_].starts_with(" "); ++at_) {
      const auto line = stripped(lines_[at_]);
      if (line.starts_with("at ") && !out.empty()) {
        if (auto place = read_place(line.substr(3)))
          std::tie(out.back().where, out.back().column) = std::move(*place);
      } else {
        out.push_back({std::string{without_number(line)}, {}});
      }
    }
  }

  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;
};

}  // namespace

std::string_view stripped(std::string_view text) {
  return trimmed(text, " \n");
}

location absolute_place(std::string_view base, const location& place) {
  return {absolute_source(base, place.file), place.line};
}

std::string absolute_source(std::string_view base, std::string_view path) {
  return path.starts_with("/") ? normal_path(path) : normal_path(std::string{base} + "/" + std::string{path});
}

std::optional<std::pair<location, std::uint32_t>> read_place(std::string_view text) {
  std::uint32_t numbers[2] = {0, 0};
  for (auto& number : numbers) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0 || !read_number(text.substr(colon + 1), number))
      return std::nullopt;
    text = text.substr(0, colon);
  }
  return std::pair{location{std::string{text}, numbers[1]}, numbers[0]};
}

std::vector<panic_report_of_test> find_panics(std::string_view text) {
  return reader{text}.read();
}

std::string printed_beside(std::string_view text, const failure& told) {
  if (!told.diff.empty() || read_expect_test(text)) return {};
  const auto is_said = [&](std::string_view line) {
    if (told.message.find(line) != std::string::npos) return true;
    for (const std::string_view side : {"left: ", "right: "})
      if (line.starts_with(side)) line.remove_prefix(side.size());
    return (told.actual && told.actual->find(line) != std::string::npos) ||
           (told.expected && told.expected->find(line) != std::string::npos);
  };
  std::string out;
  bool in_trace = false, in_report = false;
  for (const auto line : lines_of(text)) {
    const bool head = line == trace_head || line == error_trace_head;
    const bool hint = line.starts_with(trace_end) || line.starts_with(trace_hint);
    in_trace = head || (in_trace && line.starts_with(" "));
    if (const auto report = read_header(line)) {
      // The test printed the text before it in the line.
      const auto begin = line.rfind("thread '", line.rfind("panicked at "));
      if (begin > 0) out += std::string{line.substr(0, begin)} + "\n";
      in_report = true;
      continue;
    }
    if (head || hint) in_report = false;
    if (in_trace || head || hint) continue;
    // The error that a test returned.
    if (line.starts_with("Error: ") && is_said(line.substr(7))) continue;
    in_report = in_report && is_said(stripped(line));
    if (!in_report) out += std::string{line} + "\n";
  }
  return std::string{stripped(out)};
}

std::string with_short_backtraces(std::string_view text) {
  std::string out;
  std::string_view frame;  // the line that names it; its place follows
  bool in_trace = false;
  for (const auto line : lines_of(text)) {
    const bool head = line == trace_head || line == error_trace_head;
    in_trace = head || (in_trace && line.starts_with(" "));
    if (head || line.starts_with(trace_end) || line.starts_with(trace_hint)) continue;
    if (!in_trace) {
      out += std::string{line} + "\n";
    } else if (!stripped(line).starts_with("at ")) {
      frame = line;
    } else if (stripped(line).starts_with("at ./")) {
      out += std::string{frame} + "\n" + std::string{line} + "\n";
    }
  }
  return std::string{stripped(out)};
}

namespace {

// "    3     3 │-apple" without the line numbers of both texts; headers as in a unified diff.
std::string without_gutter(std::string_view line) {
  constexpr std::string_view bar = " │";
  if (line == "-old snapshot") return "--- snapshot";
  if (line == "+new results") return "+++ new result";
  const auto at = line.find(bar);
  if (at == std::string_view::npos ||
      line.substr(0, at).find_first_not_of(" 0123456789") != std::string_view::npos)
    return std::string{line};
  return std::string{line.substr(at + bar.size())};
}

// Returns the text between two marks; `text` becomes the rest, which begins with the second mark.
std::optional<std::string_view> take_between(std::string_view& text, std::string_view begin,
                                             std::string_view end) {
  const auto at = text.find(begin);
  if (at == std::string_view::npos) return std::nullopt;
  const auto rest = text.substr(at + begin.size());
  const auto stop = rest.find(end);
  if (stop == std::string_view::npos) return std::nullopt;
  text = rest.substr(stop);
  return rest.substr(0, stop);
}

}  // namespace

std::optional<expect_test> read_expect_test(std::string_view printed) {
  constexpr std::string_view title = "error: expect test failed\n   --> ";
  constexpr std::string_view expect = "\nExpect:\n----\n", actual = "\n----\n\nActual:\n----\n",
                             diff = "\n----\n\nDiff:\n----\n";
  const auto place = take_between(printed, title, "\n");
  if (!place) return std::nullopt;
  const auto wanted = take_between(printed, expect, actual), got = take_between(printed, actual, diff);
  if (!wanted || !got) return std::nullopt;
  expect_test out{{}, std::string{*wanted}, std::string{*got}};
  if (auto found = read_place(*place)) out.where = std::move(found->first);
  return out;
}

std::string insta_diff(std::string_view printed) {
  constexpr std::string_view title = " Snapshot Summary ", end = "Stopped on the first failure", rule = "──";
  const auto at = printed.rfind(title);
  if (at == std::string_view::npos) return {};
  auto rest = printed.substr(at);
  std::string_view line;
  next_line(rest, line);
  rest = rest.substr(0, std::min(rest.find(end), rest.find("\nthread '")));
  std::string out;
  bool begun = false;
  while (next_line(rest, line)) {
    begun = begun || line.starts_with("-old") || line.starts_with("+new");
    if (begun && !line.starts_with(rule)) out += without_gutter(line) + "\n";
  }
  out.erase(out.find_last_not_of(" \n") + 1);
  const bool has_old = !out.starts_with('+');
  return has_old ? out : "there is no such snapshot yet\n" + out;
}

std::string googletest_messages(std::string_view printed) {
  constexpr std::string_view begin = "Value of: ", expected = "Expected: ", place = "  at ";
  std::string out, block;
  bool named = false;
  for (std::string_view line; next_line(printed, line);) {
    if (line.starts_with(begin)) {
      block.clear();
      named = false;
    }
    if (block.empty() && !line.starts_with(begin)) continue;
    block += std::string{line} + "\n";
    named = named || line.starts_with(expected);
    if (!named || !line.starts_with(place) || !read_place(line.substr(place.size()))) continue;
    out += (out.empty() ? "" : "\n") + std::exchange(block, {});
  }
  return std::string{stripped(out)};
}

location proptest_place(std::string_view message) {
  constexpr std::string_view begin = "Test failed: ", end = ".\nminimal failing input", separator = " at ";
  if (!message.starts_with(begin)) return {};
  message = message.substr(0, message.find(end));
  const auto at = message.rfind(separator);
  if (at == std::string_view::npos) return {};
  const auto place = message.substr(at + separator.size());
  const auto colon = place.rfind(':');
  location out;
  if (colon == std::string_view::npos ||
      place.substr(0, colon).find_first_of("\n ") != std::string_view::npos ||
      !read_number(place.substr(colon + 1), out.line))
    return {};
  out.file = std::string{place.substr(0, colon)};
  return out;
}

location place_line(std::string_view text) {
  for (std::string_view line; next_line(text, line);) {
    line = stripped(line);
    if (!line.starts_with("at ")) continue;
    if (auto place = read_place(line.substr(3))) return std::move(place->first);
  }
  return {};
}

}  // namespace covey::parsers::languages::rust
