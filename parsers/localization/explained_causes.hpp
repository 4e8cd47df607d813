// The causes of a run's failures, each with its suspects.
// Design: docs/design/22-suspects.md
// Design: docs/design/23-coverage-by-test.md
#pragma once

#include "parsers/coverage/measured_runs.hpp"
#include "parsers/localization/suspects.hpp"
#include "parsers/failures/causes.hpp"
#include <cstddef>
#include <memory>
#include <vector>

namespace covey::parsers {

// Failures that say the same can come from several faults, and those that say different things from one. Where the lines of
// single tests are known, tests that did not run the first suspect of their cause leave it, and causes with the same first
// suspect become one. This is skipped if there are more causes than this, or if the suite is so large that it would take
// more than this many steps, one per file that a test ran.
constexpr std::size_t max_compared_causes = 64;
constexpr std::size_t max_compared_steps = 20'000'000;

// `told`: the causes that were told before the coverage was read, which stay as they are; empty: none.
std::vector<cause> explained_causes(const run_results& results, const coverage& data,
                                    measured_sources& sources, std::vector<cause> told = {},
                                    const earlier_units& earlier = {});

// What earlier runs know of tests that have not run since: beside a run of a few tests they tell what passing tests run.
struct known_coverage {
  std::shared_ptr<const coverage> data = {};  // null: nothing is known
  earlier_units earlier = {};                 // which of its units
};

// `own`: what the run measured; null: nothing. Only earlier runs with the same options count. The lines that their tests ran
// are moved to where they are now, if they still read the same.
known_coverage with_earlier(const std::shared_ptr<const coverage>& own,
                            const std::vector<measured_run>& earlier, const finished_run& run,
                            measured_sources& sources);

// Tests that are known to fail do not count as passing.
void add_known_failures(earlier_units& to, const finished_run& of);

}  // namespace covey::parsers
