// Computed from a run's results: how many tests each failure stands for and how many ran beside it, and whether the coverage meets
// the project's thresholds.
#pragma once

#include "parsers/model/finished_run.hpp"

namespace covey::parsers {

// Fills in failure::results, has_result and beside of a run that has ended.
void count_results(finished_run& run);

// Fills in `unmet` of a run of all tests, and notes of what cannot be judged.
void judge_thresholds(finished_run& run);

}  // namespace covey::parsers
