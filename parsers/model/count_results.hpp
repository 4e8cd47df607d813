// What a run's failures need to be known by later: how many tests each may be, and how many there were beside it.
#pragma once

#include "parsers/model/finished_run.hpp"

namespace covey::parsers {

// Fills in failure::results, has_result and beside of a run that has ended.
void count_results(finished_run& run);

}  // namespace covey::parsers
