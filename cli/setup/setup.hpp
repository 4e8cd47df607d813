// `covey setup [CLIENT]`: prints, writes or removes covey's entries in the files of MCP clients.
#pragma once

#include "cli/options.hpp"

namespace covey::cli {

// What belongs into a file goes to `out`, the words about it to stderr. Returns 0; 1 if a file could not be read,
// changed or written; 2 if there is no such client, or it has no such file.
int run_setup(const options& given, int out);

}  // namespace covey::cli
