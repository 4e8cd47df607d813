// The programs that covey itself becomes inside a run: the guard of each command, and the programs that a
// build tool starts in place of its own compiler or test binary.
#pragma once

#include <optional>

namespace covey::shims {

// Runs the shim that the arguments of main() name and returns its exit code; nullopt if they name none. Call
// it before anything else: a shim may replace its process, and must not inherit threads or state.
std::optional<int> run_if_named(int argc, char** argv);

}  // namespace covey::shims
