// Parents and children of processes, according to /proc.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace covey::process {

// All children of a process, of all its threads; zombies too.
std::vector<pid_t> children_of(pid_t parent);

// Everything below a process, each parent before its children.
std::vector<pid_t> descendants_of(pid_t ancestor);

// SIGKILL to everything below this process.
void kill_descendants();

// False for a zombie, and if the process is gone.
bool is_running(pid_t pid);

// What /proc/PID/FILE holds; "" if the process is gone, or belongs to somebody else.
std::string read_proc(pid_t pid, const std::string& file);

// The process's name in /proc/PID/comm ("sudo"); "" if it is gone.
std::string name_of(pid_t pid);

}  // namespace covey::process
