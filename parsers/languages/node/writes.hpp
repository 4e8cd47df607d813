// Which commands of a script write into the project: formatters, linters that fix, code generators, what
// updates snapshots, installs or publishes. They are never run.
#pragma once

#include "parsers/languages/node/script.hpp"
#include <string_view>

namespace covey::parsers {

// The command's wrappers are taken away before: `npx prettier --write .` is `prettier --write .`.
bool writes_project(const node_script& command);

// "format", "lint:fix", "scripts/codegen.js": a script, a target or a file whose name says it.
bool says_that_it_writes(std::string_view name);

// A compiler, a bundler, or what moves files about: what it makes is made for the tests, whatever its
// script is called.
bool is_build(const node_script& command);

}  // namespace covey::parsers
