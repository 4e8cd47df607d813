#include "parsers/languages/node/discovery/naming.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <array>
#include <span>

namespace covey::parsers::languages::node {
namespace {

using words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 8> extensions{".js", ".cjs", ".mjs", ".jsx",
                                                     ".ts", ".cts", ".mts", ".tsx"};
// jest and vitest, bun, deno, node:test.
constexpr std::array<std::string_view, 5> test_endings{".test", ".spec", "_test", "_spec", "-test"};
constexpr std::array<std::string_view, 2> test_stems{"test", "spec"};
// Used by Nest, Cypress, Jasmine and by habit, with configuration that covey cannot always read.
constexpr std::array<std::string_view, 16> likely_endings{
    ".tests", ".specs", "_tests", "_specs", "-tests", "-specs",       "-spec", "Test",
    "Tests",  "Spec",   "Specs",  ".e2e",   ".cy",    ".integration", ".unit", ".it"};
// mocha's "./test", node:test's "**/test/**", ava's and Jasmine's folders.
constexpr std::array<std::string_view, 15> test_folders{
    "test",      "tests",   "spec",    "specs",      "e2e",         "unit",       "__test__", "__spec__",
    "__specs__", "__e2e__", "cypress", "acceptance", "integration", "functional", "__tests__"};
constexpr std::array<std::string_view, 4> test_folder_endings{"-test", "-tests", "_test", "_tests"};
// Folders beside tests that are full of scripts without tests.
constexpr std::array<std::string_view, 10> helper_folders{
    "fixtures", "fixture",     "__fixtures__", "__mocks__", "mocks",
    "helpers",  "__helpers__", "utils",        "support",   "__snapshots__"};

bool has(words list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool ends_with_one(std::string_view text, words endings) {
  return std::any_of(endings.begin(), endings.end(), [&](auto ending) { return text.ends_with(ending); });
}

std::string_view stem_of(std::string_view path) {
  const auto name = base_name(path);
  return name.substr(0, name.rfind('.'));
}

bool any_folder_of(std::string_view path, words names) {
  return any_folder(path, [&](auto name) { return has(names, name); });
}

// What some runner takes by its name alone. A file of another name in a __tests__ folder, but below a folder
// of helpers, is judged by its contents: jest would take it, so such a project has told jest not to.
bool is_test_name(std::string_view path) {
  const auto stem = stem_of(path);
  if (ends_with_one(stem, test_endings) || has(test_stems, stem)) return true;
  constexpr std::array<std::string_view, 1> jest_folder{"__tests__"};
  return any_folder_of(path, jest_folder) && !any_folder_of(path, helper_folders);
}

// "test-*.js" is node:test's pattern, but also a common name for helpers ("test-utils.js").
bool is_likely_name(std::string_view path) {
  const auto stem = stem_of(path);
  return stem.starts_with("test-") || stem.starts_with("test_") || ends_with_one(stem, likely_endings) ||
         any_folder(path, [](auto name) {
           return has(test_folders, name) || ends_with_one(name, test_folder_endings);
         });
}

bool any_matches(const std::vector<naming_rule>& rules, std::string_view path) {
  return std::any_of(rules.begin(), rules.end(), [&](const auto& rule) {
    const auto& folder = rule.folder;
    const bool inside =
        folder.empty() || (path.starts_with(folder) && path.substr(folder.size()).starts_with('/'));
    return inside && rule.pattern.matches(path);
  });
}

}  // namespace

void test_naming::add_glob(std::string_view glob, const std::string& folder) {
  const bool negated = glob.starts_with('!') && !glob.starts_with("!(");
  if (negated) glob.remove_prefix(1);
  if (auto pattern = path_pattern::glob(glob))
    (negated ? never : tests).push_back({std::move(*pattern), folder});
}

bool is_script(std::string_view path) {
  return ends_with_one(path, extensions) &&
         !ends_with_one(stem_of(path), std::array<std::string_view, 1>{".d"});
}

file_role role_of(const test_naming& naming, std::string_view path) {
  if (!is_script(path) || any_folder(path, [](auto name) { return name == "node_modules"; }))
    return file_role::none;
  if (any_matches(naming.never, path)) {
    const bool may_be_one = naming.runs_others && (is_test_name(path) || is_likely_name(path));
    return may_be_one ? file_role::perhaps : file_role::none;
  }
  if (any_matches(naming.tests, path)) return file_role::test;
  if (naming.decided) return is_test_name(path) ? file_role::perhaps : file_role::none;
  if (is_test_name(path)) return file_role::test;
  return is_likely_name(path) ? file_role::perhaps : file_role::none;
}

}  // namespace covey::parsers::languages::node
