// Rust: cargo's packages and workspaces, tested with `cargo test` through covey's own commands
// (rust/job.hpp).
#pragma once

#include "parsers/languages/language.hpp"

namespace covey::parsers {

extern const language rust_language;

}  // namespace covey::parsers
