// `covey __guard LINGER_MS SCRATCH -- PROGRAM ARGUMENT…`: stands between the server and one command of a run,
// so that nothing the command starts outlives the run, the server's own SIGKILL included.
//
// It is a child subreaper: whatever the command starts, however deep and in whatever session, becomes a child
// of the guard once its parent has died. waitid() failing with ECHILD is therefore the exact proof that
// nothing is left. What SIGKILL does not end (a process of another user, a call of the kernel that hangs) is
// named and left alone after a while: a run must end.
#pragma once

namespace covey::process {

// Given the arguments after `__guard`; returns the process's exit code. Needs descriptors 0 to 4 as
// guard_protocol.hpp says, and a process with one thread: PR_SET_PDEATHSIG follows the thread that forked.
//
//   running --leader ended--> lingering --LINGER_MS--> stopping (SIGTERM to what is left) --LINGER_MS-->
//   killing
//      |                                                   ^                                                ^
//      +--------- guard_command::stop ---------------------+ (no deadline: the server sends kill) ----------+
//      +--------- guard_command::kill, or the server has died ----------------------------------------------+
//
// It ends when nothing is left, and kill_patience_ms after it has begun to kill in any case.
int guard(int argc, char** argv);

}  // namespace covey::process
