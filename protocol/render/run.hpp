// The answer of every tool that runs tests.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <string>
#include <vector>

namespace covey::protocol {

// raw: the runner's output; summary: counts, coverage and failures; automatic: raw if that is for people and under
// 2,000 tokens, else summary. The last line is always "exit: N".
enum class run_output { automatic, raw, summary };

// JSON Schema of the structured half. Without a run, a tool may answer with a status alone: "no_run" or
// "nothing_to_rerun".
extern const char* const run_schema;

// An error only if the runner itself could not do its work; failed tests are a result. Each half is within
// the view's bytes: long streams keep their first and last parts, more than a handful of failures become an
// overview. `told`: lines behind the verdict, of the text alone.
tool_answer render_run(const parsers::finished_run& run, run_output output, const answer_view& view = {},
                       const std::vector<std::string>& told = {});

}  // namespace covey::protocol
