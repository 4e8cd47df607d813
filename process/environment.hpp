// The environment of what we start.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::process {

// Every process of a run carries this variable; its value names the run.
constexpr std::string_view run_marker = "COVEY_RUN";

// Names the FIFO of a runner's private channel (reporters/README.md).
constexpr const char* events_variable = "COVEY_EVENTS";

// For a plan with a limit of the runner's own: when that is over, in milliseconds of the monotonic clock. The
// runner cannot know it, for it counts from its own start.
constexpr const char* deadline_variable = "COVEY_DEADLINE";

// Our own environment by name; what has no name is left out.
std::map<std::string, std::string, std::less<>> own_environment();

// Our own environment, KEY=VALUE, with `set` on top.
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& set);

}  // namespace covey::process
