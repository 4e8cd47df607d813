// How a run ended, in words.
#pragma once

#include "parsers/model/finished_run.hpp"
#include <string>

namespace covey::protocol {

// "timed out after 300s", "cancelled", "go was killed by signal 9 (SIGKILL)"; empty when the runner ended by
// itself.
std::string early_end(const parsers::finished_run& run);

// Why what the run says is a part of what should have run: its early end, a crash, tests that never began.
// Empty when it is whole.
std::string why_partial(const parsers::finished_run& run);

// Whether the tool could not do what it was asked for. A runner that a test took down has run tests: that is
// a red result like any other, whether by a signal or an exit code.
bool could_not_run(const parsers::finished_run& run);

}  // namespace covey::protocol
