#include "parsers/languages/node/package/runner_names.hpp"
#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using files = test_program::files_type;
using exports = test_module::exports_type;

// Known by their commands alone.
constexpr std::string_view without_package[] = {
    "zora", "lab", "intern", "cucumber-js", "electron-mocha", "mochapack",
    // They start a runner by a configuration of their own.
    "ng", "ember", "react-scripts", "craco", "vue-cli-service", "tsdx", "kcd-scripts", "aegir", "hardhat"};

// Without other commands a program is called by its name.
std::vector<test_program> with_commands(std::vector<test_program> all) {
  for (auto& one : all)
    if (one.commands.empty()) one.commands = {one.name};
  return all;
}

}  // namespace

std::span<const test_program> read_programs() {
  static const auto all =
      with_commands({{.name = "vitest",
                      .package = "vitest",
                      .configs = {"vitest.config.", "vitest.workspace."},
                      .import_name = "vitest",
                      .files = files::own},
                     {.name = "jest",
                      .package = "jest",
                      .configs = {"jest.config."},
                      .config_key = "jest",
                      .import_name = "@jest/globals"},
                     {.name = "mocha",
                      .commands = {"mocha", "_mocha"},
                      .package = "mocha",
                      .configs = {".mocharc."},
                      .config_key = "mocha",
                      .import_name = "mocha",
                      .files = files::script},
                     {.name = "ava",
                      .package = "ava",
                      .configs = {"ava.config."},
                      .config_key = "ava",
                      .import_name = "ava",
                      .files = files::script},
                     {.name = "node:test", .commands = {"node --test"}, .import_name = "node:test"},
                     {.name = "bun",
                      .commands = {"bun test"},
                      .package = "bun",
                      .native = true,
                      .configs = {"bunfig.toml"},
                      .import_name = "bun:test"},
                     {.name = "deno",
                      .commands = {"deno test"},
                      .package = "deno",
                      .native = true,
                      .configs = {"deno.json", "deno.jsonc"}}});
  return all;
}

std::span<const test_program> unread_programs() {
  static const auto all = [] {
    std::vector<test_program> out{
        {.name = "tap", .package = "tap", .files = files::script},
        {.name = "tape", .package = "tape", .files = files::script},
        {.name = "jasmine", .package = "jasmine", .files = files::script},
        {.name = "karma", .package = "karma", .configs = {"karma.conf."}, .files = files::own},
        {.name = "playwright",
         .package = "@playwright/test",
         .configs = {"playwright.config."},
         .files = files::own},
        {.name = "cypress", .package = "cypress", .configs = {"cypress.config."}, .files = files::own},
        {.name = "uvu", .package = "uvu", .files = files::script},
        {.name = "wdio", .package = "webdriverio", .configs = {"wdio.conf."}},
        {.name = "qunit", .package = "qunit"},
        {.name = "testem", .package = "testem", .configs = {"testem."}},
        {.name = "web-test-runner",
         .commands = {"web-test-runner", "wtr"},
         .package = "@web/test-runner",
         .files = files::own},
        {.name = "nightwatch", .package = "nightwatch"},
        {.name = "testcafe", .package = "testcafe"},
        {.name = "japa", .commands = {"japa", "japa-run"}, .package = "@japa/runner"},
        {.name = "poku", .package = "poku"},
        {.name = "borp", .package = "borp", .files = files::script}};
    for (const auto name : without_package) out.push_back({.name = name});
    return with_commands(std::move(out));
  }();
  return all;
}

const test_program& program_named(std::string_view name) {
  const auto all = read_programs();
  const auto found = std::ranges::find_if(all, [&](const auto& one) { return one.name == name; });
  if (found == all.end()) throw std::logic_error("no program is called " + std::string{name});
  return *found;
}

std::span<const test_module> test_modules() {
  static const std::vector<test_module> all{{.name = "node:test", .exports = exports::test},
                                            {.name = "test", .exports = exports::test},
                                            {.name = "vitest", .exports = exports::space},
                                            {.name = "@effect/vitest", .exports = exports::space},
                                            {.name = "@jest/globals", .exports = exports::space},
                                            {.name = "bun:test", .exports = exports::space},
                                            {.name = "mocha", .exports = exports::space},
                                            {.name = "@playwright/test", .exports = exports::test},
                                            {.name = "qunit", .exports = exports::qunit, .library = "qunit"},
                                            {.name = "ember-qunit", .exports = exports::qunit},
                                            {.name = "ava", .exports = exports::test},
                                            {.name = "tape", .exports = exports::test, .library = "tape"},
                                            {.name = "tape-promise", .library = "tape"},
                                            {.name = "tape-catch", .library = "tape"},
                                            {.name = "tape-async", .library = "tape"},
                                            {.name = "blue-tape", .library = "tape"},
                                            {.name = "tap", .exports = exports::test, .library = "tap"},
                                            {.name = "@tapjs/test", .exports = exports::test},
                                            {.name = "zora", .exports = exports::space, .library = "zora"},
                                            {.name = "uvu", .exports = exports::space, .library = "uvu"},
                                            {.name = "brittle", .library = "brittle"},
                                            {.name = "baretest", .library = "baretest"},
                                            {.name = "jasmine", .exports = exports::space},
                                            {.name = "@std/testing/bdd", .exports = exports::space},
                                            {.name = "@deno/shim-deno-test", .exports = exports::space},
                                            {.name = "japa", .exports = exports::test},
                                            {.name = "@japa/runner", .exports = exports::test}};
  return all;
}

}  // namespace covey::parsers::languages::node
