#include "parsers/languages/node/shell.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/languages/node/script/strip_wrappers.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/shell_line.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <array>
#include <cctype>

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

// scripts.test; "" without one.
std::string script_of(std::string_view package) {
  boost::system::error_code ec;
  const auto read = boost::json::parse(package, ec);
  const auto* all = ec || !read.is_object() ? nullptr : read.get_object().if_contains("scripts");
  return all == nullptr || !all->is_object() ? std::string{} : text_at(all->get_object(), "test");
}

// The parts of a full name stand in a label with others between them; some runners know no case.
bool select_by_name(shell_run& run, std::string pattern) {
  if (pattern.find_first_of("^$.*+?()[]{}|\\'!/") != std::string::npos) return false;
  for (auto& c : pattern) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (std::size_t at = 0; at < pattern.size();) {
    const auto end = std::min(pattern.find(' ', at), pattern.size());
    if (end > at)
      run.query.append(run.query.empty() ? "" : " ")
          .append(term_containing(std::string_view{pattern}.substr(at, end - at)));
    at = end + 1;
  }
  return !run.query.empty();
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
  for (const auto& word : read->words) out.paths.push_back({word, true, true});
  return out;
}

bool includes(std::string_view package, const shell_run& typed) {
  const bool whole = typed.paths.empty() && typed.query.empty();
  if (typed.runner.empty() ? whole : !typed.paths.empty()) return true;  // covey lists the files, or not
  const auto script = script_of(package);
  if (script.empty()) return !typed.runner.empty();
  const auto commands = shell_commands(script);
  if (commands.size() != 1) return false;
  auto words = commands.front().words;
  std::string_view runner;
  if (!drop_runner(words, runner, true) || (!typed.runner.empty() && typed.runner != runner)) return false;
  const auto read = read_shell_words(words, flags);
  return read && read->words.empty() && read->rest.empty();
}

}  // namespace covey::parsers::languages::node
