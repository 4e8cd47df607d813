// The answer about a run that waits or goes on.
#pragma once

#include "parsers/model/partial_run.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstdint>

namespace covey::protocol {

// How a caller goes on from here.
enum class partial_for : std::uint8_t {
  run,       // the answer of a tool that runs tests, given before the run's end
  status,    // of run_status
  json_run,  // as `run`, of a tool whose text is its JSON
};

// "still running (go, run 7): 12/340, 1 failed, for 45s so far; running: pkg/TestFoo, 44s", an overview of the failures, or
// those after the place that was asked from, and the call that leads on. Members: status ("running" or "waiting"), run_id,
// language, elapsed_ms, done, failed, found, total, running, running_s or last, doing, causes, failures (`details`
// for json_run), since (the place to ask from the next time). `patience`: how long the client waits for an answer.
tool_answer render_partial_run(const parsers::partial_run& run, partial_for reader,
                               const answer_view& view = {}, std::chrono::seconds patience = {});

// For the answer of a call that joined a run which had begun before it: edits made in between may have missed
// it. The text begins with that, and the structured half has it as `joined`.
void add_joined(tool_answer& to, std::uint64_t run_id, std::chrono::nanoseconds before);

}  // namespace covey::protocol
