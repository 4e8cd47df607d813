// Whether a run failed because its runner does not take what the call had added.
#pragma once

#include "parsers/model/finished_run.hpp"

namespace covey::parsers {

// One that names a flag of the call's, in a run that came to no test: "unrecognized arguments: --wrong". It is of that
// call alone, and no test, build or set-up.
bool refuses_options(const finished_run& run, const failure& why);

// All that was wrong is of that sort.
bool has_refused_options(const finished_run& run);

}  // namespace covey::parsers
