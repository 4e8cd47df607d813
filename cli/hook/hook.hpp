// `covey hook CLIENT`: what a client asks before it gives a command to its shell. One question on stdin, one answer.
// Design: docs/design/20-hook.md
#pragma once

#include "cli/options.hpp"

namespace covey::cli {

// Denies a run of tests that covey can make, with the call to make instead; says nothing of anything else, nor of a
// question that it cannot read: a hook must never be in the way. Returns 0; 1 if there is no such client.
int run_hook(const options& given, int out);

}  // namespace covey::cli
