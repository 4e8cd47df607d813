#include "parsers/languages/node/script/steps.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include <algorithm>
#include <array>
#include <span>

namespace covey::parsers::languages::node {
namespace {

using names = std::span<const std::string_view>;

// clang-format off
constexpr std::array<std::string_view, 71> checks{
    "eslint", "prettier", "xo", "standard", "semistandard", "ts-standard", "standardx", "jshint", "jscs",
    "biome", "oxlint", "oxfmt", "tslint", "stylelint", "markdownlint", "markdownlint-cli2", "remark",
    "commitlint", "depcheck", "knip", "publint", "attw", "size-limit", "bundlesize", "bundlewatch", "dtslint",
    "tsd", "tsd-check", "tstyche", "flow", "depcruise", "cspell", "alex", "installed-check", "ls-engines",
    "lockfile-lint", "aud", "evalmd", "eclint", "nsp", "snyk", "check-node-version", "codecov", "coveralls",
    "codeclimate-test-reporter", "coveralls-next", "svelte-check", "vue-tsc", "dprint", "npmPkgJsonLint",
    "sort-package-json", "npm-check", "npm-check-updates", "ncu", "license-checker", "lint-staged", "madge",
    "arethetypeswrong", "type-coverage", "safe-publish-latest", "not-in-publish", "doctoc", "expect-type",
    "eslint_d", "neostandard", "rome", "textlint", "pretty-quick", "ember-template-lint", "gts",
    "auto-changelog"};
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

}  // namespace

bool is_check(const script_command& command) {
  const std::string_view first = command.words.front();
  if (holds(checks, first)) return true;
  if (first == "vitest") return command.words.size() > 1 && command.words[1] == "bench";
  if (first == "tsc" || first == "tsgo") return has_word(command, "--noEmit") || has_word(command, "-noEmit");
  if (first == "npm" || first == "pnpm" || first == "yarn") return has_word(command, "audit");
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
