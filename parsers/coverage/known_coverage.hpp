// The coverage of all tests together: of each what it ran when it last ran.
// Design: docs/design/23-coverage-by-test.md
#pragma once

#include "parsers/coverage/measured_runs.hpp"
#include <optional>
#include <string_view>

namespace covey::parsers {

// As one run: dated by the oldest of which something counts, and named by the newest of all tests. Each file has the lines that it had in the newest
// run that has it, without branches and functions; what earlier ones know of them is moved there. Lines that ran in no test's name count until a run of
// all tests. Files that the newest run no longer saw do not, nor do tests in them. Nothing: a single run knows it all.
std::optional<measured_run> known_of(const measured_runs& runs, std::string_view language);

}  // namespace covey::parsers
