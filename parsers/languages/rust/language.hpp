// Rust: cargo's packages and workspaces, tested with `cargo test` through covey's own commands
// (rust/job.hpp).
#pragma once

#include "parsers/languages/language.hpp"
#include <memory>

namespace covey::parsers::languages::rust {

extern const language language_definition;

// Rust: integration test files by their path; tests by their attributes, in any file.
std::unique_ptr<const test_finder> make_finder(const config_texts& config);

}  // namespace covey::parsers::languages::rust
