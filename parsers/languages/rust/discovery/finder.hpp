// Rust: integration test files by their path; tests by their attributes, in any file.
#pragma once

#include "parsers/languages/finder.hpp"
#include <memory>

namespace covey::parsers::languages::rust {

std::unique_ptr<const test_finder> make_finder(const config_texts& config);

}  // namespace covey::parsers::languages::rust
