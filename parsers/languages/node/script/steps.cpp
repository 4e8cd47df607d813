#include "parsers/languages/node/script/steps.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace covey::parsers::languages::node {
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
  return (name.starts_with("lint") || name.ends_with("lint")) && name.find("build") == std::string_view::npos;
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
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
  std::string_view rest = command.text;
  for (auto at = rest.find_first_of(letters); at != std::string_view::npos;
       at = rest.find_first_of(letters)) {
    rest.remove_prefix(at);
    const auto word = rest.substr(0, rest.find_first_not_of(letters));
    if (is_one_of(word, endings)) return true;
    rest.remove_prefix(word.size());
  }
  return false;
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
  while (!name.empty()) {
    const auto part = name.substr(0, name.find_first_of(":-_./"));
    if (is_one_of(part, wanted)) return true;
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
  if (is_one_of(words.front(), interpreters) && !has_any(arguments, code) &&
      says_that_it_publishes(operand_of(arguments, {"-r", "--require", "--import", "--loader"})))
    return true;
  if (words.front().find('/') != std::string::npos) return says_that_it_publishes(words.front());
  return is_one_of(words.front(), builders) && std::ranges::any_of(arguments, [](const auto& word) {
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
