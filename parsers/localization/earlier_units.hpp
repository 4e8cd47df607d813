// What earlier runs know of tests that have not run since: beside a run of a few tests they tell what passing tests run.
// Design: docs/design/22-suspects.md
// Design: docs/design/23-coverage-by-test.md
#pragma once

#include "parsers/coverage/measured_runs.hpp"
#include "parsers/localization/spectrum.hpp"
#include "parsers/localization/suspects.hpp"
#include "parsers/model/finished_run.hpp"
#include <memory>
#include <vector>

namespace covey::parsers {

struct known_coverage {
  std::shared_ptr<const coverage> data = {};  // null: nothing is known
  earlier_units earlier = {};                 // which of its units
};

// `own`: what the run measured; null: nothing. Of the earlier runs those count that were asked for in the same way. What their
// tests ran is where these lines are now, as far as they read as they did then.
known_coverage with_earlier(const std::shared_ptr<const coverage>& own, const std::vector<measured_run>& earlier,
                            const finished_run& run, measured_sources& sources);

// Of a test that is known to fail it is not said that it passed.
void add_known_failures(earlier_units& to, const finished_run& of);

}  // namespace covey::parsers
