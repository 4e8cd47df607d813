// Has a shell expand the words of a script that only a shell can expand (*.js, $HOME), in the folder and with
// the variables of the script.
#pragma once

#include "parsers/languages/node/runners/runner.hpp"
#include <optional>

namespace covey::parsers::languages::node {

// The probe; nothing if the script has no such words, or if the request only looks (`covey doctor`).
std::optional<command> ask_shell(const runner_request& request);

// Stores the answer in the script's arguments and variables; false: the answer cannot be read.
bool read_shell_words(const probe_answer& said, script_command& script);

}  // namespace covey::parsers::languages::node
