// The processes around a program that runs in place of this one: its start, what runs below it, its end.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace covey::shims::go {

// In a process that was just forked: it does not outlive `parent`, even if that is killed.
void end_with(pid_t parent);

// The exit code of a status of waitpid(); of a signal, ends this process by it.
int end_as(int status);

// What the go command is compiling at this moment: import paths and C sources among the processes below this one, at most
// three, by commas; empty if there are none.
std::string what_is_compiled();

// What a process with this command line compiles: "compile … -p PATH", "cc1 … a.c"; empty: nothing.
std::string compiled_by(const std::vector<std::string>& command);

}  // namespace covey::shims::go
