// Which tests a run of all has other than the one before it.
// Design: docs/design/09-known-failures.md
#pragma once

#include "parsers/model/finished_run.hpp"
#include <vector>

namespace covey::parsers {

// The tests that this one may be a part of: "a/b" and "a" of "a/b/c".
std::vector<test_id> outer_tests(const test_id& id);

// Of the run's language. Null: there is none.
const whole_run* whole_before(const finished_run& run);

// The list that later runs of all are compared with, made of one that came to its end. `before`: the list that the run itself was
// compared with, or null; a test that the run could not reach stays in the list.
whole_run whole_run_of(const finished_run& run, const whole_run* before);

// Fills in `changes.list` of a run of all to which its call added nothing, if it has reached everything. What it skipped or deselected,
// and what is behind something that failed, is not gone. A test that is new in another group under the name of one that is gone is
// that one, which is then not among `changes.gone` either. Parts of a test with other names than those that are gone are counted;
// if no file has changed, they are not counted. A test that a run of some tests reported as gone is not reported again.
void compare_lists(finished_run& run);

}  // namespace covey::parsers
