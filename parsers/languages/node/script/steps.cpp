#include "parsers/languages/node/script/steps.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace covey::parsers::languages::node {
namespace {

using names = std::span<const std::string_view>;

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

bool holds(names list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool has_word(const script_command& command, std::string_view word) {
  return std::find(command.words.begin(), command.words.end(), word) != command.words.end();
}

// "--noEmit" -> "noemit": compilers of TypeScript take either case, and one dash or two; "" of what is no option.
std::string option_of(std::string_view word) {
  std::string out{word.substr(std::min(word.find_first_not_of('-'), word.size()))};
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word.starts_with('-') ? out : "";
}

}  // namespace

std::string below_package(const script_command& command, std::string_view name) {
  return normal_path(command.folder.empty() ? std::string{name} : command.folder + "/" + std::string{name});
}

compiler_call compiled_by(const script_command& command) {
  const auto& words = command.words;
  if (words.empty() || !holds(compilers, words.front())) return {};
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
  if (holds(checks, first) || second == "lint") return true;
  if (first == "deno") return second == "check" || second == "fmt";
  if (first == "npm" || first == "pnpm" || first == "yarn") return has_word(command, "audit");
  const auto [projects, says_so] = compiled_by(command);
  const auto emits_nothing = [&](const auto& one) {
    return std::ranges::find(project.emits_nothing, one) != project.emits_nothing.end();
  };
  return says_so || (!projects.empty() && std::ranges::all_of(projects, emits_nothing));
}

bool says_that_it_lints(std::string_view name) {
  return (name.starts_with("lint") || name.ends_with("lint")) && name.find("build") == std::string_view::npos;
}

bool is_report(const script_command& command) {
  const std::string_view first = command.words.front();
  if (holds(reports, first)) return true;
  if (first == "vitest") return command.words.size() > 1 && command.words[1] == "bench";
  return (first == "c8" || first == "nyc") &&
         (has_word(command, "report") || has_word(command, "check-coverage"));
}

std::string_view unread_runner(const script_command& command) {
  // `ng build`, `ember build`
  if (has_word(command, "build") || has_word(command, "lint")) return {};
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
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
  std::string_view rest = command.text;
  for (auto at = rest.find_first_of(letters); at != std::string_view::npos;
       at = rest.find_first_of(letters)) {
    rest.remove_prefix(at);
    const auto word = rest.substr(0, rest.find_first_not_of(letters));
    if (holds(endings, word)) return true;
    rest.remove_prefix(word.size());
  }
  return false;
}

}  // namespace covey::parsers::languages::node
