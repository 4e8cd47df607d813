// The second net below the guard: if the guard itself is killed, what it watched over becomes ours, for the
// server is a child subreaper too.
#pragma once

#include <string>
#include <sys/types.h>

namespace covey::process {

// Once, at the start of the server.
void become_subreaper();

// Kills and reaps every child of this process that belongs to the group `leader` or carries `marker`
// ("NAME=value"; may be empty) in its environment, and then what these leave behind. Returns how many.
int sweep(const std::string& marker, pid_t leader);

}  // namespace covey::process
