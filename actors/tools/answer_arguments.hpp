// Arguments that many tools share.
#pragma once

#include "protocol/schema.hpp"

namespace covey::actors {

// How many tokens each half of the answer may have.
protocol::argument budget_argument();

// Which project, in a workspace with several.
protocol::argument language_argument();

}  // namespace covey::actors
