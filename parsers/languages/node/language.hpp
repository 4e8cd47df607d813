// Node: jest, Vitest, mocha, node:test, bun and deno, each through its own reporter or report.
#pragma once

#include "parsers/languages/language.hpp"

namespace covey::parsers {

extern const language node_language;

}  // namespace covey::parsers
