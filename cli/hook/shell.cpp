#include "cli/hook/shell.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/shell_line.hpp"
#include <algorithm>
#include <array>
#include <span>

namespace covey::cli {
namespace {

constexpr std::size_t max_line = std::size_t{64} << 10;  // a longer one is no command that somebody typed
constexpr int max_depth = 4;                             // of lines within lines

using words_view = std::span<const std::string>;

bool is_one_of(std::string_view word, std::span<const std::string_view> all) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

bool is_assignment(std::string_view word) {
  const auto equals = word.find('=');
  return equals != 0 && equals != std::string_view::npos &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// Variables that change what output looks like, and no verdict.
bool is_harmless(std::string_view assignment) {
  constexpr std::array<std::string_view, 5> everywhere{"NO_COLOR", "FORCE_COLOR", "CLICOLOR", "TERM",
                                                       "COLUMNS"};
  const auto name = assignment.substr(0, assignment.find('='));
  const auto all = parsers::all_languages();
  return is_one_of(name, everywhere) || std::any_of(all.begin(), all.end(), [&](const auto* one) {
           return is_one_of(name, one->output_variables);
         });
}

// `timeout -k 5 60`, `nice -n 5`, `time -p`: with their flags and their own operand. 0: it is none.
std::size_t words_of_wrapper(words_view words) {
  struct wrapper {
    std::string_view name;
    bool operand = false;                    // one word before the command
    std::vector<std::string_view> values{};  // flags whose value is the next word
  };
  static const std::vector<wrapper> known{{"timeout", true, {"-k", "-s", "--kill-after", "--signal"}},
                                          {"gtimeout", true, {"-k", "-s"}},
                                          {"nice", false, {"-n"}},
                                          {"stdbuf", false, {"-i", "-o", "-e"}},
                                          {"time"},
                                          {"command"},
                                          {"exec"},
                                          {"env"}};
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.name == words.front(); });
  if (found == known.end()) return 0;
  std::size_t at = 1;
  for (; at < words.size() && words[at].starts_with('-'); ++at)
    if (is_one_of(words[at], found->values)) ++at;
  return std::min(at + (found->operand ? 1 : 0), words.size());
}

// Takes away what leads to a command; false: it may change what the command does. `limit`: of `timeout 60`.
bool drop_leading(words_view& words, std::string& limit) {
  while (!words.empty()) {
    if (is_assignment(words.front())) {
      if (!is_harmless(words.front())) return false;
      words = words.subspan(1);
    } else if (const auto count = words_of_wrapper(words); count > 0) {
      // What `env` takes away is of no less weight than what it sets; `command -v` only asks.
      if (words.front().ends_with("timeout")) limit = words[count - 1];
      if ((words.front() == "env" || words.front() == "command") && count > 1) return false;
      words = words.subspan(count);
    } else {
      return true;
    }
  }
  return false;
}

// `set -e`, `set -euo pipefail`: when the shell gives up, and what it prints.
bool sets_what_ends_it(words_view typed) {
  return typed.size() > 1 && typed.front() == "set" &&
         std::all_of(typed.begin() + 1, typed.end(), [](std::string_view word) {
           return word == "pipefail" ||
                  (word.starts_with('-') && word.find_first_not_of("-euxo") == word.npos);
         });
}

// What changes the shell for the commands behind it: a variable, a folder that is kept, a name that means another thing.
bool changes_shell(const parsers::shell_command& command) {
  constexpr std::array<std::string_view, 12> words{"export", "unset", "alias", "source",
                                                   ".",      "set",   "shopt", "eval",
                                                   "pushd",  "popd",  "trap",  "deactivate"};
  const auto& typed = command.words;
  const auto assigned = std::find_if_not(typed.begin(), typed.end(), is_assignment);
  if (assigned == typed.end() || typed.front() == "COVEY_HOOK=0") return true;
  if (typed.front() == "cd") return typed.size() != 2 || typed[1].starts_with('-') || command.depth > 0;
  return is_one_of(typed.front(), words) && !sets_what_ends_it(typed);
}

// `source .venv/bin/activate`: nothing but that an interpreter is the first to be found.
bool is_activation(const parsers::shell_command& command) {
  const auto& typed = command.words;
  return command.depth == 0 && typed.size() == 2 && (typed[0] == "source" || typed[0] == ".") &&
         typed[1].ends_with("/bin/activate");
}

// Whether its output is only looked at, and not kept or worked on.
bool is_looked_at(const parsers::shell_command& command) {
  constexpr std::array<std::string_view, 14> readers{"head", "tail", "grep", "egrep", "rg", "cat", "sed",
                                                     "awk",  "cut",  "sort", "uniq",  "wc", "tr",  "less"};
  return !command.makes_file && !command.group_is_piped &&
         std::all_of(command.piped.begin(), command.piped.end(),
                     [&](const auto& words) { return !words.empty() && is_one_of(words.front(), readers); });
}

// The line of `bash -lc LINE`, or null.
const std::string* line_within(words_view words) {
  constexpr std::array<std::string_view, 4> shells{"sh", "bash", "zsh", "dash"};
  constexpr std::array<std::string_view, 3> flags{"-c", "-lc", "-ec"};
  const bool is =
      words.size() == 3 && is_one_of(parsers::base_name(words[0]), shells) && is_one_of(words[1], flags);
  return is ? &words[2] : nullptr;
}

std::string joined(const std::string& folder, std::string_view below) {
  return below.starts_with('/') || folder.empty() ? std::string{below} : folder + "/" + std::string{below};
}

// "test_sum[2]" is a pattern to a shell, but not to who typed it.
bool expands(const parsers::shell_command& command, words_view words) {
  return std::any_of(words.begin(), words.end(), [&](const auto& word) {
    return command.active.count(word) > 0 && word.find_first_of("*?$`~") != std::string::npos;
  });
}

// False: nothing of the line is to be answered.
bool read(std::string_view line, std::string folder, std::string beside, int depth,
          std::vector<typed_command>& into) {
  // The lines of a here-document are no commands.
  if (line.size() > max_line || depth > max_depth || line.find("<<") != std::string_view::npos) return false;
  for (const auto& command : parsers::shell_commands(line)) {
    if (parsers::is_compound(command) || command.background || command.before == "||") return false;
    if (is_activation(command) && !expands(command, command.words)) {
      if (command.before == ";" && !into.empty()) return false;  // the line would end with its status
      beside = joined(folder, command.words[1]);
      continue;
    }
    if (changes_shell(command)) return false;
    words_view words{command.words};
    std::string limit;
    if (!drop_leading(words, limit) || !is_looked_at(command)) {
      into.push_back({{}, folder, command.text, beside, {}, command.before});
      continue;
    }
    const bool expanded = expands(command, words);
    if (words.front() == "cd") {
      if (expanded || (command.before == ";" && !into.empty())) return false;
      folder = joined(folder, words[1]);
    } else if (const auto* inner = line_within(words)) {
      const auto first = into.size();
      if (expanded || !read(*inner, folder, beside, depth + 1, into)) return false;
      if (first < into.size()) into[first].before = command.before;
    } else {
      if (expanded) words = {};
      into.push_back({{words.begin(), words.end()}, folder, command.text, beside, limit, command.before});
    }
  }
  return true;
}

}  // namespace

std::vector<typed_command> commands_in(std::string_view line) {
  std::vector<typed_command> out;
  if (!read(line, {}, {}, 0, out)) out.clear();
  return out;
}

}  // namespace covey::cli
