// Arguments that many tools share.
#pragma once

#include "protocol/schema.hpp"

namespace covey::actors {

// How many tokens each half of the answer may have.
protocol::argument budget_argument();

// Whether the answer also says what is seldom wanted: commands, choices, counts that are zero.
protocol::argument detail_argument(std::string_view description = "with commands");

// How many seconds a call waits before it answers, even if the run goes on.
protocol::argument wait_argument();

// Which project, in a workspace with several.
protocol::argument language_argument();

}  // namespace covey::actors
