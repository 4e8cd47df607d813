// What the go command is compiling at this moment.
#pragma once

#include <string>
#include <vector>

namespace covey::shims::go {

// Import paths and C sources among the processes below this one: at most three, by commas; empty if there are none.
std::string what_is_compiled();

// What a process with this command line compiles: "compile … -p PATH", "cc1 … a.c"; empty: nothing.
std::string compiled_by(const std::vector<std::string>& command);

}  // namespace covey::shims::go
