// The environment of the processes we start.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::process {

// Every process of a run carries this variable; its value names the run.
constexpr std::string_view run_id_variable = "COVEY_RUN";

// Names the FIFO of a runner's private channel (reporters/README.md).
constexpr const char* events_variable = "COVEY_EVENTS";

// For a plan whose runner has its own time limit: when that limit ends, in milliseconds of the monotonic
// clock. The runner cannot know this, since it counts from its own start.
constexpr const char* deadline_variable = "COVEY_DEADLINE";
// From our own environment; nullopt: there is none.
std::optional<std::chrono::steady_clock::time_point> deadline();

// Our own environment by name; entries without a name are left out.
std::map<std::string, std::string, std::less<>> own_environment();

// Our own environment, KEY=VALUE, with `set` on top and without the names in `unset`.
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& set,
                                          const std::vector<std::string>& unset = {});

// As exec() and posix_spawn() take them; null behind the last.
std::vector<char*> pointers_to(const std::vector<std::string>& texts);

}  // namespace covey::process
