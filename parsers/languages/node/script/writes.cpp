#include "parsers/languages/node/script/writes.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <span>
#include <vector>

namespace covey::parsers::languages::node {
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

bool is_in(const name_list& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// The value of a long option may follow "=".
bool has_word(words_view words, std::string_view wanted) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return word == wanted ||
           (wanted.starts_with("--") && word.starts_with(wanted) && word[wanted.size()] == '=');
  });
}

bool has_any(words_view words, const name_list& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [&](auto one) { return has_word(words, one); });
}

// The first word that is neither a flag nor the value of one.
std::string_view operand_of(words_view words, const name_list& with_value) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_in(with_value, words[i]))
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
  return std::any_of(table().begin(), table().end(), [&](const auto& row) {
    return is_in(row.names, program) && (row.with.empty() || std::ranges::any_of(row.with, says)) &&
           !has_any(arguments, row.without);
  });
}

// "docs:publish" has the part "publish".
bool has_part(std::string_view name, const name_list& wanted) {
  while (!name.empty()) {
    const auto part = name.substr(0, name.find_first_of(":-_./"));
    if (is_in(wanted, part)) return true;
    name.remove_prefix(std::min(part.size() + 1, name.size()));
  }
  return false;
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
  if (is_in(interpreters, words.front()) && !has_any(arguments, code) &&
      says_that_it_publishes(operand_of(arguments, {"-r", "--require", "--import", "--loader"})))
    return true;
  if (words.front().find('/') != std::string::npos) return says_that_it_publishes(words.front());
  return is_in(builders, words.front()) && std::ranges::any_of(arguments, [](const auto& word) {
           return !word.starts_with('-') && word.find('/') == std::string::npos &&
                  says_that_it_publishes(word);
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
