// Splits a script of package.json and the scripts that it calls into parts: the tests that `npm test` runs,
// the builds before them, and what is no test.
// Design: docs/design/13-node-scripts.md
#pragma once

#include "parsers/languages/node/script/script_command.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/languages/node/package/package_facts.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// Which other scripts a command calls: of its own package, or of others.

// `npm run unit -- --ci`, `run-s a b`, `concurrently npm:a npm:b`
struct script_call {
  std::vector<std::string> names;  // of scripts that exist
  std::vector<std::string> lines;  // commands given in full: `concurrently "jest a"`
  std::vector<std::string> more;   // arguments that the script's last command receives
  bool parallel = false;
  bool too_many = false;  // more patterns than covey reads
};

// `npm test --workspaces`, `pnpm --filter a test`, `turbo run test`, `npm --prefix sub test`
struct package_call {
  std::string script;               // to run in each of them
  std::vector<std::string> only;    // names or folders of packages; empty: all
  std::string folder;               // of the only package it calls, relative to the caller's; may be empty
  std::string unread;               // a filter that covey does not read: all packages run
  std::string task_runner;          // "turbo": it would also run the tasks that this one depends on
  std::vector<std::string> others;  // tasks that are called beside it: `turbo run build test`
};

std::optional<script_call> called_scripts(const package_facts& project,
                                          const std::vector<std::string>& words);
// `folder`: where the command runs, relative to the caller's package; in another folder `npm test` calls
// another package.
std::optional<package_call> called_packages(const std::vector<std::string>& words,
                                            const std::string& folder = {});

// A command of a script, in the order of the script.
struct parsed_command {
  enum class kind_type : std::uint8_t {
    tests,     // of `runner`
    packages,  // the place of the tests of other packages
    step,      // run as written; the tests after it need it
    unread,    // run as written; nothing needs it: tests of a runner that covey does not read
    check,     // makes nothing that a test needs, but may make the script fail: run beside the tests
    report,    // decides nothing about a test: not run
    writes,    // known to change the project (writes.hpp): not run
    left_out   // cannot be run among the others: `why`
  };
  kind_type kind = kind_type::step;
  const test_program* runner = nullptr;
  script_command script;
  package_call packages;
  std::vector<std::string> called_as;  // the commands that lead to it: `npm run unit`
  int number = 0;                      // among those of its script, from 1
  bool optional = false;  // of a step or check: the script goes on if it fails, and may pass ("a; b")
  bool confirms = false;  // the script itself, as it is written: runs only where all before it passed
  std::string unread;     // "tape": the runner of `unread`
  std::string why;        // "named by scripts.test in package.json"; of `left_out`: why not
};

// Whether some are tests, or stand for those of other packages.
bool has_tests(const std::vector<parsed_command>& commands);

struct parsed_script {
  std::vector<parsed_command> commands;
  std::string
      doubt;  // why it may fail where all of these pass, as what stands behind "because"; empty: it does not
};

// Includes its pre and post scripts, as the project's package manager runs them. A script beyond the bounds
// of limits.hpp becomes one part that is left out.
parsed_script read_script(const package_facts& project, std::string_view name);

// Reads a line from outside package.json: a task of deno.json.
parsed_script read_script_line(const package_facts& project, std::string_view line);

// Files that say what commands of the script are, relative to the package.
struct named_files {
  std::vector<std::string> of_node;            // that it runs with node: `node test.js`
  std::vector<compiled_project> of_compilers;  // `tsc -p FILE`
};
named_files files_named_by(const package_facts& project, std::string_view name);

}  // namespace covey::parsers::languages::node
