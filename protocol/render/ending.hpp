// How a run ended, in words.
#pragma once

#include "parsers/model/finished_run.hpp"
#include <string>

namespace covey::protocol {

// "timed out after 300s", "cancelled", "go was killed by signal 9 (SIGKILL)"; empty if the runner ended
// normally.
std::string early_end(const parsers::finished_run& run);

// Why the run's results are partial: its early end, a crash, tests that never began. Empty if they are
// complete.
std::string why_partial(const parsers::finished_run& run);

// Whether the tool could not do its work. A runner that a test took down has run tests: that is a failed run
// like any other, whether it ended by a signal or an exit code.
bool could_not_run(const parsers::finished_run& run);

}  // namespace covey::protocol
