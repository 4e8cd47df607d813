// The answer of every tool that runs tests.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"

namespace covey::protocol {

// raw: what the runner printed; summary: counts, coverage and failures; automatic: raw while that is under
// 2,000 tokens. The last line is always "exit: N".
enum class run_output { automatic, raw, summary };

// JSON Schema of the structured half. Without a run, a tool may answer with a status alone: "no_run" or
// "nothing_to_rerun".
extern const char* const run_schema;

// An error only when the runner itself came to harm; a red run is a result. Each half is within the view's
// bytes: streams show their first and last parts, failures beyond a handful an overview.
tool_answer render_run(const parsers::finished_run& run, run_output output, const answer_view& view = {});

}  // namespace covey::protocol
