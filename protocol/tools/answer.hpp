// The way of every answer: what it is made with, and what is added to it whichever tool made it.
#pragma once

#include "protocol/tools/tool.hpp"
#include <cstddef>

namespace covey::protocol {

// Leaves room for what is said of the freshness, which may be null.
answer_view view_of(const tool& of, const tool_call& call, const reply& found, run_freshness_ptr freshness,
                    std::size_t bytes);

// The tool's answer, with the freshness of its run, the run that goes on meanwhile, the run that the call joined, and
// the workspace of a run of another one.
tool_answer make_answer(const tool& of, const tool_call& call, const reply& found, const answer_view& view);

}  // namespace covey::protocol
