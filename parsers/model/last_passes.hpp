// In which earlier run each failing test of a run did not fail.
#pragma once

#include "parsers/model/finished_run.hpp"

namespace covey::parsers {

// Fills in `whole_pass` of the run and `passed` of its failures, from the run before it of the same workspace. A test that
// was failing already has the run that it had then. Any other passed in the run before, or in the latest whole run, if nothing
// failed in that. A run of another language, or with other options, in between leaves nothing known.
void remember_passes(const finished_run& last, finished_run& run);

}  // namespace covey::parsers
