// Node: jest, Vitest, mocha, AVA, node:test, bun and deno, each through its own reporter or report.
#pragma once

#include "parsers/languages/language.hpp"

namespace covey::parsers::languages::node {

extern const language language_definition;

}  // namespace covey::parsers::languages::node
