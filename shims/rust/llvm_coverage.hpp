// `covey __llvm-coverage SESSION OUT IGNORE (PROFDATA COV)…`: after a run of instrumented Rust tests, turns
// the raw profiles of each test binary into an LCOV file whose TN is the binary's group.
//
//   SESSION  the folder of the run's session (parsers/languages/rust/job.hpp)
//   OUT      the folder for the *.info files
//   IGNORE   a regular expression of source files that are left out, for llvm-cov
//   PROFDATA COV  llvm-profdata and llvm-cov, in several versions: the first that reads the profiles is used,
//                 because each version of LLVM reads only some versions of the raw format
#pragma once

namespace covey::shims::rust {

// Returns 0, or 1 with the reason on stderr: then OUT is empty or incomplete.
int llvm_coverage(int argc, char** argv);

}  // namespace covey::shims::rust
