// The suspects of failures that a later run found again.
// Design: docs/design/22-suspects.md
#pragma once

#include "parsers/localization/suspects.hpp"
#include "parsers/model/finished_run.hpp"
#include <vector>

namespace covey::parsers {

// Of a run of some tests, which has few or no passing ones to compare with: causes whose tests all failed for one cause of
// the run before keep its suspects, if those were told from more passing tests. Their lines are found again by name.
void keep_suspects(std::vector<cause>& causes, const finished_run& run, const finished_run& last,
                   measured_sources& sources);

}  // namespace covey::parsers
