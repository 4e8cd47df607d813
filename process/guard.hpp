// `covey __guard LINGER_MS SCRATCH -- PROGRAM ARGUMENT…`: stands between the server and one command of a run,
// so that nothing the command starts outlives the run, the server's own SIGKILL included.
//
// It is a child subreaper: every descendant of the command, at any depth and in any session, becomes a child
// of the guard once its parent has died. waitid() failing with ECHILD is therefore the exact proof that
// nothing is left. Processes that SIGKILL does not end (another user's, or one in a kernel call that hangs)
// are reported and left alone after kill_patience_ms: a run must end.
// Design: docs/design/05-guard.md
#pragma once

#include <cstdint>

namespace covey::process {

// Messages between the server and a run's guard. Server -> guard: single bytes on guard_command_fd, and its
// end of file (the server has died: kill everything). Guard -> server: guard_events on guard_event_fd.
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

// Takes the arguments after `__guard`; returns the process's exit code. Needs descriptors 0 to 4 as described
// below, and a process with one thread: PR_SET_PDEATHSIG follows the thread that forked.
//
//   running --leader ended--> lingering --LINGER_MS--> stopping --LINGER_MS--> killing
//      |                                                  ^                       ^
//      +-- guard_command::stop ---------------------------+                       |
//      +-- guard_command::kill, or the server has died ---------------------------+
//
// stopping sends SIGTERM to what is left; after a stop it has no deadline: the server sends kill.
// It ends when nothing is left, at the latest kill_patience_ms after it has begun to kill.
int guard(int argc, char** argv);

}  // namespace covey::process
