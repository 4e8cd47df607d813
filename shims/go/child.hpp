// The end of a program that ran in place of this process.
#pragma once

namespace covey::shims::go {

// The exit code of a status of waitpid(); of a signal, ends this process by it.
int end_as(int status);

}  // namespace covey::shims::go
