// `covey doctor`: the projects detected in the workspace, the toolchains, what each lacks with the command that mends it,
// and the clients that are set up.
#pragma once

#include "cli/options.hpp"

namespace covey::cli {

// Returns 0 if the workspace's project can be run; 1 if there is none or its toolchain is missing.
int run_doctor(const options& given, int out);

}  // namespace covey::cli
