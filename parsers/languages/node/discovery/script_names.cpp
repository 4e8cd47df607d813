#include "parsers/languages/node/discovery/config.hpp"
#include "parsers/text/shell_line.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <array>

namespace covey::parsers::languages::node {
namespace {

constexpr std::array<std::string_view, 6> node_starters{"node", "nodejs", "tsx", "ts-node", "bun", "deno"};
// Flags without a value. After any other flag, a word counts as its value unless it is a pattern.
constexpr std::array<std::string_view, 12> lone_flags{"--test", "--recursive",   "--exit",  "--bail",
                                                      "-b",     "--watch",       "-w",      "--parallel",
                                                      "-p",     "--check-leaks", "--color", "--no-timeouts"};
constexpr std::array<std::string_view, 3> ignoring_flags{"--ignore", "--exclude", "--test-coverage-exclude"};

template <class List>
bool has(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

using files = test_program::files_type;

bool names_program(std::string_view word, files from) {
  for (const auto programs : {read_programs(), unread_programs()})
    for (const auto& program : programs)
      if (program.files == from && has(program.commands, word)) return true;
  return false;
}

// Where the arguments begin of a runner that takes its test files by name; 0: there is no such runner.
std::size_t arguments_from(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto name = base_name(words[i]);
    if (names_program(name, files::script)) return i + 1;
    const auto rest = words.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (has(node_starters, name) && std::find(rest, words.end(), "--test") != words.end()) return i + 1;
  }
  return 0;
}

bool runs_other_tests(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const auto& word) { return names_program(base_name(word), files::own); });
}

bool has_glob(std::string_view word) {
  return word.find('*') != std::string_view::npos;
}

}  // namespace

void read_script_names(std::string_view line, test_naming& into) {
  for (const auto& command : shell_commands(line)) {
    const auto& words = command.words;
    if (words.empty() || words.front() == "cd") return;  // what follows runs in another folder
    const auto from = arguments_from(words);
    if (from > 0 || runs_other_tests(words)) into.decided = false;
    for (auto i = from; from > 0 && i < words.size(); ++i) {
      const auto& word = words[i];
      if (word.starts_with('-') || word.starts_with('/') || word.find('$') != std::string::npos) continue;
      const auto& before = words[i - 1];
      const bool is_value = i > from && before.starts_with('-') && before.find('=') == std::string::npos &&
                            !has(lone_flags, before) && !before.starts_with("--no-");
      if (has(ignoring_flags, before) || (is_value && before != "--spec" && !has_glob(word))) continue;
      if (has_glob(word) || is_script(word)) into.add_glob(word);
    }
  }
}

}  // namespace covey::parsers::languages::node
