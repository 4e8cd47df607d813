// Diagnostics on stderr, one line each. Never blocks: some clients never read stderr, so a line that does not
// fit into the pipe is dropped and counted.
#pragma once

#include <string_view>

namespace covey::actors::log {

void info(std::string_view text);
void warning(std::string_view text);
void error(std::string_view text);

}  // namespace covey::actors::log
