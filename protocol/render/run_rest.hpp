// A run that has ended, for a caller that was told its first failures while it went on.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstddef>

namespace covey::protocol {

// The counts; the causes of the failures that were found behind the place `since` (failure::found_at), each as an overview
// has it; then the other causes by their names and suspects. No failure that was told is told again.
tool_answer render_rest(const parsers::finished_run& run, std::size_t since, std::chrono::milliseconds age,
                        const answer_view& view = {});

}  // namespace covey::protocol
