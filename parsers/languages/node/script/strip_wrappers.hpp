// Strips what only leads to a command, layer by layer: `A=1 npx c8 -r text node -r x node_modules/.bin/mocha`
// runs mocha.
#pragma once

#include "parsers/languages/node/script/script_command.hpp"
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers::languages::node {

// "NAME=value" at the front of a command.
bool is_assignment(std::string_view word);

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

}  // namespace covey::parsers::languages::node
