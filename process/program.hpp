// Paths of programs and of this binary.
#pragma once

#include <string>
#include <string_view>

namespace covey::process {

// The first executable regular file `name` in the folders of `path`, as $PATH has them (null: its default), absolute; "" if there is none. A name
// with a slash is used as a path. Empty and relative entries of PATH are skipped: a run's folder must not
// supply programs.
std::string find_program(std::string_view name, const char* path);

// The same in our own $PATH.
std::string find_program(std::string_view name);

// The absolute path of the running binary; "" where /proc/self/exe cannot be read.
std::string self_path();

// Instead of an errno: a command was not started, for the guard's own path is not known.
inline constexpr int own_program_unknown = -1;

}  // namespace covey::process
