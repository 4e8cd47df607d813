// The answer of get_testresults: what failed in the latest run, assertions apart from all else. Text and
// structured half are the same JSON.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"

namespace covey::protocol {

// JSON Schema of the structured half.
extern const char* const results_schema;

// Null: nothing has run yet. What does not fit into the view is counted; last_test_failures has pages.
tool_answer render_results(const parsers::finished_run* latest, const answer_view& view = {});

}  // namespace covey::protocol
