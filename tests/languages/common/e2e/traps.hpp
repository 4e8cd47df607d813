// Small edits that each change a verdict, and those that change none: what affected_tests must select, and must not.
#pragma once

#include "tests/languages/common/e2e/language_fixture.hpp"
#include <string>

namespace covey::testing {

// The workspace is a project with traps.json, a list of edits: `trap` is its name, `file` is changed from `from` to `to`, or made with `to`;
// `flips` are the tests that fail then, `why` is a reason that one of them must have, "all", or empty: nothing is affected; `affects`, if it is there, how many are
// affected in all. First all tests run, once; then each edit is made,
// asked about, and taken back, after which nothing may be affected. `instead`: of `text` in traps.json.
void expect_traps_caught(language_fixture& in, const std::string& text, const std::string& instead);
void expect_traps_caught(language_fixture& in);

}  // namespace covey::testing
