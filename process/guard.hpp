// `covey __guard LINGER_MS SCRATCH -- PROGRAM ARGUMENT…`: stands between the server and one command of a run,
// so that nothing the command starts outlives the run, the server's own SIGKILL included.
//
// It is a child subreaper: every descendant of the command, at any depth and in any session, becomes a child
// of the guard once its parent has died. waitid() failing with ECHILD is therefore the exact proof that
// nothing is left. Processes that SIGKILL does not end (another user's, or one in a kernel call that hangs)
// are reported and left alone after kill_patience_ms: a run must end.
// Design: docs/design/05-guard.md
#pragma once

namespace covey::process {

// Takes the arguments after `__guard`; returns the process's exit code. Needs descriptors 0 to 4 as described
// in guard_protocol.hpp, and a process with one thread: PR_SET_PDEATHSIG follows the thread that forked.
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
