// `covey __cargo-exec BINARY ARGUMENT…`: the runner through which cargo starts every test binary. It makes
// the binary report as JSON, reads the report as it arrives, sends events to covey, and prints what libtest
// would have printed.
#pragma once

namespace covey::shims::rust {

// The folder with the session (parsers/languages/rust/job.hpp), set by `__cargo-test`; not passed on, because
// a test may run cargo itself.
constexpr const char* session_variable = "COVEY_CARGO";
constexpr const char* session_file = "/session.json";

// Adds to the run's number of tests, and returns the sum: each binary adds its own count.
unsigned long add_to_total(const char* session_folder, unsigned long count);

// Whether a binary of the session failed since `forget_failed_binaries`; if so, its failures were sent.
void forget_failed_binaries(const char* session_folder);
bool has_failed_binary(const char* session_folder);

// Takes the arguments after `__cargo-exec`. Returns the binary's exit code, 128 + n for a signal, and 101 if
// tests did not end although the code is 0. A binary outside the session (an example that rustdoc compiled)
// replaces this process.
int exec(int argc, char** argv);

}  // namespace covey::shims::rust
