#include "parsers/languages/node/script/script_command.hpp"
#include "parsers/text/path.hpp"
#include <boost/algorithm/string/split.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace covey::parsers::languages::node {
namespace {

using flag_names = std::span<const std::string_view>;

void drop(strings& words, std::size_t count) {
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(std::min(count, words.size())));
}

// How many words from `at` are flags and their values; a "--" is the last of them.
std::size_t flags_from(const strings& words, std::size_t at, flag_names with_value) {
  const auto begin = at;
  while (at < words.size() && words[at].size() > 1 && words[at].front() == '-') {
    if (words[at] == "--") return at + 1 - begin;
    at += is_one_of(words[at], with_value) ? 2u : 1u;
  }
  return std::min(at, words.size()) - begin;
}

// clang-format off
constexpr std::array<std::string_view, 13> node_values{
    "-r", "--require", "--import", "--loader", "--experimental-loader", "-C", "--conditions", "--env-file",
    "--env-file-if-exists", "--test-reporter", "--test-reporter-destination", "--stack-trace-limit",
    "--max-old-space-size"};
constexpr std::array<std::string_view, 4> npx_values{"-p", "--package", "-w", "--workspace"};
constexpr std::array<std::string_view, 25> c8_values{
    "-r", "--reporter", "-c", "--config", "--report-dir", "--reports-dir", "-o", "--src", "-n", "--include", "-x",
    "--exclude", "-e", "--extension", "--lines", "--branches", "--functions", "--statements", "--temp-directory",
    "--temp-dir", "-t", "--nycrc-path", "--cwd", "--watermarks", "--wrapper-length"};
// clang-format on

// "node_modules/.bin/jest", "./node_modules/jest/bin/jest.js" -> "jest"; "": no runner's own file.
std::string command_of_file(std::string_view file) {
  for (const std::string_view printed : {"$(npm bin)/", "`npm bin`/", "$(yarn bin)/", "`yarn bin`/"})
    if (file.starts_with(printed)) return std::string{file.substr(printed.size())};
  constexpr std::string_view folder = "node_modules/";
  const auto at = file.rfind(folder);
  if (at == npos) return {};
  file.remove_prefix(at + folder.size());
  if (file.starts_with(".bin/")) return std::string{file.substr(5)};
  const auto package = file.substr(0, file.find('/'));
  if (package == "jest-cli") return "jest";
  if (file.find("/_mocha") != npos) return "mocha";
  return package.starts_with('@') ? std::string{} : std::string{package};
}

void unwrap_variable(script_command& command) {
  const auto& first = command.words.front();
  const auto equals = first.find('=');
  if (const auto active = command.active.find(first); active != command.active.end())
    command.active_variables[first.substr(0, equals)] = active->second.substr(equals + 1);
  command.environment.emplace_back(first.substr(0, equals), first.substr(equals + 1));
  drop(command.words, 1);
}

// `env -u NAME A=1 cmd`, `cross-env A=1 cmd`, `time cmd`
bool unwrap_environment(script_command& command) {
  static constexpr std::array<std::string_view, 4> values{"-u", "--unset", "-C", "--chdir"};
  auto& words = command.words;
  if (!is_one_of(words.front(), {"cross-env", "cross-env-shell", "env", "time", "exec", "command", "nice"}))
    return false;
  drop(words, 1 + flags_from(words, 1, values));
  return true;
}

// `npx`, `npm exec`, `bunx`, …; "jest@29" is jest.
bool unwrap_package_runner(script_command& command) {
  auto& words = command.words;
  std::size_t count = 0;
  if (is_one_of(words.front(), {"npx", "bunx", "pnpx"}))
    count = 1;
  else if (is_one_of(words.front(), {"npm", "pnpm", "yarn", "bun"}) && words.size() > 2 &&
           is_one_of(words[1], {"exec", "x", "dlx"}))
    count = 2;
  else if (words.front() == "bun" && words.size() > 1 && words[1] == "--bun")
    count = words.size() > 2 && words[2] == "run" ? 3 : 2;
  if (count == 0) return false;
  drop(words, count + flags_from(words, count, npx_values));
  if (!words.empty())
    if (const auto at = words.front().find('@', 1); at != npos) words.front().resize(at);
  return true;
}

// The tests see what nyc requires, so it becomes a flag of node.
bool unwrap_coverage(script_command& command) {
  auto& words = command.words;
  if (!is_one_of(words.front(), {"c8", "nyc"})) return false;
  const bool nyc = words.front() == "nyc";
  std::vector<std::string_view> values{c8_values.begin(), c8_values.end()};
  if (nyc) values.insert(values.end(), {"--require", "-i", "--concurrency", "--cache-dir"});
  const auto flags = 1 + flags_from(words, 1, values);
  if (flags >= words.size() || is_one_of(words[flags], {"report", "check-coverage", "merge", "instrument"}))
    return false;
  for (std::size_t i = 1; nyc && i < flags; ++i) {
    const std::string_view word = words[i];
    if (is_one_of(word, {"--require", "-i"}) && i + 1 < flags)
      command.node_flags.insert(command.node_flags.end(), {"-r", words[i + 1]});
    else if (word.starts_with("--require="))
      command.node_flags.insert(command.node_flags.end(), {"-r", std::string{word.substr(10)}});
  }
  command.measured_by.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(flags));
  drop(words, flags);
  return true;
}

struct kept_program {
  std::string_view name;
  bool dashes;  // its command follows "--"
  std::vector<std::string_view> values;
};

// Wrappers that give the runner its variables or a display stay before it.
bool unwrap_kept(script_command& command) {
  static const std::vector<kept_program> known{{"dotenv", false, {"-e", "-v"}},
                                               {"env-cmd", false, {"-f", "-e", "-r"}},
                                               {"xvfb-run", false, {"-n", "-s", "-e", "-f", "-p", "-w"}},
                                               {"dotenvx", true, {}},
                                               {"doppler", true, {}},
                                               {"infisical", true, {}},
                                               {"op", true, {}}};
  auto& words = command.words;
  const auto program =
      std::ranges::find_if(known, [&](const auto& one) { return one.name == words.front(); });
  if (program == known.end()) return false;
  const auto dashes = std::ranges::find(words, "--");
  auto count = static_cast<std::size_t>(dashes - words.begin()) + 1;
  if (dashes == words.end()) count = program->dashes ? 0 : 1 + flags_from(words, 1, program->values);
  if (count == 0 || count >= words.size()) return false;
  command.wrapper.insert(command.wrapper.end(), words.begin(),
                         words.begin() + static_cast<std::ptrdiff_t>(count));
  drop(words, count);
  return true;
}

// Takes a flag and its value out of the words; "": it is not there.
std::string taken_value(strings& words, std::initializer_list<std::string_view> names) {
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (!is_one_of(words[i], names)) continue;
    auto out = words[i + 1];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i),
                words.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    return out;
  }
  return {};
}

bool taken(strings& words, std::string_view name) {
  const auto found = std::ranges::find(words, name);
  if (found == words.end()) return false;
  words.erase(found);
  return true;
}

// `tsx --test`, `ts-node node_modules/.bin/mocha`: node with a loader.
bool unwrap_loader(script_command& command) {
  auto& words = command.words;
  const auto first = words.front();
  if (!is_one_of(first, {"tsx", "ts-node", "ts-node-esm"})) return false;
  if (words.size() < 2 || is_one_of(words[1], {"watch", "-e", "-p"})) return false;
  if (first == "tsx")
    if (auto config = taken_value(words, {"--tsconfig"}); !config.empty())
      command.environment.emplace_back("TSX_TSCONFIG_PATH", std::move(config));
  words.front() = "node";
  const auto flags = first == "tsx"       ? strings{"--import", "tsx"}
                     : first == "ts-node" ? strings{"-r", "ts-node/register"}
                                          : strings{"--loader", "ts-node/esm"};
  words.insert(words.begin() + 1, flags.begin(), flags.end());
  return true;
}

bool unwrap_ts_mocha(script_command& command) {
  auto& words = command.words;
  if (words.front() != "ts-mocha") return false;
  words.front() = "mocha";
  if (auto config = taken_value(words, {"-p", "--project"}); !config.empty())
    command.environment.emplace_back("TS_NODE_PROJECT", std::move(config));
  if (taken(words, "--paths")) command.environment.emplace_back("TS_CONFIG_PATHS", "true");
  if (taken(words, "--type-check")) command.environment.emplace_back("TS_TYPE_CHECK", "true");
  words.insert(words.begin() + 1, "--require=ts-mocha/src/index.js");
  return true;
}

// `glob -c "tsx --test" "src/**/*.test.ts"`: the command, then the files.
bool unwrap_glob(script_command& command) {
  auto& words = command.words;
  if (words.front() != "glob" || words.size() < 4 || !is_one_of(words[1], {"-c", "--cmd"})) return false;
  const auto inner = shell_commands(words[2]);
  if (inner.size() != 1) return false;
  drop(words, 3);
  words.insert(words.begin(), inner.front().words.begin(), inner.front().words.end());
  return true;
}

}  // namespace

std::optional<std::size_t> file_argument_of(const script_command& command) {
  const auto& words = command.words;
  if (words.empty() || words.front() != "node") return std::nullopt;
  std::size_t at = 1;
  for (; at < words.size() && words[at].starts_with('-'); ++at) {
    // With these flags node runs no file, or does not run it as a program of its own.
    if (is_one_of(words[at], {"--test", "-e", "--eval", "-p", "--print", "-pe", "-c", "--check", "-i",
                              "--interactive", "-v", "--version", "-h", "--help", "--run", "--watch", "-"}))
      return std::nullopt;
    if (words[at] == "--") {
      ++at;
      break;
    }
    if (is_one_of(words[at], node_values)) ++at;
  }
  if (at >= words.size() || words[at].starts_with('/') || command.active.count(words[at]) > 0)
    return std::nullopt;
  return at;
}

void strip_node_wrappers(script_command& command) {
  auto& words = command.words;
  const auto file = file_argument_of(command);
  const auto name = file ? command_of_file(words[*file]) : std::string{};
  if (name.empty()) return;
  command.node_flags.insert(command.node_flags.end(), words.begin() + 1,
                            words.begin() + static_cast<std::ptrdiff_t>(*file));
  drop(words, *file);
  words.front() = name;
}

bool unwrap(script_command& command) {
  if (command.words.empty() || !line_within(command).empty()) return false;
  if (is_assignment(command.words.front())) {
    unwrap_variable(command);
    return true;
  }
  if (const auto name = command_of_file(command.words.front()); !name.empty()) {
    command.words.front() = name;
    return true;
  }
  return unwrap_environment(command) || unwrap_package_runner(command) || unwrap_coverage(command) ||
         unwrap_kept(command) || unwrap_loader(command) || unwrap_ts_mocha(command) || unwrap_glob(command);
}

bool unwrap_manager(script_command& command) {
  auto& words = command.words;
  const bool runs = words.size() > 2 && words[1] == "run";
  const bool known = words.front() == "yarn" || words.front() == "pnpm" || (words.front() == "bun" && runs);
  if (!known || words.size() < 2 || words[1].starts_with('-')) return false;
  words.erase(words.begin(), words.begin() + (runs ? 2 : 1));
  return true;
}

std::string line_within(const script_command& command) {
  const auto& words = command.words;
  if (words.size() == 3 && is_one_of(words[0], {"sh", "bash", "zsh"}) && is_one_of(words[1], {"-c", "-ec"}))
    return words[2];
  // cross-env-shell gives its one word to a shell.
  return words.size() == 2 && is_one_of(words[0], {"eval", "cross-env-shell"}) ? words[1] : std::string{};
}

bool has_tests(const std::vector<parsed_command>& commands) {
  return std::ranges::any_of(commands, [](const auto& one) {
    return one.kind == command_kind::tests || one.kind == command_kind::packages;
  });
}

bool names_runner(script_command& command, std::string_view name) {
  auto& words = command.words;
  if (words.empty()) return false;
  const auto space = name.find(' ');
  if (words.front() != name.substr(0, space)) return false;
  command.arguments.assign(words.begin() + 1, words.end());
  if (space == npos) return true;
  const auto second = name.substr(space + 1);
  const auto limit = second.starts_with('-') ? command.arguments.end()
                                             : command.arguments.begin() + !command.arguments.empty();
  const auto found = std::find(command.arguments.begin(), limit, second);
  if (found == limit) return false;
  command.arguments.erase(found);
  return true;
}

const test_program* runner_named_by(script_command& command) {
  for (const auto& runner : read_programs())
    for (const auto name : runner.commands)
      if (names_runner(command, name)) return &runner;
  return nullptr;
}

namespace {

// The number of words from `at` on that are no flags.
std::size_t values_from(const strings& words, std::size_t at) {
  std::size_t out = 0;
  while (at + out < words.size() && !words[at + out].starts_with('-')) ++out;
  return out;
}

}  // namespace

std::vector<unwanted_flag> refused_flags(const flag_table& table) {
  std::vector<unwanted_flag> out;
  for (const auto& rule : table.rules)
    if (!rule.refused.empty())
      out.push_back({rule.flag, rule.value != flag_value::none, rule.value == flag_value::many});
  return out;
}

strings without_flags(const strings& arguments, const std::vector<unwanted_flag>& unwanted) {
  strings out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view word = arguments[i];
    const auto flag = word.substr(0, word.find_first_of("=."));
    const auto positive = flag.starts_with("--no-") ? "--" + std::string{flag.substr(5)} : std::string{flag};
    const auto found = std::ranges::find_if(unwanted, [&](const auto& one) { return one.name == positive; });
    if (found == unwanted.end() || !word.starts_with('-')) {
      out.push_back(arguments[i]);
      continue;
    }
    if (!found->has_value || word.find('=') != npos) continue;
    const auto values = values_from(arguments, i + 1);
    i += found->many ? values : std::min<std::size_t>(values, 1);
  }
  return out;
}

strings without_operands(const strings& arguments, const std::vector<std::string_view>& with_value,
                         const std::vector<std::string_view>& with_many, strings* operands) {
  strings out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool is_flag = arguments[i].starts_with('-');
    if (!is_flag && operands != nullptr) operands->push_back(arguments[i]);
    if (!is_flag) continue;
    out.push_back(arguments[i]);
    auto taken = is_one_of(arguments[i], with_many)    ? values_from(arguments, i + 1)
                 : is_one_of(arguments[i], with_value) ? std::min<std::size_t>(1, arguments.size() - i - 1)
                                                       : 0;
    for (; taken > 0; --taken) out.push_back(arguments[++i]);
  }
  return out;
}

namespace {

// Those of the runners that have no value, and those whose values are all words up to the next flag.
// clang-format off
constexpr std::string_view alone[] = {
    "allowonly", "asynconly", "checkleaks", "detectleaks", "detectopenhandles", "exit", "expand", "forbidonly",
    "forbidpending", "forceexit", "fulltrace", "globals", "inlinediffs", "isolate", "logheapusage", "only", "parallel",
    "passwithnotests", "runinband", "serial", "silent", "testforceexit", "testonly", "todo", "typecheck", "usestderr",
    "collectcoveragefrom", "coveragepathignorepatterns", "ignoreprojects", "modulefileextensions", "projects", "roots",
    "selectprojects", "setupfiles", "setupfilesafterenv", "testmatch", "testpathignorepatterns",
    "transformignorepatterns", "watchplugins"};
// clang-format on

bool may_have_value(std::string_view flag) {
  if (!flag.starts_with("--") || flag.starts_with("--no-") || flag.find('=') != npos) return false;
  std::string name;
  for (const char c : flag)
    if (c != '-') name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return !is_one_of(name, alone);
}

}  // namespace

strings with_joined_values(std::span<const added_word> words) {
  strings out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    out.push_back(words[i].text);
    const bool next =
        may_have_value(words[i].text) && i + 1 < words.size() && !words[i + 1].text.starts_with('-');
    if (next) out.back().append("=").append(words[++i].text);
  }
  return out;
}

namespace {

// clang-format off
constexpr std::array<std::string_view, 76> checks{
    "eslint", "prettier", "xo", "standard", "semistandard", "ts-standard", "standardx", "jshint", "jscs",
    "biome", "oxlint", "oxfmt", "tslint", "stylelint", "markdownlint", "markdownlint-cli2", "remark",
    "commitlint", "depcheck", "knip", "publint", "attw", "size-limit", "bundlesize", "bundlewatch", "dtslint",
    "tsd", "tsd-check", "tstyche", "flow", "depcruise", "cspell", "alex", "installed-check", "ls-engines",
    "lockfile-lint", "aud", "evalmd", "eclint", "nsp", "snyk", "check-node-version", "svelte-check", "dprint",
    "npmPkgJsonLint", "sort-package-json", "npm-check", "npm-check-updates", "ncu", "license-checker",
    "lint-staged", "madge", "arethetypeswrong", "type-coverage", "doctoc", "expect-type", "eslint_d",
    "neostandard", "rome", "textlint", "pretty-quick", "ember-template-lint", "gts", "mypy", "pyright",
    "basedpyright", "flake8", "pylint", "ruff", "black", "isort", "shellcheck", "yamllint", "actionlint",
    "htmlhint", "jsonlint"};
constexpr std::array<std::string_view, 7> reports{
    "codecov", "coveralls", "codeclimate-test-reporter", "coveralls-next", "safe-publish-latest",
    "not-in-publish", "auto-changelog"};
constexpr std::array<std::string_view, 7> compilers{"tsc", "tsgo", "vue-tsc", "vue-tsgo", "ttsc", "tspc", "glint"};
// clang-format on
constexpr std::array<std::string_view, 20> endings{
    "down",     "stop",  "kill",    "teardown", "clean", "cleanup", "rm",      "rimraf", "del",  "remove",
    "shutdown", "close", "destroy", "drop",     "prune", "reset",   "restore", "halt",   "quit", "end"};

bool has_argument(const script_command& command, std::string_view word) {
  return std::ranges::find(command.words, word) != command.words.end();
}

// "--noEmit" -> "noemit": compilers of TypeScript take either case, and one dash or two; "" of what is no option.
std::string option_of(std::string_view word) {
  std::string out{word.substr(std::min(word.find_first_not_of('-'), word.size()))};
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word.starts_with('-') ? out : "";
}

}  // namespace

std::string below_package(const script_command& command, std::string_view name) {
  return normal_path(command.folder.empty() ? std::string{name} : command.folder + "/" + std::string{name});
}

compiler_call compiled_by(const script_command& command) {
  const auto& words = command.words;
  if (words.empty() || !is_one_of(words.front(), compilers)) return {};
  compiler_call out;
  bool builds = false, emits = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto option = option_of(words[i]);
    const std::string next = i + 1 < words.size() ? words[i + 1] : "";
    if (option == "noemit")
      (next == "false" ? emits : out.emits_nothing) = true;
    else if (option == "b" || option == "build")
      builds = true;
    else if (option == "p" || option == "project")
      out.projects.push_back({below_package(command, words[std::min(++i, words.size() - 1)])});
    else if (option.empty() && builds)
      out.projects.push_back({below_package(command, words[i]), true});
    else if (option.empty() && (words[i].ends_with("ts") || !words[i - 1].starts_with('-')))
      emits = true;  // a file alone, as if there were no configuration
  }
  if (out.projects.empty()) out.projects.push_back({below_package(command, ""), builds});
  if (emits) out.projects.clear();
  return out;
}

bool is_check(const script_command& command, const package_facts& project) {
  const std::string_view first = command.words.front();
  const std::string_view second = command.words.size() > 1 ? command.words[1] : std::string_view{};
  if (is_one_of(first, checks) || second == "lint") return true;
  if (first == "deno") return second == "check" || second == "fmt";
  if (first == "npm" || first == "pnpm" || first == "yarn") return has_argument(command, "audit");
  const auto [projects, says_so] = compiled_by(command);
  const auto emits_nothing = [&](const auto& one) {
    return std::ranges::find(project.emits_nothing, one) != project.emits_nothing.end();
  };
  return says_so || (!projects.empty() && std::ranges::all_of(projects, emits_nothing));
}

bool says_that_it_lints(std::string_view name) {
  return (name.starts_with("lint") || name.ends_with("lint")) && name.find("build") == npos;
}

bool is_report(const script_command& command) {
  const std::string_view first = command.words.front();
  if (is_one_of(first, reports)) return true;
  if (first == "vitest") return command.words.size() > 1 && command.words[1] == "bench";
  return (first == "c8" || first == "nyc") &&
         (has_argument(command, "report") || has_argument(command, "check-coverage"));
}

std::string_view unread_runner(const script_command& command) {
  // `ng build`, `ember build`
  if (has_argument(command, "build") || has_argument(command, "lint")) return {};
  for (const auto& program : unread_programs())
    for (const auto name : program.commands)
      if (command.words.front() == name) return name;
  return {};
}

std::string_view unread_runner_of(const package_facts& project) {
  for (const auto& program : unread_programs())
    if (!program.package.empty() && depends_on(project, program.package)) return program.package;
  for (const auto& program : unread_programs())
    for (const auto start : program.configs)
      for (const auto& file : project.files)
        if (file.starts_with(start)) return program.name;
  return {};
}

bool cleans_up(const script_command& command) {
  strings words;
  boost::algorithm::split(words, command.text, [](char c) { return c < 'a' || c > 'z'; });
  return std::ranges::any_of(words, [](const auto& word) { return is_one_of(word, endings); });
}

namespace {

using words_view = std::span<const std::string>;
using name_list = std::vector<std::string_view>;

// Programs that write with one of the words: an option anywhere, or the sub-command. Without words they
// always write. With one of `without` they only look.
struct writing_programs {
  name_list names;
  name_list with = {};
  name_list without = {};
};

// clang-format off
const std::vector<writing_programs>& table() {
  static const name_list looking{
      "--check", "-c", "--check-only", "--list-different", "-l", "--diff", "--dry", "--dry-run", "--dryrun",
      "--dryRun", "-d", "--verify"};
  static const std::vector<writing_programs> out{
      // formatters
      {{"prettier", "prettierx", "prettier-eslint", "prettier-package-json", "format-package", "gofmt",
       "goimports", "shfmt"}, {"--write", "-w"}},
      {{"prettier-standard", "pretty-quick", "prettify", "oxfmt", "sort-package-json", "fixpack", "rustfmt",
       "black", "isort", "jscodeshift", "doctoc", "embedme"}, {}, looking},
      {{"dprint", "deno", "taplo", "ruff", "cargo", "gts", "kcd-scripts", "syncpack", "buf", "prisma"},
       {"fmt", "format", "fix", "fix-mismatches", "set-semver-ranges"}, looking},
      {{"clang-format", "autopep8", "yapf", "markdown-toc", "json"}, {"-i", "--in-place", "-I"}},
      {{"tsfmt", "js-beautify"}, {"-r", "--replace"}},
      {{"remark", "rehype"}, {"-o", "--output"}},
      // linters that fix
      {{"eslint", "eslint_d", "eslint-remote-tester", "xo", "standard", "semistandard", "ts-standard",
       "standardx", "neostandard", "tslint", "stylelint", "oxlint", "jscs", "markdownlint",
       "markdownlint-cli2", "textlint", "ember-template-lint", "kcd-scripts", "aegir", "deno", "ruff",
       "biome", "rome"}, {"--fix", "--fix-suggestions", "--fix-dangerously", "--write", "--apply",
       "--apply-unsafe", "--apply-suggested"}},
      // generators
      {{"graphql-codegen", "graphql-codegen-esm", "gql-gen", "openapi-typescript", "openapi-generator",
       "openapi-generator-cli", "swagger-typescript-api", "orval", "protoc", "grpc_tools_node_protoc",
       "pbjs", "pbts", "quicktype", "json2ts", "typechain", "relay-compiler", "i18next", "barrelsby", "cti",
       "plop", "hygen", "typedoc", "jsdoc", "jsdoc2md", "verb"}},
      {{"prisma", "buf", "tsr", "formatjs", "lingui", "drizzle-kit", "documentation", "all-contributors"},
       {"generate", "migrate", "db", "push", "pull", "extract", "compile", "compile-folder", "readme",
       "build", "add"}},
      {{"api-extractor"}, {"--local", "-l"}},
      // snapshots
      {{"tap", "playwright", "react-scripts", "tsdx"}, {"--snapshot", "-S", "--update-snapshots",
       "--updateSnapshot", "-u"}},
      // what installs, commits or publishes
      {{"npm", "pnpm", "yarn", "bun"}, {"version", "publish", "install", "i", "ci", "add", "update", "up",
       "upgrade", "link", "unlink", "prune", "pkg", "init", "dedupe", "rm", "remove", "uninstall", "un",
       "set", "edit", "install-test", "it", "cit", "rebuild", "import", "pack", "shrinkwrap",
       "set-script"}},
      {{"yarn"}, {""}},  // alone it installs
      {{"playwright", "lefthook", "react-scripts"}, {"install", "add", "eject"}},
      {{"npm-check-updates", "ncu", "browserslist"}, {"-u", "--upgrade", "--update-db"}},
      {{"lint-staged", "nano-staged", "husky", "simple-git-hooks", "patch-package", "typesync",
       "update-browserslist-db", "standard-version", "release-it", "semantic-release", "np", "bumpp",
       "auto-changelog", "conventional-changelog", "gh-pages"}},
      {{"changeset"}, {}, {"status"}},
      {{"cost-of-modules"}, {}, {"--no-install"}},
      {{"lerna"}, {"publish", "version", "bootstrap", "clean", "create", "add", "import", "init",
       "repair"}},
      {{"cargo", "wrangler", "aegir"}, {"publish", "deploy", "release", "update", "types", "docs"}},
      {{"git"}, {"add", "am", "apply", "branch", "checkout", "cherry-pick", "clean", "clone", "commit",
       "config", "fetch", "filter-branch", "gc", "init", "lfs", "merge", "mv", "notes", "pull", "push",
       "rebase", "remote", "reset", "restore", "revert", "rm", "stash", "submodule", "subtree", "switch",
       "tag", "update-index", "update-ref", "worktree"}},
  };
  return out;
}
// clang-format on

// The value of a long option may follow "=".
bool has_word(words_view words, std::string_view wanted) {
  return std::ranges::any_of(words, [&](std::string_view word) {
    return word == wanted ||
           (wanted.starts_with("--") && word.starts_with(wanted) && word[wanted.size()] == '=');
  });
}

bool has_any(words_view words, const name_list& wanted) {
  return std::ranges::any_of(wanted, [&](auto one) { return has_word(words, one); });
}

// The first word that is neither a flag nor the value of one.
std::string_view operand_of(words_view words, const name_list& with_value) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_one_of(words[i], with_value))
      ++i;
    else if (!words[i].starts_with('-'))
      return words[i];
  }
  return {};
}

bool is_listed(std::string_view program, words_view arguments) {
  name_list with_value{"-C", "-c",       "--prefix",   "--dir",   "--cwd", "--workspace",
                       "-F", "--filter", "--loglevel", "--cache", "--tag"};
  if (program == "npm") with_value.push_back("-w");  // for pnpm it stands alone
  const auto operand = operand_of(arguments, with_value);
  const auto says = [&](std::string_view word) {
    return word.starts_with('-') ? has_word(arguments, word) : word == operand;
  };
  return std::ranges::any_of(table(), [&](const auto& row) {
    return is_one_of(program, row.names) && (row.with.empty() || std::ranges::any_of(row.with, says)) &&
           !has_any(arguments, row.without);
  });
}

// "docs:publish" has the part "publish".
bool has_part(std::string_view name, const name_list& wanted) {
  strings parts;
  boost::algorithm::split(parts, name, [](char c) { return std::string_view{":-_./"}.find(c) != npos; });
  return std::ranges::any_of(parts, [&](const auto& part) { return is_one_of(part, wanted); });
}

// `make release`, `node scripts/release.js`, `./publish.sh`: files and targets are known by name alone.
bool publishes_by_name(words_view words) {
  static const name_list interpreters{"node", "sh",  "bash",    "zsh",    "bun",  "deno",
                                      "tsx",  "esr", "ts-node", "python", "ruby", "python3"};
  static const name_list code{"-e", "--eval", "-p", "--print", "-c", "-m"};
  static const name_list builders{"make", "gmake", "just",  "task",  "gulp", "grunt", "rake", "moon",
                                  "nx",   "turbo", "lerna", "wsrun", "rush", "lage",  "mise", "jake",
                                  "npm",  "pnpm",  "yarn",  "bun",   "deno", "mage",  "zx"};
  const auto arguments = words.subspan(1);
  if (is_one_of(words.front(), interpreters) && !has_any(arguments, code) &&
      says_that_it_publishes(operand_of(arguments, {"-r", "--require", "--import", "--loader"})))
    return true;
  if (words.front().find('/') != npos) return says_that_it_publishes(words.front());
  return is_one_of(words.front(), builders) && std::ranges::any_of(arguments, [](const auto& word) {
           return !word.starts_with('-') && word.find('/') == npos && says_that_it_publishes(word);
         });
}

}  // namespace

bool says_that_it_publishes(std::string_view name) {
  return has_part(base_name(name), {"publish", "release"}) &&
         !has_part(name, {"test", "tests", "spec", "check", "verify", "dry", "build"});
}

bool writes_project(const script_command& command) {
  if (command.words.empty()) return false;
  const words_view words{command.words};
  return is_listed(base_name(words.front()), words.subspan(1)) || publishes_by_name(words);
}

}  // namespace covey::parsers::languages::node
