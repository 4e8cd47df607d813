// The coverage of a run in its answer.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include <string>

namespace covey::protocol {

// "coverage: 85.4% of the lines of src/ (854 of 1000)"; empty if the run measured no line, or ran only a part
// of the tests. "coverage: being read; run_status {"run": 7} has it" while that follows.
std::string covered_line(const parsers::finished_run& run);

// The same as the member `coverage`; in detail also the lines that were counted.
void add_covered(json::object& out, const parsers::finished_run& run, bool detail = true);

}  // namespace covey::protocol
