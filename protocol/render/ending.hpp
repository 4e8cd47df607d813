// How a run ended, in words.
#pragma once

#include "parsers/model/finished_run.hpp"
#include <string>

namespace covey::protocol {

// "timed out after 300s", "cancelled", "go was killed by signal 9 (SIGKILL)"; empty when the runner ended by
// itself.
std::string early_end(const parsers::finished_run& run);

}  // namespace covey::protocol
