// Which commands of a script write into the project: formatters, linters that fix, code generators, what
// updates snapshots, installs or publishes. They are never run.
#pragma once

#include "parsers/languages/node/script/script_command.hpp"
#include <string_view>

namespace covey::parsers::languages::node {

// Expects a command without its wrappers: `npx prettier --write .` as `prettier --write .`.
bool writes_project(const script_command& command);

// Whether the name of a script, a target or a file says it: "format", "lint:fix", "scripts/codegen.js".
bool says_that_it_writes(std::string_view name);

// A compiler, a bundler, or a program that moves files: its output is made for the tests, whatever the name
// of its script.
bool is_build(const script_command& command);

}  // namespace covey::parsers::languages::node
