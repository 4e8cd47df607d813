// What the plans of mocha, AVA and node:test share: reporters that receive the thrown values, and V8's
// coverage, cut after each test (AVA: after each test file).
#pragma once

#include "parsers/languages/node/runners/runner.hpp"

namespace covey::parsers::languages::node {

// Adds the files that these reporters and hooks require.
void add_test_observers(run_plan& plan, const runner_request& request);

// Appends the command that runs the tests; lines are counted as c8 would count them in all of its processes.
void add_run_counted_by_v8(run_plan& plan, const runner_request& request, command run);

// Appends the command that runs the tests; if coverage is wanted, V8 counts it for each test, or each file.
void add_run(run_plan& plan, const runner_request& request, command run, attribution unit);

}  // namespace covey::parsers::languages::node
