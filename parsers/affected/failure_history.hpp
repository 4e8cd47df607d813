// What the runs on record say of a run's failures: which the edits explain, which were there before, which come and go.
// Design: docs/design/27-histories.md
#pragma once

#include "parsers/affected/recorded_run.hpp"
#include "parsers/model/affected_tests.hpp"
#include <vector>

namespace covey::parsers {

// A run whose failures are judged.
struct judged_run {
  std::vector<test_id> failures = {};
  std::vector<std::string> written = {};  // files that it or somebody has written meanwhile, sorted
  std::uint64_t variables = 0;            // as recorded_run has them
};

// `before`: newest first, without the run itself; `affected`: which tests the files that it saw can have changed since then. Null: nothing is
// known of that failure.
failure_histories histories_of(const judged_run& run, const std::vector<recorded_run_ptr>& before,
                               const affected_tests& affected);

// Counts in how many runs the tests of this one passed and failed with all that they run and read as it is in it.
void count_verdicts(recorded_run& run, const std::vector<recorded_run_ptr>& before,
                    const affected_tests& affected);

}  // namespace covey::parsers
