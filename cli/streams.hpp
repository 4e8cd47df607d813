// The process's standard descriptors, put in order before anything else runs.
#pragma once

namespace covey::cli {

// Opens those of 0, 1 and 2 that are closed (else a pipe of ours could become "stdout"), ignores SIGPIPE and
// SIGXFSZ, and moves the real stdout to a private descriptor: fd 1 then points to stderr, so that a library's
// prints cannot end up in the protocol. Returns the private descriptor.
int take_stdout();

}  // namespace covey::cli
