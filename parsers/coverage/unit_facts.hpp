// What is told of each unit beside its tests.
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/model/run.hpp"

namespace covey::parsers {

// Sets coverage_unit::lines of all units (those of files that are not aside), and the duration of those that are single tests. Takes O(units of all files
// + bytes of all sets).
void add_unit_facts(coverage& to, const run_results& results);

}  // namespace covey::parsers
