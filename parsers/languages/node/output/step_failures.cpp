#include "parsers/languages/node/output/step_failures.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/output/stack_text.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include "parsers/text/slices.hpp"
#include <boost/regex.hpp>
#include <charconv>
#include <string>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

constexpr auto npos = std::string_view::npos;
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
  regex below{R"(^[^\w/]*(\d+):\d+\s+(.+)$)"};             // eslint, stylelint, xo: below their file
  regex pointed{R"((?:^--> |-\[|─\[)([^\s:]+):(\d+))"};     // ruff, oxlint: below what is wrong
  regex unformatted{R"(^\[(?:warn|error)\] (\S+)$)"};       // prettier
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
