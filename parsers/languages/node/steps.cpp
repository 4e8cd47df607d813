#include "parsers/languages/node/steps.hpp"
#include <algorithm>
#include <array>
#include <span>

namespace covey::parsers::languages::node {
namespace {

using names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 70> checks{"eslint",
                                                  "prettier",
                                                  "xo",
                                                  "standard",
                                                  "semistandard",
                                                  "ts-standard",
                                                  "standardx",
                                                  "jshint",
                                                  "jscs",
                                                  "biome",
                                                  "oxlint",
                                                  "oxfmt",
                                                  "tslint",
                                                  "stylelint",
                                                  "markdownlint",
                                                  "markdownlint-cli2",
                                                  "remark",
                                                  "commitlint",
                                                  "depcheck",
                                                  "knip",
                                                  "publint",
                                                  "attw",
                                                  "size-limit",
                                                  "bundlesize",
                                                  "bundlewatch",
                                                  "dtslint",
                                                  "tsd",
                                                  "tsd-check",
                                                  "flow",
                                                  "depcruise",
                                                  "cspell",
                                                  "alex",
                                                  "installed-check",
                                                  "ls-engines",
                                                  "lockfile-lint",
                                                  "aud",
                                                  "evalmd",
                                                  "eclint",
                                                  "nsp",
                                                  "snyk",
                                                  "check-node-version",
                                                  "codecov",
                                                  "coveralls",
                                                  "codeclimate-test-reporter",
                                                  "coveralls-next",
                                                  "svelte-check",
                                                  "vue-tsc",
                                                  "dprint",
                                                  "npmPkgJsonLint",
                                                  "sort-package-json",
                                                  "npm-check",
                                                  "npm-check-updates",
                                                  "ncu",
                                                  "license-checker",
                                                  "lint-staged",
                                                  "madge",
                                                  "arethetypeswrong",
                                                  "type-coverage",
                                                  "safe-publish-latest",
                                                  "not-in-publish",
                                                  "doctoc",
                                                  "expect-type",
                                                  "eslint_d",
                                                  "neostandard",
                                                  "rome",
                                                  "textlint",
                                                  "pretty-quick",
                                                  "ember-template-lint",
                                                  "gts",
                                                  "auto-changelog"};
constexpr std::array<std::string_view, 32> unread{"tap",
                                                  "tape",
                                                  "jasmine",
                                                  "karma",
                                                  "ng",
                                                  "playwright",
                                                  "react-scripts",
                                                  "cypress",
                                                  "uvu",
                                                  "wdio",
                                                  "qunit",
                                                  "testem",
                                                  "web-test-runner",
                                                  "wtr",
                                                  "ember",
                                                  "craco",
                                                  "vue-cli-service",
                                                  "lab",
                                                  "tsdx",
                                                  "kcd-scripts",
                                                  "electron-mocha",
                                                  "mochapack",
                                                  "aegir",
                                                  "hardhat",
                                                  "nightwatch",
                                                  "testcafe",
                                                  "zora",
                                                  "japa",
                                                  "intern",
                                                  "cucumber-js",
                                                  "poku",
                                                  "japa-run"};
constexpr std::array<std::string_view, 10> nothing{"echo", "true",  ":",      "exit",  "printf",
                                                   "set",  "unset", "ulimit", "clear", "false"};

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
  const auto found = std::find(unread.begin(), unread.end(), command.words.front());
  if (found == unread.end()) return {};
  // `ng build`, `ember build`
  return has_word(command, "build") || has_word(command, "lint") ? std::string_view{} : *found;
}

std::string_view unread_runner_of(const package_facts& project) {
  constexpr std::array<std::string_view, 15> packages{
      "tap",      "tape",         "jasmine", "karma",  "@playwright/test", "cypress",
      "uvu",      "webdriverio",  "qunit",   "testem", "@web/test-runner", "nightwatch",
      "testcafe", "@japa/runner", "poku"};
  for (const auto name : packages)
    if (depends_on(project, name)) return name;
  constexpr std::array<std::string_view, 5> configs{"karma.conf.", "playwright.config.", "cypress.config.",
                                                    "wdio.conf.", "testem."};
  for (const auto start : configs)
    for (const auto& file : project.files)
      if (file.starts_with(start)) return start.substr(0, start.find('.'));
  return {};
}

bool is_nothing(const script_command& command) {
  return holds(nothing, command.words.front());
}

}  // namespace covey::parsers::languages::node
