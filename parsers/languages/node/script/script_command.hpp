// One command of a script of package.json, and the arguments of it that a runner receives.
#pragma once

#include "parsers/languages/added_flags.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/text/shell_line.hpp"
#include "parsers/languages/node/package/package_facts.hpp"
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::node {

// `NODE_ENV=test npx jest --config x.js` -> environment {NODE_ENV: test}, words {"jest", "--config", "x.js"}.
struct script_command {
  std::vector<std::pair<std::string, std::string>> environment;  // NODE_OPTIONS among them
  // The flags of node before the runner: `node --experimental-vm-modules node_modules/.bin/jest`.
  strings node_flags;
  strings wrapper;         // what starts the command: `dotenv -e .env --`
  strings words;           // the command ("jest", "node", "bun") and all that follows it
  strings arguments;       // what follows the words that name the runner; set once it is known
  std::string folder;      // where it runs, relative to its package: after `cd sub`
  std::string text;        // as it is written
  strings measured_by;     // c8 or nyc that runs it, with its flags
  std::size_t layers = 0;  // that were stripped from it
  strings file_words;      // arguments of a file that node runs: `node test.js --all`
  // The words that only a shell can expand (*.js, $HOME), each with its source text; then the same for values
  // of variables.
  std::map<std::string, std::string> active;
  std::map<std::string, std::string> active_variables;  // by the variable's name
};

// `npm test --workspaces`, `pnpm --filter a test`, `turbo run test`, `npm --prefix sub test`
struct package_call {
  std::string script;       // to run in each of them
  strings only;             // names or folders of packages; empty: all
  std::string folder;       // of the only package it calls, relative to the caller's; may be empty
  std::string unread;       // a filter that covey does not read: all packages run
  std::string task_runner;  // "turbo": it would also run the tasks that this one depends on
  strings others;           // tasks that are called beside it: `turbo run build test`
};

// A command of a script, in the order of the script.
struct parsed_command {
  enum class kind_type : std::uint8_t {
    tests,     // of `runner`
    packages,  // the place of the tests of other packages
    step,      // run as written; the tests after it need it
    unread,    // run as written; nothing needs it: tests of a runner that covey does not read
    check,     // makes nothing that a test needs, but may make the script fail: run beside the tests
    report,    // decides nothing about a test: not run
    writes,    // known to change the project (writes_project): not run
    left_out   // cannot be run among the others: `why`
  };
  kind_type kind = kind_type::step;
  const test_program* runner = nullptr;
  script_command script;
  package_call packages;
  strings called_as;      // the commands that lead to it: `npm run unit`
  int number = 0;         // among those of its script, from 1
  bool optional = false;  // of a step or check: the script goes on if it fails, and may pass ("a; b")
  bool confirms = false;  // the script itself, as it is written: runs only where all before it passed
  std::string unread;     // "tape": the runner of `unread`
  std::string why;        // "named by scripts.test in package.json"; of `left_out`: why not
};

using command_kind = parsed_command::kind_type;

// Whether some are tests, or stand for those of other packages.
bool has_tests(const std::vector<parsed_command>& commands);

// What only leads to a command is stripped layer by layer: `A=1 npx c8 -r text node -r x node_modules/.bin/mocha` runs mocha.
// Strips one layer from the front of the words; false: there is none, or the words hold a line (line_within).
bool unwrap(script_command& command);

// `yarn jest`, `pnpm run jest`: run a program, if no script has that name.
bool unwrap_manager(script_command& command);

// `node FLAGS FILE …` becomes the runner that FILE belongs to; with --test it stays node.
void strip_node_wrappers(script_command& command);

// The index of FILE in `node FLAGS FILE …`; nothing if node runs no file by name.
std::optional<std::size_t> file_argument_of(const script_command& command);

// A command given as one word: `sh -c "jest a"`, `cross-env-shell "jest a"`; "" if the command has no such
// word.
std::string line_within(const script_command& command);

// Whether the command is this runner's: `name` is "jest", or "bun test"; for "node --test" the flag may stand
// anywhere. Sets `arguments` if it is.
bool names_runner(script_command& command, std::string_view name);

// Sets the arguments of the command if it is a runner's; null: it is not.
const test_program* runner_named_by(script_command& command);

// A flag to drop from a script's arguments because covey decides on it.
struct unwanted_flag {
  std::string_view name;   // "--reporter"; "--coverage" also drops "--coverage.enabled" and "--no-coverage"
  bool has_value = false;  // the next word is its value, unless there is a "="
  bool many = false;       // likewise, but all words up to the next flag
};

// What a table refuses.
std::vector<unwanted_flag> refused_flags(const flag_table& table);

strings without_flags(const strings& arguments, const std::vector<unwanted_flag>& unwanted);

// Keeps flags and their values only: the next word for a flag of `with_value`, all words up to the next flag
// for one of `with_many`. The other words are added to `operands`, if it is given.
strings without_operands(const strings& arguments, const std::vector<std::string_view>& with_value,
                         const std::vector<std::string_view>& with_many = {}, strings* operands = nullptr);

// The user's own words, for a run of some tests, which takes flags with their values alone: each long flag is joined with the
// word behind it that may be its value ("--retry" "2" -> "--retry=2"), which is then no operand, whatever runner and plugin it
// is for.
strings with_joined_values(std::span<const added_word> words);

// The kinds of the commands of a test script that are no runner covey reads.

// The path below its package of what a command names in its folder.
std::string below_package(const script_command& command, std::string_view name);

// What a compiler of TypeScript compiles: `tsc -b a b`, `vue-tsc -p FILE`.
struct compiler_call {
  std::vector<compiled_project>
      projects;                // empty: it is no compiler's, or compiles files without a configuration
  bool emits_nothing = false;  // it says so itself: `--noEmit`
};
compiler_call compiled_by(const script_command& command);

// Inspects sources, and makes nothing that a test needs: linters, formatters, compilers that emit nothing.
bool is_check(const script_command& command, const package_facts& project);

// Likewise, by the name of a script: "lint:types".
bool says_that_it_lints(std::string_view name);

// Decides nothing about a test or the sources: uploads, reports of coverage.
bool is_report(const script_command& command);

// The name of a test runner that covey does not read ("tape"); "": the command is no such runner.
std::string_view unread_runner(const script_command& command);

// Likewise, by a project's dependencies or configuration files.
std::string_view unread_runner_of(const package_facts& project);

// By its words, it ends or removes what the tests or something before them has made: `docker compose down`, `npm run db:stop`.
bool cleans_up(const script_command& command);

// Which commands are known to change the project: formatters, linters that fix, code generators, updates of snapshots, and what
// installs, commits or publishes. They are not run. Everything else is, and what it changes is told (actors/run.cpp): no table
// can know every program.

// Expects a command without its wrappers: `npx prettier --write .` as `prettier --write .`.
bool writes_project(const script_command& command);

// Whether the name of a script, a target or a file says it: "release", "docs:publish", "scripts/release.js".
bool says_that_it_publishes(std::string_view name);

}  // namespace covey::parsers::languages::node
