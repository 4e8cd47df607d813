// Which commands of a script are known to change the project: formatters, linters that fix, code generators,
// updates of snapshots, and what installs, commits or publishes. They are not run. Everything else is, and
// what it changes is told (actors/run.cpp): no table can know every program.
#pragma once

#include "parsers/languages/node/script/script_command.hpp"
#include <string_view>

namespace covey::parsers::languages::node {

// Expects a command without its wrappers: `npx prettier --write .` as `prettier --write .`.
bool writes_project(const script_command& command);

// Whether the name of a script, a target or a file says it: "release", "docs:publish", "scripts/release.js".
bool says_that_it_publishes(std::string_view name);

}  // namespace covey::parsers::languages::node
