// What run_status and cancel_run say of a run that has no results.
#pragma once

#include "protocol/tools/reply.hpp"
#include "protocol/tool.hpp"
#include <string_view>

namespace covey::protocol {

// Of the lost and of the unknown ones; `tool` begins an error.
tool_answer answer_without_results(const reply& found, std::string_view tool);

}  // namespace covey::protocol
