// The answer of get_testresults: what failed in the latest run, assertions apart from all else. Text and
// structured half are the same JSON.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/tool.hpp"

namespace covey::protocol {

// JSON Schema of the structured half.
extern const char* const results_schema;

tool_answer render_results(const parsers::finished_run* latest);  // null: nothing has run yet

}  // namespace covey::protocol
