// What only leads to a command, taken away layer by layer: `A=1 npx c8 -r text node -r x
// node_modules/.bin/mocha` runs mocha.
#pragma once

#include "parsers/languages/node/script.hpp"
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers {

// Takes one layer off the front of the words; false: there is none, or what is left is no command.
bool unwrap(node_script& command);

// `node FLAGS FILE …` becomes the runner that FILE is of; with --test it stays node.
void unwrap_node(node_script& command);

// Which word of `node FLAGS FILE …` is the file that it runs; nothing where it runs none by name.
std::optional<std::size_t> node_file_of(const node_script& command);

// A command that is given as one word: `sh -c "jest a"`, `cross-env-shell "jest a"`; "": there is none.
std::string line_within(const node_script& command);

}  // namespace covey::parsers
