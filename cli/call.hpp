// `covey call TOOL [JSON] …`: tool calls from a shell, one after the other in one session, through the same
// dispatcher that serves MCP clients.
#pragma once

#include "cli/options.hpp"

namespace covey::cli {

// Texts go to `out`, progress to stderr. 0; 1 if an answer was an error (a red test run is none); 2 for
// arguments that are no JSON object.
int run_calls(const options& given, int out);

}  // namespace covey::cli
