// `covey __cargo-exec BINARY ARGUMENT…`: cargo's target runner, what it starts every test binary through. It
// has the binary report as JSON, reads that report as it comes, tells covey, and prints what libtest would
// have shown.
#pragma once

namespace covey::process {

// The folder with the session (parsers/languages/rust/job.hpp), set by `__cargo-test`; not passed on, for a
// test may run cargo itself.
constexpr const char* cargo_session_variable = "COVEY_CARGO";
constexpr const char* cargo_session_file = "/session.json";

// Adds to the number of tests that the run has, and gives the sum: each binary says its own.
unsigned long add_to_total(const char* session_folder, unsigned long count);

// Whether a binary of the session has failed since `forget_failed_binaries`; then its failures were sent.
void forget_failed_binaries(const char* session_folder);
bool has_failed_binary(const char* session_folder);

// Given the arguments after `__cargo-exec`; the exit code is the binary's, 128 + n for a signal, and 101
// where tests did not end although the code is 0. A binary that is none of the session's (an example that
// rustdoc made) is replaced into this process.
int cargo_exec(int argc, char** argv);

}  // namespace covey::process
