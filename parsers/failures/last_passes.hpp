// In which earlier run each failing test of a run did not fail.
#pragma once

#include "parsers/model/finished_run.hpp"

namespace covey::parsers {

// Fills in `whole_pass` of the run and `passed` of its failures, from the run before it of the same workspace. A test that
// was failing already has the run that it had then. Any other passed in the run before, or in the latest whole run, if it did
// not fail in that: a new test counts from there. A run of another language, or with other options, in between leaves nothing known.
void remember_passes(const finished_run& last, finished_run& run);

// Whether some failure has no such run, so that what was edited since the last commit is worth a question. `last` may be null.
bool wants_commit(const finished_run* last, const finished_run& run);

// Takes the last commit for the run in which those failures passed. A test that already failed with fewer edits is not explained by
// later ones: only edits of the files that were edited then are kept. For a test that was edited itself all edits are kept.
void remember_commit(finished_run& run, const edited_files_ptr& edits);

}  // namespace covey::parsers
