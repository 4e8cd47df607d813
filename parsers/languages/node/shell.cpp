#include "parsers/languages/node/shell.hpp"
#include "parsers/languages/node/package/package_facts.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/languages/node/script/script_reader.hpp"
#include "parsers/languages/node/script/strip_wrappers.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/shell_line.hpp"
#include <algorithm>
#include <array>

namespace covey::parsers::languages::node {
namespace {

constexpr std::array<std::string_view, 34> flags{
    // Whose value names tests.
    "-t=", "--testNamePattern=", "--test-name-pattern=", "-g=", "--grep=", "-f=", "--fgrep=", "--filter=",
    "-m=", "--match=",
    // Of output, and what covey does anyhow.
    "--run", "--verbose", "--silent", "--coverage", "--no-coverage", "--reporter=", "-R=", "--color",
    "--no-color", "--colors", "--ci", "--bail", "--bail=", "-b", "-A", "-i", "--runInBand",
    "--watchAll=", "--watch=", "--passWithNoTests", "--exit", "--test",
    "--test-reporter=", "--runTestsByPath"};
constexpr auto of_names = std::span{flags}.first<10>();

bool is_one_of(std::string_view word, std::span<const std::string_view> all) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

void drop(std::vector<std::string>& words, std::size_t count) {
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
}

bool drop_silence(std::vector<std::string>& words, std::size_t at) {
  constexpr std::array<std::string_view, 2> silent{"--silent", "-s"};
  if (at >= words.size() || !is_one_of(words[at], silent)) return false;
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

// `npm test -- WORDS`, `yarn run test WORDS`: leaves what the script's command gets.
bool drop_script_call(std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 5> managers{"npm", "yarn", "pnpm", "bun", "deno"};
  if (words.size() < 2 || !is_one_of(words[0], managers)) return false;
  const bool npm = words[0] == "npm";
  const bool by_run =
      words[1] == "run" || (npm && words[1] == "run-script") || (words[0] == "deno" && words[1] == "task");
  const bool own_test = words[0] == "bun" || words[0] == "deno";  // theirs is a runner
  const std::size_t name = by_run ? 2 : 1;
  if (name >= words.size() || (!by_run && own_test)) return false;
  if (words[name] != "test" && !(npm && !by_run && (words[name] == "t" || words[name] == "tst")))
    return false;
  drop(words, name + 1);
  if (!words.empty() && words[0] == "--") drop(words, 1);
  return true;
}

// `vitest run`; false: what another one does is no run of tests (`vitest bench`, `vitest watch`).
bool drop_subcommand(std::vector<std::string>& words) {
  constexpr std::array<std::string_view, 6> others{"watch", "dev", "bench", "related", "list", "init"};
  if (words.empty()) return true;
  if (words[0] == "run") drop(words, 1);
  return words.empty() || !is_one_of(words[0], others);
}

// Leaves what a runner gets; false: the words name none. `of_script`: covey runs it with the variables that it is given there.
bool drop_runner(std::vector<std::string>& words, std::string_view& runner, bool of_script = false) {
  if (words.size() > 1 && (words[0] == "yarn" || words[0] == "pnpm")) drop(words, 1);
  script_command one;
  one.words = words;
  while (unwrap(one)) {
  }
  strip_node_wrappers(one);
  if (one.words.empty() || (!of_script && !one.environment.empty()) || !one.wrapper.empty()) return false;
  for (const auto& program : read_programs())
    for (const auto command : program.commands) {
      if (!names_runner(one, command)) continue;
      words = one.arguments;
      runner = program.name;
      return program.name != "vitest" || drop_subcommand(words);
    }
  return false;
}

// Of `npm test`: covey runs all of its parts, and no package beside it. (deno names its tasks elsewhere.)
bool runs_all_of_script(std::string_view text) {
  const auto package = read_package_facts(text, {"package.json"});
  auto task = script_of(package, "test");
  if (task.empty() && !package_member(text, "tasks").empty()) return true;
  const auto parts = read_script(package, "test").commands;
  using kind = parsed_command::kind_type;
  return !task.empty() && std::none_of(parts.begin(), parts.end(), [](const auto& part) {
    return part.kind != kind::tests && part.kind != kind::step && part.kind != kind::unread;
  });
}

// A word: more of a full name may stand in several parts of a label.
bool select_by_name(shell_run& run, const std::string& pattern) {
  if (pattern.empty() || pattern.find_first_of("^$.*+?()[]{}|\\'!/ ") != std::string::npos) return false;
  run.query = term_containing(pattern);
  return true;
}

}  // namespace

std::optional<shell_run> read_command(const std::vector<std::string>& typed) {
  auto words = typed;
  while (drop_silence(words, 1)) {
  }
  shell_run out;
  if (!drop_script_call(words) && !drop_runner(words, out.runner)) return std::nullopt;
  while (drop_silence(words, 0)) {
  }
  const auto read = read_shell_words(words, flags);
  if (!read || !read->rest.empty()) return std::nullopt;
  for (const auto& [name, value] : read->flags) {
    if (name.starts_with("--watch") && value != "false") return std::nullopt;
    if (name == "-t=" && out.runner == "mocha") return std::nullopt;  // there it is a time
    if (is_one_of(name, of_names) && (!out.query.empty() || !select_by_name(out, value))) return std::nullopt;
  }
  // Some find a part of a path. Others take files, and of folders each what it will; so may a script.
  constexpr std::array<std::string_view, 3> finders{"jest", "vitest", "bun"};
  const bool finds = is_one_of(out.runner, finders);
  for (const auto& word : read->words) {
    if (!finds && base_name(word).find('.') == std::string_view::npos) return std::nullopt;
    out.paths.push_back({word, true, finds});
  }
  return out;
}

bool includes(std::string_view text, const shell_run& typed) {
  const bool by_script = typed.runner.empty();
  if (by_script && !runs_all_of_script(text)) return false;
  const bool whole = typed.paths.empty() && typed.query.empty();
  if (by_script ? whole : !typed.paths.empty()) return true;  // covey lists the files, or not
  const auto package = read_package_facts(text, {"package.json"});
  const std::string script{script_of(package, "test")};
  if (script.empty()) return !by_script;
  const auto commands = shell_commands(script);
  if (commands.size() != 1 || read_script(package, "test").commands.size() != 1)
    return false;  // there is a pretest
  auto words = commands.front().words;
  std::string_view runner;
  if (!drop_runner(words, runner, by_script) || (!by_script && typed.runner != runner)) return false;
  const auto read = read_shell_words(words, flags);
  return read && read->words.empty() && read->rest.empty();
}

}  // namespace covey::parsers::languages::node
