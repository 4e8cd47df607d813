// What the plans of mocha and node:test share: reporters that are handed the thrown values, and V8's coverage
// cut after each test.
#pragma once

#include "parsers/languages/node/runner.hpp"

namespace covey::parsers {

// Puts the files that their reporters and hooks require beside them.
void add_test_observers(run_plan& plan, const node_request& request);

// Appends the run of the tests; lines are then those that c8 would count in all of its processes.
void add_run_counted_by_v8(run_plan& plan, const node_request& request, command run);

}  // namespace covey::parsers
