// `covey __cargo-test JOB`: a whole run of `cargo test`. It builds first, so that a target that does not
// compile is told with its place and does not keep the others from running; then it has cargo run the test
// binaries, each through `__cargo-exec`, and the documentation tests.
#pragma once

namespace covey::process {

// Given the arguments after `__cargo-test`: the path of the job (parsers/languages/rust/job.hpp). The session
// is written beside it. The exit code is that of the first cargo command that failed.
int cargo_test(int argc, char** argv);

}  // namespace covey::process
