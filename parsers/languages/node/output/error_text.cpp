#include "parsers/languages/node/output/error_text.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/regex.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

constexpr auto npos = std::string_view::npos;

// "/w/a.js:3:5" or "file:///w/a.js:3" -> its place.
std::optional<location> place_in(std::string_view text, std::string_view base) {
  if (text.starts_with("file://")) text.remove_prefix(7);
  const bool relative = !text.starts_with('/');
  if (relative && (base.empty() || text.find(':') == npos)) return std::nullopt;
  std::array<std::uint32_t, 2> numbers{};
  std::size_t found = 0;
  while (found < numbers.size()) {
    const auto colon = text.rfind(':');
    if (colon == npos || !read_number(text.substr(colon + 1), numbers[found])) break;
    text = text.substr(0, colon);
    ++found;
  }
  if (found == 0) return std::nullopt;
  // "native:7:39" and "node:assert:50" are places in the runtime, not in a file.
  if (relative && (text.find(':') != npos || text.find('.') == npos)) return std::nullopt;
  const auto path = relative ? std::string{base} + "/" + std::string{text} : std::string{text};
  return location{normal_path(path), numbers[found - 1]};
}

// The name of an error class: a word that ends in "Error" or "Exception".
bool names_error(std::string_view word) {
  const bool letters = !word.empty() && std::ranges::all_of(word, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '$' || c == '.';
  });
  return letters && (word.ends_with("Error") || word.ends_with("Exception"));
}

// Passes each place and whether it is in a stack frame: the place of a syntax error or an uncaught error
// stands alone, before the source line it is about.
template <class Each>
void each_place(std::string_view text, std::string_view base, Each each) {
  for (std::string_view line; next_line(text, line);) {
    auto rest = trimmed(line);
    const bool frame = rest.starts_with("at ");
    if (frame) {
      // The first parenthesis before a path: the path may contain parentheses itself.
      auto open = std::min(rest.find("(/"), rest.find("(file:"));
      if (open == npos) open = rest.rfind('(');
      rest = rest.ends_with(')') && open != npos ? rest.substr(open + 1, rest.size() - open - 2)
                                                 : rest.substr(rest.rfind(' ') + 1);
    }
    if (auto place = place_in(rest, frame ? base : std::string_view{})) each(std::move(*place), frame);
  }
}

}  // namespace

std::vector<location> stack_places(std::string_view text, std::string_view base) {
  std::vector<location> out;
  each_place(text, base, [&](location place, bool) { out.push_back(std::move(place)); });
  return out;
}

std::optional<std::string> own_file(std::string_view file, std::string_view root) {
  auto below = path_below(root, file);
  const bool installed =
      below && (below->starts_with("node_modules/") || below->find("/node_modules/") != std::string::npos);
  return installed ? std::nullopt : below;
}

location own_place(std::string_view text, std::string_view root) {
  location alone;
  location framed;
  std::size_t of_framed = 0;
  bool same_file = false;
  bool over = false;
  each_place(text, {}, [&](const location& place, bool frame) {
    auto own = over ? std::nullopt : own_file(place.file, root);
    if (!own) return;
    if (!frame) {
      over = alone.line > 0 || framed.line > 0;
      if (!over) alone = {std::move(*own), place.line};
      return;
    }
    same_file = same_file || alone.file == *own;
    if (of_framed++ == 0) framed = {std::move(*own), place.line};
  });
  return alone.line > 0 && !same_file ? alone : framed;
}

std::string error_message(std::string_view text) {
  for (std::string_view line; next_line(text, line);)
    for (auto rest = trimmed(line); !rest.empty();) {
      const auto colon = rest.find(": ");
      if (colon == npos) break;
      auto head = rest.substr(0, colon);
      rest.remove_prefix(colon + 2);
      if (head.ends_with(']')) head = head.substr(0, head.rfind(" ["));  // "Error [ERR_X]: …"
      const auto name = head.substr(head.find_last_of(" (") + 1);
      if (names_error(name)) return (name == "Error" ? "" : std::string{name} + ": ") + std::string{rest};
    }
  return {};
}

std::string error_line(std::string_view text) {
  for (std::string_view line; next_line(text, line);)
    if (line.starts_with("error: ") && line.size() > 7) return std::string{line.substr(7)};
  return {};
}

// --- What a runner prints that ends before its reporter is loaded ---

namespace {

// The text between `first` and the next `second`, or up to the end.
std::string_view between(std::string_view text, std::string_view first, std::string_view second) {
  const auto at = text.find(first);
  if (at == npos) return {};
  text.remove_prefix(at + first.size());
  return text.substr(0, text.find(second));
}

std::string message_of(std::string_view said) {
  auto validation = between(said, "● Validation Error:\n", "Configuration Documentation");
  if (validation.empty())
    validation = between(said, "● Multiple configurations found:", "Configuration Documentation");
  validation.remove_prefix(std::min(validation.find_first_not_of(" \n"), validation.size()));
  if (!validation.empty()) return bounded_text(validation, max_failure_message);
  auto startup = between(said, " Startup Error ", "\n    at ");
  startup.remove_prefix(std::min(startup.find('\n'), startup.size()));
  startup.remove_prefix(std::min(startup.find_first_not_of(" \n"), startup.size()));
  if (startup.starts_with("Error: ")) startup.remove_prefix(7);
  return startup.empty() ? error_message(said) : bounded_text(startup, max_failure_message);
}

// Bundlers name a file relative to where they were started: "╭─[ vitest.config.js:3:8 ]",
// "vitest.config.js:3:7: ERROR: …".
location bundler_place(std::string_view said, std::string_view folder, std::string_view root) {
  auto named = between(said, "╭─[ ", " ]");
  for (std::string_view line; named.empty() && next_line(said, line);)
    if (line.find(": ERROR: ") != npos) named = line.substr(0, line.find(": ERROR: "));
  const auto found = stack_places("at " + std::string{named}, folder);
  if (found.empty()) return {};
  auto own = own_file(found.front().file, root);
  return own ? location{std::move(*own), found.front().line} : location{};
}

// jest's global set-up or teardown. Lines of the stack are not source lines, because jest transforms the file
// and maps lines only in tests. An .mjs is not transformed.
std::optional<failure> global_hook_failure(std::string_view err, std::string_view root) {
  const auto at = err.rfind("Jest: Got error running global");
  if (at == npos) return std::nullopt;
  const auto said = err.substr(at);
  failure out;
  out.kind = failure_kind::error;
  out.message = bounded_text(said.substr(0, said.find("\n    at ")), max_failure_message);
  out.where = own_place(said, root);
  if (out.where.file.empty())
    out.where.file = own_file(between(said, " - ", ", reason: "), root).value_or("");
  if (!out.where.file.ends_with(".mjs")) out.where.line = 0;
  out.id.group = "jest";
  out.output = bounded_text(said, max_failure_output);
  return out;
}

// An uncaught error ended jest's only process after the tests: Node's message comes last.
std::vector<failure> late_crash(std::string_view err, std::string_view root) {
  auto end = trimmed(err);
  end.remove_prefix(std::min(end.rfind('\n') + 1, end.size()));
  const auto at = err.rfind("\nRan all test suites");
  if (at == npos || !end.starts_with("Node.js v")) return {};
  const auto said = err.substr(std::min(err.find('\n', at + 1), err.size()));
  auto out = failure_of_runner("jest", error_message(said), said, root);
  for (auto& one : out) one.output = bounded_text(trimmed(said), max_failure_output);
  return out;
}

}  // namespace

std::vector<failure> failure_of_runner(std::string_view runner, std::string message, std::string_view said,
                                       std::string_view root) {
  if (message.empty()) return {};
  failure out;
  out.kind = failure_kind::error;
  out.message = std::move(message);
  out.where = own_place(said, root);
  out.id.group = runner;
  out.output = bounded_text(said, max_failure_output);
  return {std::move(out)};
}

std::vector<failure> diagnose_startup(const printed_text& said, std::string_view folder,
                                      std::string_view root, std::string_view runner) {
  constexpr std::array<std::string_view, 3> begun{"\nTest Suites:", "\n RUN ", "\nRUNS "};
  const auto err = plain_text(said.err);
  const auto all = "\n" + plain_text(said.out) + "\n" + err;
  const auto has = [&](std::string_view mark) { return all.find(mark) != std::string::npos; };
  if (auto hook = global_hook_failure(err, root)) return {std::move(*hook)};
  if (auto crash = late_crash(err, root); !crash.empty()) return crash;
  if (std::ranges::any_of(begun, has)) return {};
  auto out = failure_of_runner(runner, message_of(err), err, root);
  for (auto& one : out) {
    auto& where = one.where;
    if (where.file.empty()) where = bundler_place(err, folder, root);
    if (where.file.empty())
      where.file = own_file(between(err, "failed to load config from ", "\n"), root).value_or("");
  }
  return out;
}

// --- What a step prints that fails ---

namespace {

constexpr std::size_t max_errors = 20;
constexpr std::size_t max_line = 1000;  // bytes; a longer one is no tool's error
constexpr std::size_t max_output = 4 * 1024;

// How an error is told.
struct forms {
  using regex = boost::regex;
  // TypeScript: "src/a.ts(3,5): error TS2322: message", or for a terminal "src/a.ts:3:5 - error TS2322: message".
  regex compiler{R"(^(.+?)[(:](\d+)[,:]\d+(?:\):| -) (error TS.*)$)"};
  // standard, mypy: all in a line; xo, tsd, biome, svelte-check: what is wrong follows.
  regex placed{R"(^(?!node:|\S*://)([^\s:]*[./][^\s:]*):(\d+)(?::\d+)?(?:$|[\s:-]+(.*)$))"};
  regex below{R"(^[^\w/]*(\d+):\d+\s+(.+)$)"};           // eslint, stylelint, xo: below their file
  regex pointed{R"((?:^--> |-\[|─\[)([^\s:]+):(\d+))"};  // ruff, oxlint: below what is wrong
  regex unformatted{R"(^\[(?:warn|error)\] (\S+)$)"};    // prettier
  regex mild{R"(^(?:[Ww]arn|note|info|! |⚠)|\(warning\)$)"};
};

// The errors that a compiler prints, and of a check what any linter does; of warnings alone, if these made it fail.
class printed_errors {
 public:
  explicit printed_errors(bool of_check) : of_check_(of_check) {}

  void read(std::string_view text) {
    for (std::string_view line; next_line(text, line);)
      if (const auto said = trimmed(line); !said.empty() && said.size() <= max_line) take(std::string{said});
  }
  std::vector<failure> take_found() { return std::move(errors_.empty() ? warnings_ : errors_); }

 private:
  void take(const std::string& said) {
    boost::smatch is;
    const auto has = [&](const boost::regex& form) { return boost::regex_search(said, is, form); };
    const auto before = std::exchange(before_, said);
    const bool follows = std::exchange(follows_, false);
    if (has(forms_.compiler)) return add(is[1], is[2], is[3]);
    if (!of_check_) return;
    if (has(forms_.pointed)) return add(is[1], is[2], before);
    if (has(forms_.placed)) {
      file_ = is[1];
      line_ = is[2];
      follows_ = is[3].length() == 0 || is[3].str().find("━") != npos;
      if (!follows_) add(file_, line_, is[3]);
    } else if (!file_.empty() && has(forms_.below)) {
      add(file_, is[1], is[2]);
    } else if (follows && (is_marked(said) || said.starts_with("Error") || said.starts_with("Warn"))) {
      add(file_, line_, said);
    } else if (has(forms_.unformatted)) {
      add(is[1], "0", "is not formatted");
    } else if (said.find_first_of(" \t") == npos && said.find_first_of("./") != npos) {
      file_ = said;
    }
  }

  // "✖ Unexpected", "x Unexpected", "! Unused"
  static bool is_marked(std::string_view said) {
    const auto mark = said.substr(0, said.find(' '));
    return mark == "x" || mark == "!" || (mark.size() < 4 && !is_ascii(mark));
  }

  void add(const std::string& file, const std::string& line, const std::string& said) {
    failure out;
    out.where.file = file;
    std::from_chars(line.data(), line.data() + line.size(), out.where.line);
    out.message = one_line(said);
    const bool warns = boost::regex_search(out.message, forms_.mild);
    if (is_marked(out.message)) out.message.erase(0, out.message.find(' ') + 1);
    (warns ? warnings_ : errors_).push_back(std::move(out));
  }

  forms forms_;
  bool of_check_;
  std::string file_, line_;  // of what follows
  bool follows_ = false;     // what is wrong there
  std::string before_;       // the line before
  std::vector<failure> errors_, warnings_;
};

}  // namespace

std::vector<failure> step_failures(std::string_view name, std::string_view out_text,
                                   std::string_view err_text, const run_ending& ending,
                                   std::string_view folder, std::string_view root, bool is_check) {
  const auto out = plain_text(out_text);
  const auto err = plain_text(err_text);
  printed_errors said{is_check};
  said.read(out);
  if (is_check) said.read(err);
  auto found = said.take_found();
  if (found.size() > max_errors) {
    found[max_errors - 1].message += "\n" + std::to_string(found.size() - max_errors) + " more errors of `" +
                                     std::string{name} + "` are in its output";
    found.resize(max_errors);
  }
  for (auto& one : found) {
    const auto file =
        normal_path(one.where.file.starts_with('/') ? one.where.file.string()
                                                    : std::string{folder} + "/" + one.where.file);
    one.where.file = path_below(root, file).value_or(file);
  }
  if (found.empty()) {
    const auto& text = err.empty() ? out : err;
    failure whole;
    const bool killed = ending.kind == run_ending::kind_type::signalled;
    whole.message = std::string{name} + " ended with " + (killed ? "signal " : "exit code ") +
                    std::to_string(ending.value);
    if (!text.empty()) whole.message += ":\n" + bounded_text(text, max_output);
    whole.where = own_place(err, root);
    whole.output = bounded_text(out, max_output);
    found.push_back(std::move(whole));
  }
  for (auto& one : found) {
    one.kind = failure_kind::error;
    one.id = {std::string{name}, {}, " > "};
    one.runner = name;
  }
  return found;
}

}  // namespace covey::parsers::languages::node
