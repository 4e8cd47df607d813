// Crates of projects in tests/languages/rust/projects, fetched once; without a network there are none.
#pragma once

#include "tests/languages/common/e2e/language_fixture.hpp"
#include <string>

namespace covey::testing {

// What a shell's command prints; empty if there is no shell.
std::string said_by(const std::string& command);

// Asked when the test is to run, not when the tests are listed.
precondition needs_crates(std::string project);

}  // namespace covey::testing
