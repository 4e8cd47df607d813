#include "parsers/languages/node/script/writes.hpp"
#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace covey::parsers::languages::node {
namespace {

using words_view = std::span<const std::string>;
using name_list = std::vector<std::string_view>;

// A program, with the words (options, sub-commands) that make it write or that prevent it.
struct writing_program {
  std::string_view name;
  name_list with;          // any of these; empty: it always writes
  name_list without = {};  // and none of these
};

const std::vector<writing_program>& formatters() {
  static const name_list check{"--check", "--diff", "--dry-run", "--verify"};
  static const name_list short_check{"--check", "-c", "--list-different", "-l"};
  static const std::vector<writing_program> out{
      {"prettier", {"--write", "-w"}},
      {"prettierx", {"--write"}},
      {"prettier-eslint", {"--write"}},
      {"prettier-package-json", {"--write"}},
      {"prettier-standard", {}, short_check},
      {"pretty-quick", {}, short_check},
      {"prettify", {}, short_check},
      {"oxfmt", {}, short_check},
      {"dprint", {"fmt"}},
      {"tsfmt", {"-r", "--replace"}},
      {"js-beautify", {"-r", "--replace"}},
      {"sort-package-json", {}, short_check},
      {"format-package", {"-w", "--write"}},
      {"fixpack", {}, {"--dryRun"}},
      {"syncpack", {"fix", "fix-mismatches", "format", "update", "set-semver-ranges"}},
      {"biome", {"--write", "--apply", "--apply-unsafe", "--fix"}},
      {"rome", {"--write", "--apply", "--apply-suggested", "--fix"}},
      {"deno", {"fmt", "--fix"}, check},
      {"gofmt", {"-w"}},
      {"goimports", {"-w"}},
      {"cargo", {"fmt", "fix", "publish", "update"}, check},
      {"rustfmt", {}, check},
      {"clang-format", {"-i"}},
      {"shfmt", {"-w"}},
      {"taplo", {"fmt", "format"}, check},
      {"ruff", {"--fix", "format"}, check},
      {"black", {}, check},
      {"isort", {}, {"--check", "--check-only", "-c", "--diff"}},
      {"autopep8", {"-i", "--in-place"}},
      {"yapf", {"-i", "--in-place"}},
      {"json", {"-I", "--in-place"}},
      {"replace-in-file", {}},
      {"jscodeshift", {}, {"--dry", "-d"}},
  };
  return out;
}

const std::vector<writing_program>& fixing_linters() {
  static const std::vector<writing_program> out{
      {"eslint", {"--fix"}},
      {"eslint_d", {"--fix"}},
      {"eslint-remote-tester", {"--fix"}},
      {"xo", {"--fix"}},
      {"standard", {"--fix"}},
      {"semistandard", {"--fix"}},
      {"ts-standard", {"--fix"}},
      {"standardx", {"--fix"}},
      {"neostandard", {"--fix"}},
      {"tslint", {"--fix"}},
      {"stylelint", {"--fix"}},
      {"oxlint", {"--fix", "--fix-suggestions", "--fix-dangerously"}},
      {"jscs", {"-x", "--fix"}},
      {"markdownlint", {"--fix", "-f"}},
      {"markdownlint-cli2", {"--fix"}},
      {"markdownlint-cli2-fix", {}},
      {"textlint", {"--fix"}},
      {"remark", {"-o", "--output"}},
      {"rehype", {"-o", "--output"}},
      {"ember-template-lint", {"--fix"}},
      {"kcd-scripts", {"format", "--fix"}},
      {"gts", {"fix", "clean"}},
      {"aegir", {"--fix", "release", "docs"}},
      {"doctoc", {}, {"--dryrun", "-d"}},
      {"markdown-toc", {"-i"}},
      {"embedme", {}, {"--verify", "--dry-run"}},
  };
  return out;
}

const std::vector<writing_program>& generators() {
  static const std::vector<writing_program> out{
      {"graphql-codegen", {}},
      {"graphql-codegen-esm", {}},
      {"gql-gen", {}},
      {"prisma", {"generate", "migrate", "db", "format"}},
      {"openapi-typescript", {}},
      {"openapi-generator", {}},
      {"openapi-generator-cli", {}},
      {"swagger-typescript-api", {}},
      {"orval", {}},
      {"protoc", {}},
      {"grpc_tools_node_protoc", {}},
      {"buf", {"generate", "format"}},
      {"pbjs", {}},
      {"pbts", {}},
      {"quicktype", {}},
      {"json2ts", {}},
      {"typechain", {}},
      {"relay-compiler", {}},
      {"i18next", {}},
      {"formatjs", {"extract", "compile", "compile-folder"}},
      {"lingui", {"extract", "compile"}},
      {"drizzle-kit", {"generate", "push", "migrate", "pull"}},
      {"barrelsby", {}},
      {"cti", {}},
      {"tsr", {"generate"}},
      {"plop", {}},
      {"hygen", {}},
      {"api-extractor", {"--local", "-l"}},
      {"typedoc", {}},
      {"jsdoc", {}},
      {"jsdoc2md", {}},
      {"documentation", {"readme", "build"}},
      {"verb", {}},
      {"all-contributors", {"generate", "add"}},
      {"sync-dotenv", {}},
      {"wrangler", {"types", "deploy", "publish"}},
  };
  return out;
}

const std::vector<writing_program>& releases_and_installs() {
  static const std::vector<writing_program> out{
      {"standard-version", {}},
      {"release-it", {}},
      {"semantic-release", {}},
      {"np", {}},
      {"bumpp", {}},
      {"auto-changelog", {}},
      {"conventional-changelog", {}},
      {"changeset", {}, {"status"}},
      {"lerna", {"publish", "version", "bootstrap", "clean", "create", "add", "import", "init", "repair"}},
      {"gh-pages", {}},
      {"npm-check-updates", {"-u", "--upgrade"}},
      {"ncu", {"-u", "--upgrade"}},
      {"update-browserslist-db", {}},
      {"browserslist", {"--update-db"}},
      {"lint-staged", {}},
      {"nano-staged", {}},
      {"husky", {}},
      {"simple-git-hooks", {}},
      {"lefthook", {"install", "add"}},
      {"patch-package", {}},
      {"typesync", {}},
      {"cost-of-modules", {}, {"--no-install"}},
      {"tap", {"--snapshot", "-S"}},
      {"playwright", {"--update-snapshots", "-u", "install"}},
      {"react-scripts", {"--updateSnapshot", "-u", "eject"}},
      {"tsdx", {"--updateSnapshot", "-u"}},
  };
  return out;
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

// Whether one of the tables has it as writing.
bool is_listed(std::string_view program, words_view arguments) {
  for (const auto* table : {&formatters(), &fixing_linters(), &generators(), &releases_and_installs()})
    for (const auto& one : *table)
      if (one.name == program && (one.with.empty() || has_any(arguments, one.with)))
        return !has_any(arguments, one.without);
  return false;
}

// The first word that is no flag.
std::string_view operand_of(words_view words, const name_list& with_value = {}) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::find(with_value.begin(), with_value.end(), words[i]) != with_value.end())
      ++i;
    else if (!words[i].starts_with('-'))
      return words[i];
  }
  return {};
}

bool is_in(const name_list& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// "lint:fix" has the part "fix".
bool has_part(std::string_view name, const name_list& wanted) {
  while (!name.empty()) {
    const auto part = name.substr(0, name.find_first_of(":-_./"));
    if (is_in(wanted, part)) return true;
    name.remove_prefix(std::min(part.size() + 1, name.size()));
  }
  return false;
}

// git has some hundred commands: the list names those that only read, and all others count as writing.
bool git_writes(words_view arguments) {
  static const name_list reading{
      "",           "status",       "diff",       "rev-parse", "log",      "describe",  "show",
      "ls-files",   "rev-list",     "cat-file",   "grep",      "blame",    "version",   "ls-tree",
      "merge-base", "check-ignore", "diff-index", "shortlog",  "name-rev", "ls-remote", "diff-files"};
  return !is_in(reading, operand_of(arguments, {"-C", "-c"}));
}

// `sed -ri`, `perl -pi.bak -e`
bool edits_in_place(words_view arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](std::string_view word) {
    return word.starts_with("--in-place") ||
           (word.starts_with('-') && !word.starts_with("--") && word.find('i') != std::string_view::npos);
  });
}

// Installing counts as writing, too: it is left to the user, and covey names what is missing.
bool manager_writes(std::string_view manager, words_view arguments) {
  static const name_list always{"version", "publish",   "install",   "i",      "ci",   "add",  "update",
                                "up",      "upgrade",   "link",      "prune",  "pkg",  "init", "dedupe",
                                "rm",      "remove",    "uninstall", "un",     "set",  "edit", "install-test",
                                "it",      "unlink",    "rebuild",   "import", "pack", "cit",  "shrinkwrap",
                                "import",  "set-script"};
  static const name_list values{"--prefix", "-C",          "--dir",    "--cwd",      "-w",      "-F",
                                "-c",       "--workspace", "--filter", "--loglevel", "--cache", "--tag"};
  const auto first = operand_of(arguments, values);
  if (first == "audit") return has_word(arguments, "fix") || has_word(arguments, "--fix");
  if (first.empty()) return manager == "yarn";  // alone it installs
  return is_in(always, first);
}

// Tasks of a build file are known by their names alone.
bool target_writes(std::string_view program, words_view arguments) {
  static const name_list runners{"make", "gmake", "just",  "task",  "gulp", "grunt", "rake", "moon",
                                 "nx",   "turbo", "lerna", "wsrun", "rush", "lage",  "mise", "jake",
                                 "npm",  "pnpm",  "yarn",  "bun",   "deno", "mage",  "zx"};
  return is_in(runners, program) &&
         std::any_of(arguments.begin(), arguments.end(), [](std::string_view word) {
           return !word.starts_with('-') && word.find('/') == std::string_view::npos &&
                  says_that_it_writes(word);
         });
}

// `node scripts/format.js`, `sh tools/fmt.sh`, `./codegen`; but test/format.js tests one.
bool file_writes(words_view words) {
  static const name_list interpreters{"node", "sh",  "bash",    "zsh",    "bun",  "deno",
                                      "tsx",  "esr", "ts-node", "python", "ruby", "python3"};
  static const name_list code{"-e", "--eval", "-p", "--print", "-c", "-m"};  // code or a module, no file
  const std::string_view first = words.front();
  if (is_in(interpreters, first) && has_any(words, code)) return false;
  const auto file = is_in(interpreters, first)
                        ? operand_of(words.subspan(1), {"-r", "--require", "--import", "--loader"})
                    : first.find('/') != std::string_view::npos ? first
                                                                : std::string_view{};
  return !has_part(file, {"test", "tests", "spec", "specs", "__tests__"}) &&
         says_that_it_writes(file.substr(file.find_last_of('/') + 1));
}

}  // namespace

bool says_that_it_writes(std::string_view name) {
  static const name_list looking{"check", "verify", "validate", "test", "tests", "spec", "diff", "dry"};
  static const name_list telling{"format",  "formatter", "fmt",       "fix",        "prettify", "prettier",
                                 "codegen", "generate",  "gen",       "regenerate", "beautify", "bump",
                                 "publish", "release",   "changelog", "autofix",    "reformat"};
  return has_part(name, telling) && !has_part(name, looking);
}

bool is_build(const script_command& command) {
  // clang-format off
  static const name_list builders{
      "tsc", "tsgo", "vue-tsc", "ttsc", "tspc", "rollup", "vite", "esbuild", "babel", "swc", "unbuild",
      "tsup", "tsdown", "webpack", "webpack-cli", "parcel", "bob", "pkgroll", "microbundle", "ncc",
      "wasm-pack", "node-gyp", "cmake-js", "prebuildify", "napi", "tshy", "tsimp", "browserify", "rspack",
      "rsbuild", "rslib", "turbopack", "sass", "lessc", "postcss", "coffee", "svelte-package", "ng-packagr",
      "peggy", "pegjs", "nearleyc", "jison", "antlr4", "tree-sitter", "cp", "mv", "mkdir", "rm", "rimraf",
      "del", "del-cli", "shx", "cpy", "cpx", "copyfiles", "mkdirp", "ncp", "ln", "touch", "chmod", "cat",
      "test", "[", "terser", "uglifyjs"};
  // clang-format on
  return is_in(builders, command.words.front());
}

bool writes_project(const script_command& command) {
  if (command.words.empty()) return false;
  const words_view words{command.words};
  const auto slash = words.front().find_last_of('/');
  const auto program = std::string_view{words.front()}.substr(slash == std::string::npos ? 0 : slash + 1);
  const auto arguments = words.subspan(1);
  if (program == "git") return git_writes(arguments);
  if (program == "sed" || program == "perl") return edits_in_place(arguments);
  if (is_in({"npm", "pnpm", "yarn", "bun"}, program) && manager_writes(program, arguments)) return true;
  return is_listed(program, arguments) || target_writes(program, arguments) || file_writes(words);
}

}  // namespace covey::parsers::languages::node
