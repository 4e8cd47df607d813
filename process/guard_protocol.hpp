// Messages between the server and a run's guard. Server -> guard: single bytes on guard_command_fd, and its
// end of file (the server has died: kill everything). Guard -> server: guard_events on guard_event_fd.
#pragma once

#include <cstdint>

namespace covey::process {

constexpr int guard_command_fd = 3;
constexpr int guard_event_fd = 4;

// How long the guard goes on killing before it gives up. Killable processes end within milliseconds.
constexpr int kill_patience_ms = 3000;

enum class guard_command : char {
  stop = 'T',  // SIGTERM and SIGCONT to all
  kill = 'K'   // SIGKILL to all, until none is left or kill_patience_ms is over
};

enum class guard_event_type : char {
  started = 'S',        // a: pid of the leader
  not_started = 'E',    // a: errno
  leader_ended = 'X',   // a: si_code, b: si_status (waitid)
  could_not_end = 'L',  // a: pid of a process that is still alive; these come before the last event
  all_ended = 'D'       // a: leaked, b: escaped (processes that had to be ended after the leader's own end)
};

struct guard_event {
  guard_event_type type;
  std::int32_t a;
  std::int32_t b;
};
static_assert(sizeof(guard_event) == 12);

}  // namespace covey::process
