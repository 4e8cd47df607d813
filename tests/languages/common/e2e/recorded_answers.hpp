// Kinds of failure in each language (scalars, texts, structures, exceptions in product code and in helpers,
// stacks, time-outs, crashes, builds, imports, snapshots, eighty of one cause): what covey answers to them is
// recorded in tests/languages/LANGUAGE/answers, so that a change of an answer is a change of a file that
// people read.
#pragma once

#include "tests/languages/common/e2e/language_fixture.hpp"
#include <string>

namespace covey::testing {

// The answers of a run of "LANGUAGE/answers/NAME" are those of tests/languages/LANGUAGE/answers/NAME.txt, which
// UPDATE=1 writes anew. `many`: where there are many failures, all but those of this filter, each for itself.
// Skipped, visibly, with another toolchain than recorded it. `timeout` in seconds.
void expect_recorded_answers(language_fixture& project, const std::string& language, const std::string& name,
                             const std::string& many = {}, int timeout = 120);

}  // namespace covey::testing
