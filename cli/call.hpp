// `covey call TOOL [JSON] …`: tool calls from a shell, one after the other in one session, through the same
// dispatcher that serves MCP clients.
#pragma once

#include "cli/options.hpp"

namespace covey::cli {

// Texts go to `out`, progress to stderr. Returns 0; 1 if an answer was an error (failed tests are no error);
// 2 if the arguments are not a JSON object.
int run_calls(const options& given, int out);

}  // namespace covey::cli
