// The process's standard descriptors, put in order before anything else runs.
#pragma once

namespace covey::cli {

// Opens what is closed of 0, 1 and 2 (else a pipe of ours could become "stdout"), ignores SIGPIPE and
// SIGXFSZ, and moves the real stdout to a private descriptor: fd 1 then points to stderr, so that no
// library's print ends up in the protocol. Returns the private descriptor.
int take_stdout();

}  // namespace covey::cli
