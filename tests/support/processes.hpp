// What is alive, as /proc tells it.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace covey::testing {

using std::chrono::milliseconds;
using clock = std::chrono::steady_clock;

milliseconds since(clock::time_point start);

// Looks again and again until `holds` or the time is over; gives what it saw last.
bool eventually(const std::function<bool()>& holds, milliseconds within);

// Live processes, zombies left out, that carry `entry` ("NAME=value", or "NAME=" for any value) in their
// environment.
std::vector<pid_t> processes_with(std::string_view entry);

bool is_alive(pid_t pid);  // a zombie is not

// "12 (sleep 30), 13 (go test), 14 (dead, group 12)"
std::string describe(const std::vector<pid_t>& pids);

pid_t parent_of(pid_t pid);
std::size_t open_descriptors(pid_t pid);
std::size_t threads_of(pid_t pid);
std::vector<pid_t> children_of(pid_t pid);  // zombies too
// The peak of the resident memory in KiB (VmHWM).
std::size_t peak_memory(pid_t pid);

}  // namespace covey::testing
