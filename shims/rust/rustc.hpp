// covey as cargo's RUSTC_WRAPPER: cargo calls `covey RUSTC ARGUMENT…` for each crate, and the workspace's own
// crates are compiled with coverage. Flags in RUSTFLAGS would rebuild and slow down every dependency.
// Design: docs/design/15-rust.md
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace covey::shims::rust {

// The object that is linked into test binaries to tell which test ran what (reporters/rust/covey_tests.rs). It
// is compiled by the rustc that compiles the tests, once per target folder, and tried in an empty program:
// a linker that does not take it must fail no test.

// Changes with the object: binaries that have another one are out of date.
std::string test_object_version();

// The flags with which `command`, a call of rustc for a test binary, links the object; none if it cannot.
// `folder`: where the object is kept; made by covey alone.
std::vector<std::string> test_object_flags(const std::vector<std::string>& command,
                                           const std::string& folder);

// The environment of a cargo that builds with coverage. `root`: cargo's workspace root; `wrapper`: the user's
// own RUSTC_WRAPPER, "": none; `flags`: those that make rustc instrument a crate. Test binaries get the object
// as well, which lies in `target_dir`.
std::vector<std::pair<std::string, std::string>> measured_build(const std::string& target_dir,
                                                                const std::string& root,
                                                                const std::string& wrapper,
                                                                const std::vector<std::string>& flags);

// Whether this process was started as that wrapper.
bool is_rustc_call();

// Takes the arguments after covey's own name; replaces this process with the compiler.
int rustc(int argc, char** argv);

}  // namespace covey::shims::rust
