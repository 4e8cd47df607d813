// The answer of every tool that runs tests.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/tool.hpp"

namespace covey::protocol {

// raw: what the runner printed; summary: counts, coverage and failures. The last line is always "exit: N".
enum class run_output { raw, summary };

// JSON Schema of the structured half. Without a run, a tool may answer with a status alone: "no_run" or
// "nothing_to_rerun".
extern const char* const run_schema;

// An error only when the runner itself came to harm; a red run is a result. Below 8 MiB as JSON for streams
// of 500 KiB each, whatever bytes they hold.
tool_answer render_run(const parsers::finished_run& run, run_output output);

}  // namespace covey::protocol
