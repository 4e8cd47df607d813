// Rust: cargo's packages and workspaces, tested with `cargo test` through covey's own commands
// (rust/job.hpp).
#pragma once

#include "parsers/languages/language.hpp"

namespace covey::parsers::languages::rust {

extern const language language_definition;

}  // namespace covey::parsers::languages::rust
