// The causes of a run's failures, each with its suspects.
// Design: docs/design/22-suspects.md
#pragma once

#include "parsers/localization/suspects.hpp"
#include "parsers/model/causes.hpp"
#include "parsers/model/run.hpp"
#include <cstddef>
#include <vector>

namespace covey::parsers {

// Failures that say the same can come from several faults, and those that say different things from one. Where the lines of
// single tests are known, tests that did not run the first suspect of their cause leave it, and causes with the same first
// suspect become one. Of more causes than this that is not tried, nor of fewer in a suite so large that it took
// more than this many steps: one for each file that a test ran.
constexpr std::size_t max_compared_causes = 64;
constexpr std::size_t max_compared_steps = 20'000'000;

// `told`: the causes that were told before the coverage was read, which stay as they are; empty: none.
std::vector<cause> explained_causes(const run_results& results, const coverage& data,
                                    measured_sources& sources, std::vector<cause> told = {},
                                    const earlier_units& earlier = {});

}  // namespace covey::parsers
