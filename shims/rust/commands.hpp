// The hidden sub-commands of covey that run Rust's tests.
#pragma once

namespace covey::shims::rust {

// `covey __cargo-test JOB`: a whole run of `cargo test`. It builds first, so that a target that fails to
// compile is reported with its place and does not prevent the others from running. Then it makes cargo run
// the test binaries, each through `__cargo-exec`, and the documentation tests.
//
// Takes the arguments after `__cargo-test`: the path of the job (parsers/languages/rust/job.hpp). Writes the
// session beside it. Returns the exit code of the first cargo command that failed.
int test(int argc, char** argv);

// `covey __cargo-exec BINARY ARGUMENT…`: the runner through which cargo starts every test binary. It makes
// the binary report as JSON, reads the report as it arrives, sends events to covey, and prints what libtest
// would have printed.
//
// Takes the arguments after `__cargo-exec`. Returns the binary's exit code, 128 + n for a signal, and 101 if
// tests did not end although the code is 0. A binary outside the session (an example that rustdoc compiled)
// replaces this process.
int exec(int argc, char** argv);

// `covey __llvm-coverage SESSION OUT IGNORE (PROFDATA COV)…`: after a run of instrumented Rust tests, turns
// the raw profiles of each test binary into an LCOV file whose TN is the binary's group.
//
//   SESSION  the folder of the run's session (parsers/languages/rust/job.hpp)
//   OUT      the folder for the *.info files
//   IGNORE   a regular expression of source files that are left out, for llvm-cov
//   PROFDATA COV  llvm-profdata and llvm-cov, in several versions: the first that reads the profiles is used,
//                 because each version of LLVM reads only some versions of the raw format
//
// Returns 0, or 1 with the reason on stderr: then OUT is empty or incomplete.
int llvm_coverage(int argc, char** argv);

}  // namespace covey::shims::rust
