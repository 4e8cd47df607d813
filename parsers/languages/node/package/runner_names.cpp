#include "parsers/languages/node/package/runner_names.hpp"
#include <algorithm>
#include <stdexcept>
#include <string>

namespace covey::parsers::languages::node {
namespace {

using files = test_program::files_type;
using exports = test_module::exports_type;

}  // namespace

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return is_one_of(word, std::span{words.begin(), words.size()});
}

std::span<const test_program> read_programs() {
  static const std::vector<test_program> all{
      {.name = "vitest",
       .commands = {"vitest"},
       .package = "vitest",
       .bin = "vitest",
       .configs = {"vitest.config.", "vitest.workspace."},
       .import_name = "vitest",
       .files = files::own},
      {.name = "jest",
       .commands = {"jest"},
       .package = "jest",
       .bin = "jest",
       .configs = {"jest.config."},
       .config_key = "jest",
       .import_name = "@jest/globals"},
      {.name = "mocha",
       .commands = {"mocha", "_mocha"},
       .package = "mocha",
       .bin = "mocha",
       .configs = {".mocharc."},
       .config_key = "mocha",
       .import_name = "mocha",
       .files = files::script},
      {.name = "ava",
       .commands = {"ava"},
       .package = "ava",
       .bin = "ava",
       .configs = {"ava.config."},
       .config_key = "ava",
       .import_name = "ava",
       .files = files::script},
      {.name = "node:test", .commands = {"node --test"}, .import_name = "node:test"},
      {.name = "bun",
       .commands = {"bun test"},
       .package = "bun",
       .bin = "bun",
       .native = true,
       .configs = {"bunfig.toml"},
       .import_name = "bun:test"},
      {.name = "deno",
       .commands = {"deno test"},
       .package = "deno",
       .bin = "deno",
       .native = true,
       .configs = {"deno.json", "deno.jsonc"}}};
  return all;
}

std::span<const test_program> unread_programs() {
  static const std::vector<test_program> all{
      {.name = "tap", .commands = {"tap"}, .package = "tap", .files = files::script},
      {.name = "tape", .commands = {"tape"}, .package = "tape", .files = files::script},
      {.name = "jasmine", .commands = {"jasmine"}, .package = "jasmine", .files = files::script},
      {.name = "karma",
       .commands = {"karma"},
       .package = "karma",
       .configs = {"karma.conf."},
       .files = files::own},
      {.name = "playwright",
       .commands = {"playwright"},
       .package = "@playwright/test",
       .configs = {"playwright.config."},
       .files = files::own},
      {.name = "cypress",
       .commands = {"cypress"},
       .package = "cypress",
       .configs = {"cypress.config."},
       .files = files::own},
      {.name = "uvu", .commands = {"uvu"}, .package = "uvu", .files = files::script},
      {.name = "wdio", .commands = {"wdio"}, .package = "webdriverio", .configs = {"wdio.conf."}},
      {.name = "qunit", .commands = {"qunit"}, .package = "qunit"},
      {.name = "testem", .commands = {"testem"}, .package = "testem", .configs = {"testem."}},
      {.name = "web-test-runner",
       .commands = {"web-test-runner", "wtr"},
       .package = "@web/test-runner",
       .files = files::own},
      {.name = "nightwatch", .commands = {"nightwatch"}, .package = "nightwatch"},
      {.name = "testcafe", .commands = {"testcafe"}, .package = "testcafe"},
      {.name = "japa", .commands = {"japa", "japa-run"}, .package = "@japa/runner"},
      {.name = "poku", .commands = {"poku"}, .package = "poku"},
      {.name = "borp", .commands = {"borp"}, .package = "borp", .files = files::script},
      {.name = "zora", .commands = {"zora"}},
      {.name = "lab", .commands = {"lab"}},
      {.name = "intern", .commands = {"intern"}},
      {.name = "cucumber-js", .commands = {"cucumber-js"}},
      {.name = "electron-mocha", .commands = {"electron-mocha"}},
      {.name = "mochapack", .commands = {"mochapack"}},
      // They start a runner by a configuration of their own.
      {.name = "ng", .commands = {"ng"}},
      {.name = "ember", .commands = {"ember"}},
      {.name = "react-scripts", .commands = {"react-scripts"}},
      {.name = "craco", .commands = {"craco"}},
      {.name = "vue-cli-service", .commands = {"vue-cli-service"}},
      {.name = "tsdx", .commands = {"tsdx"}},
      {.name = "kcd-scripts", .commands = {"kcd-scripts"}},
      {.name = "aegir", .commands = {"aegir"}},
      {.name = "hardhat", .commands = {"hardhat"}}};
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
