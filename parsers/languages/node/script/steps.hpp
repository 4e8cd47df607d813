// Classifies the commands of a test script that are no runner covey reads.
#pragma once

#include "parsers/languages/node/package/package_facts.hpp"
#include "parsers/languages/node/script/script_command.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

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
