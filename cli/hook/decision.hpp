// Whether a command that an agent is about to give to its shell is a run of tests that covey can make.
// Design: docs/design/20-hook.md
#pragma once

#include "cli/hook/calls.hpp"
#include <string>
#include <string_view>

namespace covey::cli {

// Where a line is about to run. Both absolute and normal.
struct hook_place {
  std::string workspace;  // of the client's server, as it was started
  std::string folder;
};

// What the agent is told instead: which calls to make. Empty: the shell may run it. It asks the toolchain of a
// command that is a run of tests, which may take seconds; any other is passed in a millisecond.
std::string reason_to_deny(std::string_view line, const hook_place& where);

}  // namespace covey::cli
