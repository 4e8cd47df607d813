// The words of a script that only a shell can tell (*.js, $HOME) are asked of one, in the folder and with the
// variables of the script.
#pragma once

#include "parsers/languages/node/runner.hpp"
#include <optional>

namespace covey::parsers {

// The question; nothing where a script has no such words, and where nothing may be run for the sake of
// asking.
std::optional<command> ask_shell(const node_request& request);

// Puts the answer into the script's arguments and variables; false: it is none.
bool read_shell_words(const probe_answer& said, node_script& script);

}  // namespace covey::parsers
