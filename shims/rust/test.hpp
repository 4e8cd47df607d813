// `covey __cargo-test JOB`: a whole run of `cargo test`. It builds first, so that a target that fails to
// compile is reported with its place and does not prevent the others from running. Then it makes cargo run
// the test binaries, each through `__cargo-exec`, and the documentation tests.
#pragma once

namespace covey::shims::rust {

// Takes the arguments after `__cargo-test`: the path of the job (parsers/languages/rust/job.hpp). Writes the
// session beside it. Returns the exit code of the first cargo command that failed.
int test(int argc, char** argv);

}  // namespace covey::shims::rust
